import { readFile, writeFile } from "node:fs/promises";
import { getPriority } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { audioFormats } from "#db/schema.ts";
import { audioFormatFacts, resolveEncoding } from "#src/domain/speech/audio-formats.ts";
import { decode, likeness } from "#harness/audio/decoded.ts";
import type { PcmFile } from "#workers/speech/engine.ts";
import type { AudioFormat } from "#workers/speech/audio/codecs.ts";
import { encodeAudio } from "#workers/speech/audio/encode-audio.ts";
import { convertPcm } from "#workers/speech/audio/convert-pcm.ts";
import { processesIn } from "./recognition-support.ts";
import { calm, privateFolder, readSamples } from "./synth-support.ts";

const toneHz = 440;

const makeTone = async (directory: string, sampleRate: number, seconds = 1.5): Promise<PcmFile> => {
  const samples = Int16Array.from({ length: sampleRate * seconds }, (_, at) =>
    Math.round(12_000 * Math.sin((2 * Math.PI * toneHz * at) / sampleRate)),
  );
  const path = join(directory, `tone-${sampleRate}-${seconds}.pcm`);
  await writeFile(path, Buffer.from(samples.buffer));
  return { path, sampleRate, durationSeconds: seconds };
};

const crossings = (samples: Float32Array): number =>
  samples.reduce((count, sample, at) => count + (at > 0 && (samples[at - 1] ?? 0) < 0 && sample >= 0 ? 1 : 0), 0);

const encode = async (t: ExecutionContext, format: AudioFormat, sampleRate: number) => {
  const directory = await privateFolder(t);
  return encodeAudio(await makeTone(directory, sampleRate), format, { directory, signal: calm() });
};

/** A sound that is like itself nowhere else: it rises from 200 to 1,500 Hz. */
const makeSweep = async (directory: string): Promise<PcmFile> => {
  const [sampleRate, durationSeconds] = [24_000, 1.5];
  const samples = Int16Array.from({ length: sampleRate * durationSeconds }, (_, at) => {
    const second = at / sampleRate;
    return Math.round(12_000 * Math.sin(2 * Math.PI * (200 * second + (1_300 / 2 / durationSeconds) * second ** 2)));
  });
  const path = join(directory, "sweep.pcm");
  await writeFile(path, Buffer.from(samples.buffer));
  return { path, sampleRate, durationSeconds };
};

const codecNames: Readonly<Record<AudioFormat, string>> = {
  ...{ wav: "pcm_s16le", mp3: "mp3", ogg: "opus", flac: "flac", aac: "aac" },
  ...{ pcm: "pcm_s16le", mulaw: "pcm_mulaw", alaw: "pcm_alaw" },
};

for (const format of audioFormats) {
  const { sampleRates, bitRates } = audioFormatFacts[format];
  test(`${format} is the same sound at every sample rate that it may have`, async (t) => {
    const directory = await privateFolder(t);
    const sweep = await makeSweep(directory);
    const original = await decode(await readFile(sweep.path), "pcm", sweep.sampleRate);
    for (const sampleRate of sampleRates) {
      const { bitRate } = resolveEncoding({ format, bitRate: bitRates?.(sampleRate).max });
      const encoded = await encodeAudio(sweep, format, { directory, signal: calm(), sampleRate, bitRate });
      const content = await readFile(encoded.path);
      const decoded = await decode(content, format, sampleRate);
      t.is(encoded.bytes, content.length);
      t.is(encoded.sampleRate, sampleRate);
      t.is(decoded.codec, codecNames[format]);
      t.is(decoded.sampleRate, format === "ogg" ? 48_000 : sampleRate);
      t.true(Math.abs(decoded.seconds - 1.5) < 0.3, `${sampleRate} Hz: ${decoded.seconds} s`);
      const alike = likeness(original.samples, decoded.samples);
      t.true(alike > 0.9, `${sampleRate} Hz: ${alike}`);
    }
  });
}

for (const format of ["mp3", "ogg", "aac"] as const) {
  test(`${format} has about as many bits a second as are asked for`, async (t) => {
    const directory = await privateFolder(t);
    const noise = Int16Array.from({ length: 24_000 * 10 }, (_, at) => ((at * 2_654_435_761) % 24_000) - 12_000);
    const path = join(directory, "noise.pcm");
    await writeFile(path, Buffer.from(noise.buffer));
    const pcm = { path, sampleRate: 24_000, durationSeconds: 10 };
    for (const bitRate of [24_000, 48_000, 96_000]) {
      const { bytes } = await encodeAudio(pcm, format, { directory, signal: calm(), sampleRate: 24_000, bitRate });
      const found = (bytes * 8) / 10;
      t.true(found > bitRate / 2 && found < bitRate * 2, `${bitRate}: ${found}`);
    }
  });
}

test("formats without a header hold nothing but samples", async (t) => {
  const directory = await privateFolder(t);
  const sweep = await makeSweep(directory);
  for (const [format, sampleRate, bytesPerSample] of [
    ["pcm", 24_000, 2],
    ["pcm", 16_000, 2],
    ["mulaw", 8_000, 1],
    ["alaw", 16_000, 1],
  ] as const) {
    const { bytes } = await encodeAudio(sweep, format, { directory, signal: calm(), sampleRate });
    t.true(
      Math.abs(bytes - 1.5 * sampleRate * bytesPerSample) <= 2 * bytesPerSample,
      `${format} ${sampleRate}: ${bytes}`,
    );
  }
});

test("a WAV header carries the real sizes", async (t) => {
  const { path } = await encode(t, "wav", 16_000);
  const bytes = await readFile(path);
  t.is(bytes.readUInt32LE(4), bytes.length - 8);
  t.is(bytes.readUInt32LE(40), bytes.length - 44);
  t.is(bytes.length, 44 + 1.5 * 16_000 * 2);
});

test("a slower tempo keeps the pitch", async (t) => {
  const directory = await privateFolder(t);
  const tone = await makeTone(directory, 16_000);
  const path = join(directory, "slow.pcm");
  const slow = await convertPcm(tone, { path, sampleRate: 16_000, tempo: 0.5, signal: calm() });
  t.true(Math.abs(slow.durationSeconds - 3) < 0.1, `${slow.durationSeconds} s`);
  t.true(Math.abs(crossings(await readSamples(slow)) / slow.durationSeconds - toneHz) < 15);
});

test("an abort stops encoding and rejects with its reason", async (t) => {
  const directory = await privateFolder(t);
  const tone = await makeTone(directory, 22_050, 60);
  const controller = new AbortController();
  const reason = new Error("the caller left");
  const running = encodeAudio(tone, "ogg", { directory, signal: controller.signal });
  controller.abort(reason);
  t.is(await t.throwsAsync(running), reason);
  t.is(await t.throwsAsync(encodeAudio(tone, "wav", { directory, signal: controller.signal })), reason);
});

test("the encoder of long audio runs at low priority", async (t) => {
  const directory = await privateFolder(t);
  const own = getPriority();
  const found = new Set<number>();
  const timer = setInterval(() => {
    for (const pid of processesIn(directory, "ffmpeg")) found.add(getPriority(pid));
  }, 5);
  await encodeAudio(await makeTone(directory, 16_000, 300), "ogg", { directory, signal: calm() });
  clearInterval(timer);
  t.true(found.has(Math.min(19, own + 10)), `nice values ${[...found].join()}, own ${own}`);
});
