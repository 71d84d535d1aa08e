import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { DomainError } from "#src/errors.ts";
import type { EngineStatus, EngineVoice, SynthesisEngine, SynthesizeOptions } from "#workers/speech/engine.ts";
import { kokoroManifest } from "#workers/speech/engines/kokoro/open-kokoro.ts";
import { openSynthesizer } from "#workers/speech/synthesizer.ts";
import { unavailableSynthesis } from "#workers/speech/unavailable-synthesis.ts";
import { kokoroVoice } from "./kokoro-support.ts";
import { privateFolder, saying } from "./synth-support.ts";

interface FakeOptions {
  readonly status?: () => EngineStatus;
  readonly fails?: (options: SynthesizeOptions) => Error | undefined;
}

/** An engine that makes a tone and notes by which of its voices. */
function fakeEngine(name: string, languages: readonly string[], { status, fails }: FakeOptions = {}) {
  const spoken: string[] = [];
  const engine: SynthesisEngine = {
    manifest: { ...kokoroManifest(1), name, languages },
    segmentLetters: 30,
    canSpeak: (_text, language) => languages.includes(language),
    synthesize: async (options) => {
      const failure = fails?.(options);
      if (failure !== undefined) throw failure;
      spoken.push(options.voice.name);
      const path = join(options.directory, `${name}-${spoken.length}.pcm`);
      await writeFile(
        path,
        Int16Array.from({ length: 24_000 }, (_, at) => (at % 100) * 100),
      );
      return { path, sampleRate: 24_000, durationSeconds: 1 };
    },
    status: status ?? (() => ({ state: "ready" })),
    close: () => Promise.resolve(),
  };
  return { engine, spoken };
}

async function openAll(t: ExecutionContext, kokoro: SynthesisEngine | null) {
  const [flite, espeak] = [fakeEngine("flite", ["en"]), fakeEngine("espeak-ng", ["en", "hi"])];
  const logged: string[] = [];
  const engines = [...(kokoro === null ? [] : [kokoro]), flite.engine, espeak.engine];
  const log = (message: string): unknown => logged.push(message);
  const synthesizer = openSynthesizer({ engines, fallback: espeak.engine, log });
  const directory = await privateFolder(t);
  const speak = (voice: EngineVoice, language = "en", text = "Good morning. How do you do? Very well indeed.") =>
    synthesizer.synthesize(saying(text, { directory, voice, language }));
  return { synthesizer, speak, flite, espeak, logged };
}

const [woman, man] = [kokoroVoice("af_heart"), kokoroVoice("hm_omega")];

test("the answer says which engine has spoken", async (t) => {
  const kokoro = fakeEngine("kokoro", ["en", "hi"]);
  const { speak, flite, logged } = await openAll(t, kokoro.engine);
  t.is((await speak(woman)).engine, "kokoro");
  t.is((await speak({ engine: "flite", name: "rms", profile: null })).engine, "flite");
  t.deepEqual(new Set(kokoro.spoken), new Set(["af_heart"]));
  t.deepEqual(new Set(flite.spoken), new Set(["rms"]));
  t.deepEqual(logged, []);
});

test("voices of an engine that is not installed are spoken by another of their language and gender", async (t) => {
  const { speak, flite, espeak } = await openAll(t, null);
  t.is((await speak(woman)).engine, "flite");
  t.is(flite.spoken[0], "slt");
  t.is((await speak(kokoroVoice("am_adam"))).engine, "flite");
  t.is(flite.spoken.at(-1), "rms");
  t.is((await speak(man, "hi")).engine, "espeak-ng");
  t.is(espeak.spoken.at(-1), "");
  t.is((await speak(kokoroVoice("hf_alpha"), "hi")).engine, "espeak-ng");
  t.is(espeak.spoken.at(-1), "+f2");
  const profile = { kind: "style", baseVoice: "bm_lewis", styleOffset: [], resampling: 1, equalizer: null } as const;
  await speak({ engine: "kokoro", name: "af_heart", profile });
  t.is(flite.spoken.at(-1), "rms");
});

test("an engine that is unavailable is left out, and one that fails is replaced, which is logged once", async (t) => {
  const reason = "The model is torn. Install it again.";
  const torn = await openAll(t, unavailableSynthesis(kokoroManifest(1), reason));
  t.is((await torn.speak(woman)).engine, "flite");
  t.deepEqual(torn.logged, []);
  t.like(torn.synthesizer.snapshots()[0], { state: "unavailable", reason, pids: [] });

  const fails = (): Error => new DomainError("engine_unavailable", reason);
  const failing = await openAll(t, fakeEngine("kokoro", ["en"], { fails }).engine);
  t.is((await failing.speak(woman)).engine, "flite");
  t.is((await failing.speak(woman)).engine, "flite");
  t.deepEqual(failing.logged, [`kokoro is not available, so flite speaks in its place. ${reason}`]);
});

test("one segment that fails is spoken by the substitute, and the others are not", async (t) => {
  const fails = ({ text }: SynthesizeOptions): Error | undefined =>
    text.includes("Very") ? new DomainError("engine_unavailable") : undefined;
  const kokoro = fakeEngine("kokoro", ["en"], { fails });
  const { speak, flite } = await openAll(t, kokoro.engine);
  t.is((await speak(woman)).engine, "kokoro");
  t.true(kokoro.spoken.length > 0);
  t.deepEqual(flite.spoken, ["slt"]);
});

test("other errors and an abort end the work", async (t) => {
  for (const error of [new DomainError("engine_timeout"), new Error("a bug")]) {
    const { speak, flite } = await openAll(t, fakeEngine("kokoro", ["en"], { fails: () => error }).engine);
    t.is(await t.throwsAsync(speak(woman)), error);
    t.deepEqual(flite.spoken, []);
  }
});

test("a voice without an engine is refused with the missing programs", async (t) => {
  const reason = "flite is not installed. Install it with: apt-get install -y flite";
  const flite = fakeEngine("flite", ["en"], { status: () => ({ state: "unavailable", reason }) }).engine;
  const espeak = fakeEngine("espeak-ng", ["en"]).engine;
  const synthesizer = openSynthesizer({ engines: [flite, espeak], fallback: espeak });
  const directory = await privateFolder(t);
  await t.throwsAsync(synthesizer.synthesize(saying("Good morning", { directory })), { message: reason });
});
