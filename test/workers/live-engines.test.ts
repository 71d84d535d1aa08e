import test from "ava";
import type { DetectedLanguage, EngineManifest } from "#workers/speech/engine.ts";
import { openRecognizer } from "#workers/speech/recognizer.ts";
import { liveEngines } from "#workers/live/live-engines.ts";
import { manifestOf } from "#test/support/engine-manifests.ts";
import { calm } from "#test/speech/synth-support.ts";

const voice = {
  hear: () => Promise.resolve({ probabilities: [], memory: new Float32Array() }),
  status: () => ({ state: "ready" }) as const,
  pids: () => [],
  close: () => Promise.resolve(),
};

/** The language of a live session in whose sound these languages are found. */
async function toldOf(
  found: readonly DetectedLanguage[],
  model = "auto",
): Promise<DetectedLanguage | null | undefined> {
  const choiceOf = (manifest: EngineManifest) => ({
    manifest,
    open: () => ({
      manifest,
      transcribe: () => Promise.reject(new Error("No recording is read.")),
      ...(manifest.detectsLanguage && { findSpokenLanguages: () => Promise.resolve(found) }),
      status: () => ({ state: "ready" }) as const,
      close: () => Promise.resolve(),
    }),
  });
  const many = manifestOf("many", { languages: ["en", "es", "cy"], detectsLanguage: true });
  const choices = [choiceOf(manifestOf("english")), choiceOf(many)];
  const recognizer = openRecognizer(choices, { log: () => undefined, unsupported: String });
  const { engine } = liveEngines({ recognizer, voice, turns: null, readers: 1 })({
    ...{ language: "auto", model, end_of_turn: "silence" },
  });
  const asked = { owner: { account: "a", file: {} }, signal: calm() };
  return engine.findLanguage?.(new Int16Array(16_000), asked);
}

const likely = (language: string, probability: number): DetectedLanguage => ({ language, probability });

test("the language of a session is the likeliest of those that are read", async (t) => {
  t.like(await toldOf([likely("es", 0.9), likely("en", 0.1)]), { language: "es" });
  t.like(await toldOf([likely("ja", 0.5), likely("es", 0.4)]), { language: "es", probability: 0.4 });
});

test("a language that no model reads, or that is hardly likely, is none", async (t) => {
  t.is(await toldOf([likely("ja", 0.9), likely("es", 0.05)]), null);
  t.is(await toldOf([likely("ja", 0.9)]), null);
  t.is(await toldOf([]), null);
});

test("the language of a session by a named model is one that it reads", async (t) => {
  t.is(await toldOf([likely("es", 0.9)], "english"), null);
  t.like(await toldOf([likely("es", 0.5), likely("en", 0.4)], "english"), { language: "en" });
});

test("a session whose ends of turns were found elsewhere is taken where the model for it is not installed", (t) => {
  const manifest = manifestOf("english");
  const open = () => ({
    manifest,
    transcribe: () => Promise.reject(new Error("No recording is read.")),
    status: () => ({ state: "ready" }) as const,
    close: () => Promise.resolve(),
  });
  const recognizer = openRecognizer([{ manifest, open }], { log: () => undefined, unsupported: String });
  const engineFor = liveEngines({ recognizer, voice, turns: null, readers: 1 });
  const { engine, model } = engineFor({ language: "en", model: "auto", end_of_turn: "smart" });
  t.deepEqual([engine.judgeTurn, model], [null, "english"]);
});
