import { readFile, writeFile } from "node:fs/promises";
import { getPriority } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { parseFile } from "music-metadata";
import type { PcmFile } from "#workers/speech/engine.ts";
import { type AudioFormat, encodeAudio } from "#workers/speech/encode/encode-audio.ts";
import { convertPcm } from "#workers/speech/encode/convert-pcm.ts";
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

for (const [format, container, sampleRate, encodedRate] of [
  ["wav", "WAVE", 16_000, 16_000],
  ["wav", "WAVE", 22_050, 22_050],
  ["mp3", "MPEG", 16_000, 16_000],
  ["mp3", "MPEG", 22_050, 22_050],
  ["ogg", "Ogg", 16_000, 16_000],
  ["ogg", "Ogg", 22_050, 24_000],
  ["flac", "FLAC", 22_050, 22_050],
] as const) {
  test(`${format} from ${sampleRate} Hz is a ${container} file of the right length`, async (t) => {
    const encoded = await encode(t, format, sampleRate);
    const bytes = await readFile(encoded.path);
    const { format: found } = await parseFile(encoded.path, { duration: true });
    t.is(encoded.bytes, bytes.length);
    t.is(encoded.sampleRate, encodedRate);
    t.is(encoded.durationSeconds, 1.5);
    t.is(found.container, container);
    t.true(Math.abs((found.duration ?? 0) - 1.5) < 0.15, `${found.duration} s`);
    if (format !== "ogg") t.is(found.sampleRate, encodedRate);
  });
}

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
