import test from "ava";
import { DomainError } from "#src/errors.ts";
import type { RecognitionEngine } from "#workers/speech/engine.ts";
import { openRecognizer } from "#workers/speech/recognizer.ts";
import { manifestOf } from "#test/support/engine-manifests.ts";
import { until } from "#test/speech/recognition-support.ts";
import { calm } from "#test/speech/synth-support.ts";
import { awaitedEngine, type FoundModel } from "#workers/transcription/awaited-engine.ts";

const manifest = manifestOf("many", { languages: ["en", "es"], detectsLanguage: true });
const audio = { path: "/nonexistent", sampleRate: 16_000, durationSeconds: 1 };
const spanish = { language: "es", probability: 0.9 };

const engine = (onClose: () => void = () => undefined): RecognitionEngine => ({
  manifest,
  transcribe: () => Promise.resolve({ text: "", segments: [], words: [], confidenceSource: "none", model: "many" }),
  findLanguage: () => Promise.resolve(spanish),
  status: () => ({ state: "ready" }),
  close: async () => onClose(),
});

const missing: FoundModel = { reason: "It is not installed." };

test("a model that is installed while the worker runs is used from then on, also to find languages", async (t) => {
  let now: FoundModel = missing;
  let closed = 0;
  const choice = await awaitedEngine(manifest, async () => now, 5);
  const recognizer = openRecognizer([choice], { log: () => undefined, unsupported: String });
  t.like(recognizer.snapshots()[0], { state: "unavailable", reason: "It is not installed." });
  t.deepEqual(recognizer.manifests, []);
  const read = (language: string) => recognizer.transcribe(audio, { language, signal: calm() });
  const refused = { instanceOf: DomainError, code: "engine_unavailable", message: "It is not installed." } as const;
  for (const language of ["es", "auto"]) await t.throwsAsync(read(language), refused);
  now = { open: () => engine(() => (closed += 1)) };
  await until(() => recognizer.snapshots()[0]?.state === "idle");
  t.is((await read("es")).model, "many");
  t.like(await read("auto"), { language: "es", languageProbability: 0.9 });
  t.like(recognizer.snapshots()[0], { state: "ready" });
  await recognizer.close();
  t.is(closed, 1);
});

test("a model that is there is looked for once", async (t) => {
  let looks = 0;
  const choice = await awaitedEngine(manifest, async () => {
    looks += 1;
    return { open: engine };
  });
  t.is(choice.status, undefined);
  t.is(choice.open().manifest.name, "many");
  t.is(looks, 1);
});
