import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { DomainError } from "#src/errors.ts";
import { cpuTimeSinceMs } from "#test/support/cpu-time.ts";
import { convertPcm } from "#workers/speech/audio/convert-pcm.ts";
import type { EngineVoice, PcmFile } from "#workers/speech/engine.ts";
import { openSynthesizer } from "#workers/speech/synthesizer.ts";
import { correctProfile, firstProfile } from "#workers/speech/voices/fit-profile.ts";
import { measureVoice } from "#workers/speech/voices/measure-voice.ts";
import { trainVoice } from "#workers/speech/voices/train-voice.ts";
import { calm, espeakVoice, fliteVoice, privateFolder, saying } from "./synth-support.ts";

const passage = `Please call Stella. Ask her to bring these things with her from the store: six spoons of fresh snow peas,
  five thick slabs of blue cheese, and maybe a snack for her brother Bob.`;

const otherText =
  "The committee announced on Tuesday that the new railway line will open next year. Nobody was surprised.";

const speak = async (text: string, voice: EngineVoice, directory: string): Promise<PcmFile> => {
  const pcm = await openSynthesizer().synthesize(saying(text, { directory, voice }));
  return convertPcm(pcm, { path: `${pcm.path}.16k`, sampleRate: 16_000, signal: calm() });
};

const semitones = (from: number, to: number): number => 12 * Math.log2(to / from);

const fromSamples = async (directory: string, seconds: number, at: (time: number) => number): Promise<PcmFile> => {
  const samples = Int16Array.from({ length: seconds * 16_000 }, (_, index) => Math.round(20_000 * at(index / 16_000)));
  const path = join(directory, "made.pcm");
  await writeFile(path, Buffer.from(samples.buffer));
  return { path, sampleRate: 16_000, durationSeconds: seconds };
};

const matches = async (t: ExecutionContext, sampleVoice: EngineVoice) => {
  const directory = await privateFolder(t);
  const sample = await speak(passage, sampleVoice, directory);
  const { voice, measurement } = await trainVoice(sample, { language: "en", directory, signal: calm() });
  const spoken = await measureVoice(await speak(otherText, voice, directory), { signal: calm() });
  const usual = await measureVoice(await speak(otherText, fliteVoice, directory), { signal: calm() });
  return { voice, measurement, spoken, usual };
};

for (const [who, sampleVoice] of [
  ["flite's slt", { ...fliteVoice, name: "slt" }],
  ["espeak-ng's f2", { ...espeakVoice, name: "en-us+f2" }],
] as const) {
  test(`a woman's voice (${who}) is matched within 3 semitones on another text, the default voice is further off`, async (t) => {
    const { measurement, spoken, usual } = await matches(t, sampleVoice);
    t.true(Math.abs(semitones(measurement.medianPitchHz, spoken.medianPitchHz)) < 3);
    t.true(Math.abs(semitones(measurement.medianPitchHz, usual.medianPitchHz)) > 6);
    const [, f3] = measurement.formantsHz;
    t.true(Math.abs(Math.log(spoken.formantsHz[1] / f3)) < Math.abs(Math.log(usual.formantsHz[1] / f3)));
  });
}

test("a man's voice (flite's rms) is matched within 3 semitones on another text", async (t) => {
  const { voice, measurement, spoken } = await matches(t, fliteVoice);
  t.true(Math.abs(semitones(measurement.medianPitchHz, spoken.medianPitchHz)) < 3);
  t.is(voice.engine, "espeak-ng");
});

test("a trained voice speaks other languages, and at any speed", async (t) => {
  const directory = await privateFolder(t);
  const profile = { pitchBaseHz: 180, pitchRangeHz: 260, formantPercent: 115, wordsPerMinute: 160 };
  const voice = { ...espeakVoice, profile };
  const synthesizer = openSynthesizer();
  const text = "Heute ist das Wetter sehr schön. Wir gehen im Park spazieren.";
  const usual = await synthesizer.synthesize(saying(text, { directory, voice, language: "de" }));
  const fast = await synthesizer.synthesize(saying(text, { directory, voice, language: "de", speed: 2 }));
  t.true(
    Math.abs(usual.durationSeconds / fast.durationSeconds - 2) < 0.25,
    `${usual.durationSeconds} s, ${fast.durationSeconds} s`,
  );
  const path = join(directory, "usual.16k");
  const heard = await measureVoice(await convertPcm(usual, { path, sampleRate: 16_000, signal: calm() }), {
    signal: calm(),
  });
  t.true(Math.abs(semitones(heard.medianPitchHz, 220)) < 2, `${heard.medianPitchHz} Hz`);
});

test("under one second is sample_too_short", async (t) => {
  const directory = await privateFolder(t);
  const sample = await fromSamples(directory, 0.9, (time) => Math.sin(900 * time));
  const error = await t.throwsAsync(trainVoice(sample, { language: "en", directory, signal: calm() }), {
    instanceOf: DomainError,
  });
  t.is(error?.code, "sample_too_short");
});

for (const [what, at] of [
  ["silence", () => 0],
  ["a chord", (time: number) => 0.3 * (Math.sin(1_382 * time) + Math.sin(1_741 * time) + Math.sin(2_071 * time))],
  ["noise", () => Math.random() * 2 - 1],
] as const) {
  test(`${what} is sample_without_speech, and nothing is left behind`, async (t) => {
    const directory = await privateFolder(t);
    const sample = await fromSamples(directory, 12, at);
    const error = await t.throwsAsync(trainVoice(sample, { language: "en", directory, signal: calm() }), {
      instanceOf: DomainError,
    });
    t.is(error?.code, "sample_without_speech");
    t.deepEqual(await readdir(directory), ["made.pcm"]);
  });
}

test("too little voice is refused with how much was found and how much is needed", async (t) => {
  const directory = await privateFolder(t);
  const sample = await speak("Good morning to you.", fliteVoice, directory);
  const error = await t.throwsAsync(trainVoice(sample, { language: "en", directory, signal: calm() }), {
    instanceOf: DomainError,
  });
  t.is(error?.code, "sample_without_speech");
  t.regex(error?.message ?? "", /^The sample contains [01]\.\d seconds of speech; 3 are required/);
});

test("measuring leaves the event loop free and ends with an abort", async (t) => {
  const directory = await privateFolder(t);
  const sample = await fromSamples(directory, 60, (time) => 0.5 * Math.sin(900 * time + 3 * Math.sin(30 * time)));
  let longestMs = 0;
  let last = process.threadCpuUsage();
  const ticking = setInterval(() => {
    longestMs = Math.max(longestMs, cpuTimeSinceMs(last));
    last = process.threadCpuUsage();
  }, 10);
  t.teardown(() => clearInterval(ticking));
  await measureVoice(sample, { signal: calm() });
  t.true(longestMs < 300, `${longestMs} ms`);
  const controller = new AbortController();
  const reason = new Error("the caller left");
  const running = measureVoice(sample, { signal: controller.signal });
  controller.abort(reason);
  t.is(await t.throwsAsync(running), reason);
});

test("an unknown language trains an English voice", async (t) => {
  const directory = await privateFolder(t);
  const sample = await speak(passage, espeakVoice, directory);
  const { voice } = await trainVoice(sample, { language: "und", directory, signal: calm() });
  t.is(voice.name, "en-us");
});

test("a fit stays within its bounds, whatever was measured", (t) => {
  const heard = (medianPitchHz: number, syllablesPerSecond: number) => ({
    medianPitchHz,
    pitchRangeSemitones: 30,
    syllablesPerSecond,
    formantsHz: [9_000, 9_000, 9_000] as const,
    voicedSeconds: 5,
  });
  const nothing = { ...heard(0, 0), pitchRangeSemitones: 0, formantsHz: [0, 0, 0] as const };
  let profile = firstProfile(heard(2_000, 50));
  for (const spoken of [heard(10, 0.1), nothing, heard(10, 0.1)])
    profile = correctProfile(profile, heard(2_000, 50), spoken);
  t.true((profile.pitchBaseHz + profile.pitchRangeHz) / 2 <= 400.001);
  t.true(profile.pitchRangeHz / profile.pitchBaseHz <= 2.001);
  t.true(profile.formantPercent <= 125 && profile.wordsPerMinute <= 300);
});
