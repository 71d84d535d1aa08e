import { copyFile, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import type { PcmFile } from "#workers/speech/engine.ts";
import { encodeAudio } from "#workers/speech/audio/encode-audio.ts";
import { type JoinedPiece, joinPcm } from "#workers/speech/audio/join-pcm.ts";
import { measureSpeechLevel } from "#workers/speech/audio/measure-speech.ts";
import { openEspeak } from "#workers/speech/engines/espeak-ng/open-espeak.ts";
import { openFlite } from "#workers/speech/engines/flite/open-flite.ts";
import {
  calm,
  espeakVoice,
  fliteVoice,
  measuredByFfmpeg,
  privateFolder,
  readSamples,
  saying,
} from "./synth-support.ts";

const signal = calm();

interface Made {
  readonly rate?: number;
  readonly seconds: number;
  /** The value at a time in seconds. */
  readonly sound: (seconds: number) => number;
}

let files = 0;

async function makePcm(directory: string, { rate = 24_000, seconds, sound }: Made): Promise<PcmFile> {
  const samples = Int16Array.from({ length: Math.round(rate * seconds) }, (_, at) =>
    Math.round(32_767 * sound(at / rate)),
  );
  files += 1;
  const path = join(directory, `made-${files}.pcm`);
  await writeFile(path, Buffer.from(samples.buffer));
  return { path, sampleRate: rate, durationSeconds: seconds };
}

const tone = (hz: number, gain: number) => (at: number) => gain * Math.sin(2 * Math.PI * hz * at);
/** Syllables with pauses and single sharp peaks, from noise that is the same each time. */
const syllables = (gain: number) => (at: number) => {
  const noise = Math.sin(91_733 * at) * Math.sin(40_507 * at * at + 7 * at);
  const voiced = Math.max(0, Math.sin(2 * Math.PI * 3 * at)) * Math.sin(2 * Math.PI * 140 * at) ** 9;
  return gain * (0.15 * noise * Number(at % 1 > 0.4) + 0.85 * voiced);
};

const encodedBy = async (t: ExecutionContext, pieces: readonly JoinedPiece[], directory: string) => {
  const joined = await joinPcm(pieces, { directory, signal });
  t.is(joined.sampleRate, 24_000);
  return { joined, wav: await encodeAudio(joined, "wav", { directory, signal }) };
};

for (const [name, sound] of Object.entries({
  "a tone of 100 Hz": tone(100, 0.3),
  "a tone of 997 Hz": tone(997, 0.5),
  // It comes and goes slowly: the filters of two programs differ in what they make of a sudden begin.
  "a tone of 8 kHz whose peaks lie between the samples": (at: number) =>
    0.9 * Math.sin((Math.PI * at) / 6) * Math.sin(2 * Math.PI * 8_000 * at + Math.PI / 4),
  syllables: syllables(0.7),
  "a soft beginning and a loud end": (at: number) => syllables(0.05 + at / 8)(at),
})) {
  test(`loudness and true peak of ${name} are those that ffmpeg measures`, async (t) => {
    const directory = await privateFolder(t);
    const pcm = await makePcm(directory, { seconds: 6, sound });
    const { path } = await encodeAudio(pcm, "wav", { directory, signal });
    const [ours, theirs] = [await measureSpeechLevel(pcm), await measuredByFfmpeg(path)];
    t.true(Math.abs(ours.lufs - theirs.lufs) <= 0.2, `${ours.lufs} and ${theirs.lufs} LUFS`);
    t.true(Math.abs(ours.truePeakDb - theirs.truePeakDb) <= 0.2, `${ours.truePeakDb} and ${theirs.truePeakDb} dB`);
  });
}

for (const [name, made] of Object.entries({
  "loud syllables": { seconds: 5, sound: syllables(1) },
  "soft syllables at 22,050 Hz": { rate: 22_050, seconds: 5, sound: syllables(0.06) },
  "a tone at 16 kHz": { rate: 16_000, seconds: 1, sound: tone(440, 0.9) },
  "half a second": { seconds: 0.5, sound: syllables(0.5) },
  "single clicks": { seconds: 4, sound: (at: number) => (at % 0.5 < 0.001 ? 0.9 : tone(200, 0.05)(at)) },
})) {
  test(`${name}: −18 LUFS and no true peak above −1 dB`, async (t) => {
    const directory = await privateFolder(t);
    const { wav } = await encodedBy(t, [await makePcm(directory, made)], directory);
    const { lufs, truePeakDb } = await measuredByFfmpeg(wav.path);
    t.log(`${lufs} LUFS, ${truePeakDb} dB`);
    t.true(truePeakDb <= -1);
    if (name !== "single clicks") t.true(Math.abs(lufs + 18) <= 0.5);
    else t.true(lufs > -27 && lufs < -17, "limiting is gentle: what is mostly peaks stays quieter");
  });
}

test("less than a block of 0.4 s is as loud as all other speech", async (t) => {
  const directory = await privateFolder(t);
  const pcm = await makePcm(directory, { seconds: 0.2, sound: tone(300, 0.02) });
  const joined = await joinPcm([pcm], { directory, signal });
  t.true(joined.durationSeconds < 0.4);
  t.true(Math.abs((await measureSpeechLevel(joined)).lufs + 18) < 0.2);
});

test("silence stays silence and is no empty file", async (t) => {
  const directory = await privateFolder(t);
  for (const seconds of [0, 0.1, 3]) {
    const joined = await joinPcm([await makePcm(directory, { seconds, sound: () => 0 })], { directory, signal });
    t.is(joined.durationSeconds, 0.2);
    t.true((await readSamples(joined)).every((sample) => sample === 0));
  }
});

test("the silence at the edges goes, soft first sounds stay", async (t) => {
  const directory = await privateFolder(t);
  const soft = (at: number): number => (at > 1.2 && at < 1.25 ? tone(3_000, 0.004)(at) : 0);
  const sound = (at: number): number => (at > 1.25 && at < 2 ? tone(300, 0.4)(at) : soft(at));
  const joined = await joinPcm([await makePcm(directory, { seconds: 4, sound })], { directory, signal });
  t.true(Math.abs(joined.durationSeconds - 0.9) < 0.03, `${joined.durationSeconds} s`);
  t.true((await measureSpeechLevel(joined)).leadingSeconds <= 0.1);
});

/** The lengths in seconds of stretches without sound that are longer than a tenth of a second. */
const pausesOf = (samples: Float32Array, rate: number): readonly number[] => {
  const pauses: number[] = [];
  let quiet = 0;
  for (const sample of samples) {
    if (Math.abs(sample) < 0.001) quiet += 1;
    else {
      if (quiet > rate / 10) pauses.push(quiet / rate);
      quiet = 0;
    }
  }
  return pauses;
};

test("two pieces have the requested pause between them, whatever silence they bring, and are removed", async (t) => {
  const directory = await privateFolder(t);
  const sound = (at: number): number => (at > 0.5 && at < 1 ? tone(440, 0.3)(at) : 0);
  const pieces = [
    { ...(await makePcm(directory, { rate: 16_000, seconds: 1.9, sound })), pauseSeconds: 0.3 },
    { ...(await makePcm(directory, { rate: 22_050, seconds: 1.4, sound })), pauseSeconds: 0.6 },
    { ...(await makePcm(directory, { rate: 44_100, seconds: 1.1, sound })), pauseSeconds: 5 },
  ];
  const joined = await joinPcm(pieces, { directory, signal });
  const pauses = pausesOf(await readSamples(joined), joined.sampleRate);
  t.is(pauses.length, 2);
  for (const [index, pause] of [0.3, 0.6].entries())
    t.true(Math.abs((pauses[index] ?? 0) - pause) < 0.04, `${pauses[index]} s`);
  t.is((await readdir(directory)).length, 1);
});

test("two speakers are equally loud, and the dynamics of one are kept", async (t) => {
  const directory = await privateFolder(t);
  const tones = [0.6, 0.03].map((gain) => makePcm(directory, { seconds: 2, sound: tone(500, gain) }));
  const loudnessOfHalves = async (pieces: readonly JoinedPiece[]) => {
    const joined = await joinPcm(pieces, { directory, signal });
    const samples = await readSamples(joined);
    const powerOf = (half: Float32Array) => half.reduce((sum, sample) => sum + sample * sample, 0);
    const middle = samples.length / 2;
    return 10 * Math.log10(powerOf(samples.subarray(0, middle)) / powerOf(samples.subarray(middle)));
  };
  const [loud, soft] = await Promise.all(tones);
  if (loud === undefined || soft === undefined) return t.fail();
  const copies = await Promise.all(
    [0.6, 0.03].map((gain) => makePcm(directory, { seconds: 2, sound: tone(500, gain) })),
  );
  t.true(
    Math.abs(
      await loudnessOfHalves([
        { ...loud, speaker: "a" },
        { ...soft, speaker: "b" },
      ]),
    ) < 1,
  );
  t.true((await loudnessOfHalves(copies.map((pcm) => ({ ...pcm, speaker: "a" })))) > 10);
  return undefined;
});

for (const [name, speak] of Object.entries({
  flite: (directory: string) => openFlite().synthesize(saying("Friday at four.", { directory, voice: fliteVoice })),
  "espeak-ng": (directory: string) =>
    openEspeak().synthesize(saying("Friday at four.", { directory, voice: espeakVoice })),
})) {
  test(`speech of ${name} keeps its level as MP3 and Opus`, async (t) => {
    const directory = await privateFolder(t);
    const joined = await joinPcm([await speak(directory)], { directory, signal });
    for (const format of ["mp3", "ogg", "flac"] as const) {
      const { path, sampleRate } = await encodeAudio(joined, format, { directory, signal });
      const { lufs, truePeakDb } = await measuredByFfmpeg(path);
      t.is(sampleRate, 24_000);
      t.true(Math.abs(lufs + 18) <= 1.5 && truePeakDb <= -0.5, `${format}: ${lufs} LUFS, ${truePeakDb} dB`);
    }
  });
}

test("ten minutes of sound are joined in bounded memory", async (t) => {
  const directory = await privateFolder(t);
  const minute = await makePcm(directory, { seconds: 60, sound: syllables(0.5) });
  const pieces = await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      const path = join(directory, `piece-${index}.pcm`);
      await copyFile(minute.path, path);
      return { ...minute, path, pauseSeconds: 0.3 };
    }),
  );
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers - before)), 5);
  const joined = await joinPcm(pieces, { directory, signal });
  clearInterval(timer);
  t.true(Math.abs(joined.durationSeconds - 602.7) < 3);
  t.is((await stat(joined.path)).size, Math.round(joined.durationSeconds * 24_000) * 2);
  t.log(`${Math.round(most / 2 ** 20)} MiB`);
  t.true(most < 64 * 2 ** 20);
});
