import { execFile } from "node:child_process";
import { promisify } from "node:util";
import test, { type ExecutionContext } from "ava";
import { DomainError } from "#src/errors.ts";
import { type DecoderOptions, openDecoder } from "#workers/speech/audio/open-decoder.ts";
import { privateFolder } from "./synth-support.ts";

const run = promisify(execFile);
const outputRate = 16_000;
const clip = new URL("../../workers/speech/recognition/test-clip.raw", import.meta.url).pathname;
const clipInput = ["-v", "error", "-f", "s16le", "-ar", `${outputRate}`, "-ac", "1", "-i", clip];
const binary = { encoding: "buffer", maxBuffer: 64 * 1024 * 1024 } as const;
/** A number of bytes that parts samples, pages and frames. */
const frameBytes = 1_111;

const toSamples = (bytes: Uint8Array): Int16Array => new Int16Array(Uint8Array.from(bytes).buffer);

/** The clip in another form, and how ffmpeg decodes that. */
async function clipAs(args: readonly string[], form: readonly string[] = []) {
  const { stdout: sent } = await run("ffmpeg", [...clipInput, ...args, "pipe:1"], binary);
  const decoding = run(
    "ffmpeg",
    ["-v", "error", ...form, "-i", "pipe:0", "-ac", "1", "-ar", `${outputRate}`, "-f", "s16le", "pipe:1"],
    binary,
  );
  decoding.child.stdin?.end(sent);
  const { stdout } = await decoding;
  return { sent, wanted: toSamples(stdout) };
}

interface Decoded {
  readonly samples: Int16Array;
  readonly errors: readonly unknown[];
}

async function decode(
  t: ExecutionContext,
  sent: Uint8Array,
  options: Pick<DecoderOptions, "encoding" | "sampleRate">,
): Promise<Decoded> {
  const [samples, errors]: [number[], unknown[]] = [[], []];
  await using decoder = openDecoder({
    ...options,
    outputRate,
    directory: await privateFolder(t),
    onSamples: (some) => samples.push(...some),
    onError: (error) => errors.push(error),
  });
  for (let from = 0; from < sent.length; from += frameBytes)
    decoder.write(Buffer.from(sent.subarray(from, from + frameBytes)));
  await decoder.end();
  return { samples: Int16Array.from(samples), errors };
}

const codeOf = (error: unknown): string => (error instanceof DomainError ? error.code : String(error));

/** By how much a sound is louder than its difference from another, in dB; the ends are left out. */
function signalToNoise(wanted: Int16Array, other: Int16Array): number {
  const edge = 200;
  let [power, error] = [0, 1];
  for (let index = edge; index < wanted.length - edge; index += 1) {
    const sample = wanted[index] ?? 0;
    power += sample ** 2;
    error += (sample - (other[index] ?? 0)) ** 2;
  }
  return 10 * Math.log10(power / error);
}

for (const { encoding, format, rates } of [
  { encoding: "pcm_s16le", format: "s16le", rates: [8_000, 16_000, 22_050, 24_000, 44_100, 48_000] },
  { encoding: "pcm_f32le", format: "f32le", rates: [16_000, 48_000] },
  { encoding: "mulaw", format: "mulaw", rates: [8_000, 16_000] },
  { encoding: "alaw", format: "alaw", rates: [8_000] },
] as const) {
  for (const sampleRate of rates) {
    test(`${encoding} at ${sampleRate} Hz becomes the samples that ffmpeg makes of it`, async (t) => {
      const form = ["-f", format, "-ar", `${sampleRate}`, "-ac", "1"];
      const { sent, wanted } = await clipAs(["-ar", `${sampleRate}`, "-f", format], form);
      const { samples, errors } = await decode(t, sent, { encoding, sampleRate });
      t.deepEqual(errors, []);
      // The filter of the resampler holds back a few milliseconds.
      t.true(wanted.length - samples.length >= 0 && wanted.length - samples.length < 0.01 * outputRate);
      const ratio = signalToNoise(wanted.subarray(0, samples.length), samples);
      t.true(ratio > 40, `${ratio} dB`);
    });
  }
}

for (const [name, args] of [
  ["WebM", ["-c:a", "libopus", "-f", "webm"]],
  ["Ogg", ["-c:a", "libopus", "-f", "ogg"]],
  ["MP3", ["-f", "mp3"]],
  ["FLAC", ["-f", "flac"]],
  ["WAV", ["-f", "wav"]],
  ["ADTS", ["-c:a", "aac", "-f", "adts"]],
] as const) {
  test(`a stream of ${name} becomes the samples that ffmpeg makes of the file`, async (t) => {
    const { sent, wanted } = await clipAs(args);
    const { samples, errors } = await decode(t, sent, { encoding: "container", sampleRate: 0 });
    t.deepEqual(errors, []);
    const ratio = signalToNoise(wanted, samples);
    t.true(ratio > 60, `${ratio} dB`);
  });
}

for (const [name, bytes] of [
  ["bytes of no container", Buffer.from("These bytes are in no container.")],
  ["a few bytes", Buffer.from("Ogg")],
  ["a head with nothing behind it", Buffer.from("OggS and what no Ogg holds, for some more bytes.")],
  ["a file whose reader needs its end", Buffer.concat([Buffer.alloc(4), Buffer.from("ftypM4A and so on")])],
  ["a playlist", Buffer.from("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n")],
] as const) {
  test(`${name} is refused once, in plain words`, async (t) => {
    const { samples, errors } = await decode(t, bytes, { encoding: "container", sampleRate: 0 });
    t.is(samples.length, 0);
    t.deepEqual(errors.map(codeOf), ["audio_unusable"]);
  });
}

test("a folder that is not there is no fault of the sound", async (t) => {
  const failed = Promise.withResolvers<unknown>();
  await using decoder = openDecoder({
    ...{ encoding: "container", sampleRate: 0, outputRate, directory: `${await privateFolder(t)}/none` },
    onSamples: () => undefined,
    onError: failed.resolve,
  });
  decoder.write(Buffer.from("OggS and so on"));
  t.not(codeOf(await failed.promise), "audio_unusable");
});
