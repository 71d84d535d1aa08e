import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { DomainError } from "#src/errors.ts";
import { convertPcm } from "#workers/speech/audio/convert-pcm.ts";
import type { EngineVoice, PcmFile } from "#workers/speech/engine.ts";
import { kokoroVoices } from "#workers/speech/engines/kokoro/voices.ts";
import { openSynthesizer } from "#workers/speech/synthesizer.ts";
import { openVoiceAnalyzer } from "#workers/speech/voices/matching/voice-analyzer.ts";
import { dot } from "#workers/speech/voices/matching/speaker-encoder.ts";
import { type SpeakStyle, styleRate } from "#workers/speech/voices/matching/style-voice.ts";
import { trainStyleVoice } from "#workers/speech/voices/matching/train-style-voice.ts";
import { writeToyKokoro } from "#test/support/toy-kokoro.ts";
import { modelsDirectory } from "#harness/service/models.ts";
import { calm, espeakVoice, fliteVoice, privateFolder, readSamples, saying } from "./synth-support.ts";

const models = {
  encoder: join(modelsDirectory, "ge2e-speaker-encoder", "encoder.onnx"),
  dnsmos: join(modelsDirectory, "dnsmos", "sig_bak_ovr.onnx"),
  vad: join(modelsDirectory, "silero-vad", "silero_vad.onnx"),
};

const passage = `Please call Stella. Ask her to bring these things with her from the store: six spoons of fresh snow peas,
  five thick slabs of blue cheese, and maybe a snack for her brother Bob. We also need a small plastic snake and a big toy
  frog for the kids.`;
const other = "The committee announced on Tuesday that the new railway line will open next year. Nobody was surprised.";

const synthesizer = openSynthesizer();

async function say(text: string, voice: EngineVoice, to: { directory: string; sampleRate?: number }): Promise<PcmFile> {
  const { directory, sampleRate = 16_000 } = to;
  const pcm = await synthesizer.synthesize(saying(text, { directory, voice }));
  return convertPcm(pcm, { path: join(directory, randomUUID()), sampleRate, signal: calm() });
}

/** An analyzer with the real models and toy styles; null, with a line in the log, where they are not installed. */
async function openTools(t: ExecutionContext) {
  if (!Object.values(models).every((path) => existsSync(path))) {
    t.log("Not run: MODELS_DIR has no ge2e-speaker-encoder, dnsmos and silero-vad.");
    t.pass();
    return null;
  }
  const [directory, reference] = [await privateFolder(t), await privateFolder(t)];
  const { "voices.bin": styles } = await writeToyKokoro(await privateFolder(t));
  const analyzer = openVoiceAnalyzer({ models: { ...models, styles }, log: (message) => t.log(message) });
  t.teardown(() => analyzer.close());
  return { analyzer, directory, reference };
}

const samplesOf = async (pcm: PcmFile): Promise<Int16Array> =>
  Int16Array.from(await readSamples(pcm), (sample) => Math.round(sample * 32_768));

test("one speaker's sentences are more alike than two speakers'", async (t) => {
  const tools = await openTools(t);
  if (tools === null) return;
  const hear = async (text: string, name: string) => {
    const samples = await samplesOf(await say(text, { ...fliteVoice, name }, tools));
    return tools.analyzer.describe({ samples, sampleRate: 16_000, speech: true }, calm());
  };
  const [ray, rayAgain, sally] = [await hear(passage, "rms"), await hear(other, "rms"), await hear(passage, "slt")];
  const [same, different] = [dot(ray.embedding, rayAgain.embedding), dot(ray.embedding, sally.embedding)];
  t.true(same > 0.75 && different < same - 0.15, `${same}, ${different}`);
  t.true(ray.pitchHz < 130 && sally.pitchHz > 150, `${ray.pitchHz}, ${sally.pitchHz} Hz`);
  t.true(ray.seconds > 8 && ray.clarity.background > 3, JSON.stringify([ray.seconds, ray.clarity]));
});

/** Variants of espeak-ng with several pitches, from 75 to 215 Hz. */
const espeakVariants = ["+m1", "+m3", "", "+f1", "+f2", "+f4"] as const;

/** espeak-ng in place of Kokoro: it speaks with six variants, and styles do nothing. */
function openSpeaker(directory: string): SpeakStyle {
  const known = new Map<string, Promise<Int16Array>>();
  const speak = async (text: string, kind: number): Promise<Int16Array> => {
    const voice = { ...espeakVoice, name: `en-us${espeakVariants[kind]}` };
    return samplesOf(await say(text, voice, { directory, sampleRate: styleRate }));
  };
  return async ({ text, profile }) => {
    const kind = kokoroVoices.indexOf(profile.baseVoice) % 6;
    const found = known.get(`${kind} ${text}`) ?? speak(text, kind);
    known.set(`${kind} ${text}`, found);
    const samples = await found;
    const path = join(directory, randomUUID());
    await writeFile(path, samples);
    return { path, sampleRate: styleRate, durationSeconds: samples.length / styleRate };
  };
}

test("a sample becomes a voice of its language, with what was reached, and its progress only grows", async (t) => {
  const tools = await openTools(t);
  if (tools === null) return;
  t.timeout(600_000);
  const { analyzer, directory, reference: referenceFolder } = tools;
  const sample = await say(passage, { ...fliteVoice, name: "slt" }, { directory });
  const matching = {
    ...{ analyzer, speak: openSpeaker(directory), engine: "kokoro", voiceNames: kokoroVoices, referenceFolder },
    hear: async () => "Her quiet dog likes the old garden. Please send five more boxes tomorrow.",
  };
  const percents: number[] = [];
  const onProgress = (percent: number): unknown => percents.push(percent);
  const training = { language: "hi", directory, signal: calm(), onProgress };
  const { voice, report } = await trainStyleVoice(matching, sample, training);
  t.is(voice.engine, "kokoro");
  t.is(voice.profile.kind, "style");
  t.regex(voice.profile.baseVoice, /^h/, "a voice that will speak Hindi is made of one that does");
  t.is(voice.profile.styleOffset.length, 256);
  t.true(voice.profile.equalizer === null || voice.profile.equalizer.length === 257);
  t.true(report.samplePitchHz > 150, `${report.samplePitchHz} Hz`);
  t.true(report.similarity > 0 && report.similarity < 1 && report.wordErrors === 0 && report.words === 13);
  t.regex(report.warnings[0] ?? "", /15 or more/);
  t.deepEqual(
    percents,
    percents.toSorted((a, b) => a - b),
  );
  t.true((percents.at(-1) ?? 0) >= 85);
});

const random = (at: number): number => ((at * 1_103_515_245 + 12_345) % 65_536) / 32_768 - 1;

for (const [what, change, code, text] of [
  ["silence", () => 0, "sample_without_speech", /silent/],
  ["noise over speech", (value: number, at: number) => value + 4000 * random(at), "audio_unusable", /background noise/],
  [
    "a clipped sample",
    (value: number) => Math.max(-2500, Math.min(2500, value)),
    "audio_unusable",
    /% of the sample is clipped/,
  ],
] as const) {
  test(`${what} is refused with the reason`, async (t) => {
    const tools = await openTools(t);
    if (tools === null) return;
    const { analyzer, directory, reference: referenceFolder } = tools;
    const samples = await samplesOf(await say(passage, fliteVoice, { directory }));
    const path = join(directory, "changed");
    await writeFile(path, samples.map(change));
    const unused = async (): Promise<never> => t.fail();
    const matching = {
      analyzer,
      speak: unused,
      hear: unused,
      engine: "kokoro",
      voiceNames: kokoroVoices,
      referenceFolder,
    };
    const sample = { path, sampleRate: 16_000, durationSeconds: samples.length / 16_000 };
    const error = await t.throwsAsync(
      trainStyleVoice(matching, sample, { language: "en", directory, signal: calm() }),
      {
        instanceOf: DomainError,
      },
    );
    t.is(error?.code, code);
    t.regex(error?.message ?? "", text);
  });
}

test("a sample shorter than a second is refused before anything is made of it", async (t) => {
  const unused = async (): Promise<never> => t.fail();
  const analyzer = { points: unused, hear: unused, describe: unused, embed: unused, fit: unused, close: unused };
  const voices = { engine: "kokoro", voiceNames: kokoroVoices, referenceFolder: "/nonexistent" };
  const sample = { path: "/nonexistent", sampleRate: 16_000, durationSeconds: 0.99 };
  const training = { language: "en", directory: "/nonexistent", signal: calm() };
  const matching = { analyzer, speak: unused, hear: unused, ...voices };
  await t.throwsAsync(trainStyleVoice(matching, sample, training), {
    instanceOf: DomainError,
    code: "sample_too_short",
  });
});

test("two people in a sample are noticed", async (t) => {
  const tools = await openTools(t);
  if (tools === null) return;
  const { analyzer, directory, reference: referenceFolder } = tools;
  const [ray, sally] = await Promise.all(
    ["rms", "slt"].map(async (name) => samplesOf(await say(passage, { ...fliteVoice, name }, { directory }))),
  );
  const path = join(directory, "both");
  const both = Int16Array.from([...(ray ?? []), ...(sally ?? [])]);
  await writeFile(path, both);
  const unused = async (): Promise<never> => t.fail();
  const matching = {
    analyzer,
    speak: unused,
    hear: unused,
    engine: "kokoro",
    voiceNames: kokoroVoices,
    referenceFolder,
  };
  const sample = { path, sampleRate: 16_000, durationSeconds: both.length / 16_000 };
  const training = trainStyleVoice(matching, sample, { language: "en", directory, signal: calm() });
  await t.throwsAsync(training, { instanceOf: DomainError, message: /The sample seems to contain two speakers/ });
});
