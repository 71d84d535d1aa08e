import { watch } from "node:fs";
import { readdir, readFile, readlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { detectContainer } from "#src/domain/speech/audio-container.ts";
import type { AudioContainer } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { encoded, speech, tone, wav } from "#harness/audio/sounds.ts";
import { findDescendants } from "#harness/service/processes.ts";
import { until } from "#harness/until.ts";
import { decodeAudio, type DecodeOptions } from "#workers/speech/audio/decode-audio.ts";
import { wavClaiming } from "#harness/audio/hostile-media.ts";
import { calm, privateFolder } from "./synth-support.ts";

const decode = async (
  t: ExecutionContext,
  content: Uint8Array,
  { name = "", ...options }: Partial<DecodeOptions> & { readonly name?: string } = {},
) => {
  const directory = await privateFolder(t);
  const path = join(directory, "source");
  await writeFile(path, content);
  const container: AudioContainer = (await detectContainer(content.subarray(0, 65_536), name)) ?? "wav";
  const pcm = decodeAudio({ path, container }, { directory, maxSeconds: 60, signal: calm(), ...options });
  return { directory, pcm };
};

const refusal = async (t: ExecutionContext, content: Uint8Array, options: Partial<DecodeOptions> = {}) => {
  const { directory, pcm } = await decode(t, content, options);
  const error = await t.throwsAsync(pcm, { instanceOf: DomainError });
  t.deepEqual(await readdir(directory), ["source"], "nothing is left behind");
  return error;
};

const codecs: readonly (readonly [extension: string, ...options: string[]])[] = [
  ...["pcm_u8", "pcm_s16le", "pcm_s24le", "pcm_s32le", "pcm_f32le", "pcm_f64le", "pcm_alaw", "pcm_mulaw"].map(
    (codec) => ["wav", "-c:a", codec] as const,
  ),
  ["wav", "-c:a", "adpcm_ms"],
  ["wav", "-c:a", "adpcm_ima_wav"],
  ["wav", "-c:a", "libmp3lame"],
  ["wav", "-c:a", "g722", "-ar", "16000"],
  ["wav", "-ac", "6", "-ar", "96000"],
  ["mp3"],
  ["mp3", "-ar", "8000", "-b:a", "8k"],
  ["flac"],
  ["ogg", "-c:a", "libvorbis"],
  ["opus"],
  ["oga", "-c:a", "flac"],
  ["m4a", "-c:a", "aac"],
  ["m4a", "-c:a", "alac"],
  ["mp4", "-c:a", "libopus", "-ar", "48000", "-strict", "-2"],
  ["mp4", "-movflags", "frag_keyframe+empty_moov"],
  ["mov", "-c:a", "pcm_s16be"],
  ["aac"],
  ["webm", "-c:a", "libopus", "-ar", "48000"],
  ["webm", "-c:a", "libvorbis"],
  ["mka", "-c:a", "pcm_s16le"],
  // Telephones, voicemail and dictating machines.
  ["wav", "-c:a", "libgsm_ms", "-ar", "8000"],
  ["wav", "-c:a", "g723_1", "-ar", "8000", "-b:a", "6300"],
  ["wav", "-c:a", "g726", "-ar", "8000"],
  ["gsm", "-c:a", "libgsm", "-ar", "8000"],
  ["g723_1", "-f", "g723_1", "-ar", "8000", "-b:a", "6300"],
  ["au", "-c:a", "pcm_mulaw", "-ar", "8000"],
  ["spx", "-c:a", "libspeex", "-ar", "8000"],
  ["spx", "-c:a", "libspeex", "-ar", "16000"],
  ["voc", "-f", "voc"],
  // Computers and studios.
  ["wav", "-rf64", "always"],
  ["w64"],
  ["w64", "-c:a", "pcm_f32le"],
  ["aiff"],
  ...["pcm_s16le", "pcm_mulaw", "pcm_alaw", "pcm_f32be", "adpcm_ima_qt"].map(
    (codec) => ["aifc", "-f", "aiff", "-c:a", codec] as const,
  ),
  ["caf"],
  ["caf", "-c:a", "alac"],
  ["caf", "-c:a", "adpcm_ima_qt"],
  ["wma", "-c:a", "wmav1"],
  ["wma", "-c:a", "wmav2"],
  ["wv"],
  // Films and broadcasts.
  ["mp2"],
  ["mpga", "-f", "mp2"],
  ["ac3", "-ar", "48000"],
  ["eac3", "-ar", "44100"],
  ["loas", "-f", "latm", "-c:a", "aac"],
  ["ts", "-c:a", "aac"],
  ["ts", "-c:a", "mp2"],
  ["m2ts", "-c:a", "ac3", "-ar", "48000", "-mpegts_m2ts_mode", "1"],
  ["mpg", "-c:a", "mp2"],
  ["mp4", "-c:a", "mp2"],
  ["mp4", "-c:a", "ac3", "-ar", "48000"],
  ["mp4", "-brand", "XAVC"],
  ["3g2", "-c:a", "aac"],
  ["flv", "-c:a", "libmp3lame", "-ar", "22050"],
];

for (const [extension, ...options] of codecs) {
  test(`${[extension, ...options].join(" ")} decodes to its whole length`, async (t) => {
    const { pcm } = await decode(t, await encoded(tone(1.5), extension, options), { name: `a.${extension}` });
    const { durationSeconds, sampleRate, path } = await pcm;
    t.true(Math.abs(durationSeconds - 1.5) < 0.15, `${durationSeconds} s`);
    t.is(sampleRate, 16_000);
    const samples = await readFile(path);
    t.is(samples.length, Math.round(durationSeconds * 32_000));
    const loudest = Array.from({ length: samples.length / 2 }, (_, at) => Math.abs(samples.readInt16LE(at * 2)));
    t.true(Math.max(...loudest) > 1000, "the tone is still there");
  });
}

/** A second of frames whose sound is noise, since ffmpeg has no encoder of AMR: `mode` is their first byte (RFC 4867 §5.3). */
const amr = (magic: string, mode: number, bytes: number): Uint8Array<ArrayBuffer> => {
  const frame = (_: unknown, at: number): number[] =>
    Array.from({ length: bytes }, (__, index) => (index === 0 ? mode : (at * 31 + index * 97) & 0xff));
  return Uint8Array.from([...Buffer.from(magic), ...Array.from({ length: 50 }, frame).flat()]);
};

test("AMR is decoded, narrow and wide, also out of a 3GP file", async (t) => {
  const narrow = amr("#!AMR\n", 0x3c, 32);
  const movie = await encoded(narrow, "3gp", ["-c:a", "copy"]);
  for (const content of [narrow, movie, amr("#!AMR-WB\n", 0x44, 61)]) {
    const { pcm } = await decode(t, content);
    t.true(Math.abs((await pcm).durationSeconds - 1) < 0.1);
  }
});

test("a film gives its sound", async (t) => {
  const film = await encoded(tone(1), "mp4", ["-f", "lavfi", "-i", "testsrc=d=1:s=64x64"]);
  const { pcm } = await decode(t, film);
  t.true(Math.abs((await pcm).durationSeconds - 1) < 0.1);
});

test("a length that the header has wrong does not matter", async (t) => {
  const samples = tone(2).subarray(44);
  for (const bytes of [0, 10, 0x7fff_f000, 0xffff_ffff]) {
    const { pcm } = await decode(t, wavClaiming({ bytes }, samples));
    const { durationSeconds } = await pcm;
    // A header that claims less than there is: what it covers is the sound, unless it covers nothing.
    t.true(bytes === 10 ? durationSeconds > 0 : Math.abs(durationSeconds - 2) < 0.01, `${bytes}: ${durationSeconds} s`);
  }
});

test("the same sound is also written as FLAC on request, and removed with a refused file", async (t) => {
  for (const options of [["-ar", "44100"], ["-ar", "8000", "-ac", "2"], []]) {
    const directory = await privateFolder(t);
    const [path, flac] = [join(directory, "source"), join(directory, "recording.flac")];
    await writeFile(path, await encoded(tone(1.5), "mp3", options));
    const pcm = await decodeAudio({ path, container: "mp3" }, { directory, flac, maxSeconds: 60, signal: calm() });
    const again = await decode(t, await readFile(flac));
    t.deepEqual(await readFile((await again.pcm).path), await readFile(pcm.path), options.join(" "));
  }
  const directory = await privateFolder(t);
  const [path, flac] = [join(directory, "source"), join(directory, "recording.flac")];
  await writeFile(path, wav(2));
  const refused = decodeAudio({ path, container: "wav" }, { directory, flac, maxSeconds: 1, signal: calm() });
  await t.throwsAsync(refused, { instanceOf: DomainError });
  t.deepEqual(await readdir(directory), ["source"]);
});

test("a part is decoded alone, and its FLAC has silence before it and ends with it", async (t) => {
  for (const [format, ...options] of [["mp3", "-ar", "44100"], ["wav"], ["m4a", "-c:a", "aac", "-ac", "2"]] as const) {
    const directory = await privateFolder(t);
    const [path, flac] = [join(directory, "source"), join(directory, "recording.flac")];
    await writeFile(path, await encoded(tone(10), format, options));
    const part = { startSeconds: 6.5, endSeconds: 8, maxSeconds: 2 };
    const container = format === "m4a" ? "mp4" : format;
    const pcm = await decodeAudio({ path, container }, { directory, flac, ...part, signal: calm() });
    t.is(pcm.durationSeconds, 1.5, format);
    const kept = await (await decode(t, await readFile(flac))).pcm;
    t.is(kept.durationSeconds, 8, format);
    const { buffer, byteOffset, length } = await readFile(kept.path);
    const samples = new Int16Array(buffer, byteOffset, length / 2);
    const first = samples.findIndex((sample) => Math.abs(sample) > 100) / 16_000;
    t.true(Math.abs(first - 6.5) < 0.02, `${format}: ${first} s`);
  }
  const { pcm } = await decode(t, tone(10), { startSeconds: 9, endSeconds: 60 });
  t.is((await pcm).durationSeconds, 1);
  t.is((await refusal(t, tone(10), { startSeconds: 5, maxSeconds: 4 }))?.code, "audio_too_long");
  const behind = await refusal(t, tone(10), { startSeconds: 10.5 });
  t.is(behind?.message, "The recording has no sound after second 10.5, where the part of it begins.");
});

test("exactly the allowed length passes, a little more is too long and says how long it may be", async (t) => {
  const { pcm } = await decode(t, wav(2), { maxSeconds: 2 });
  t.is((await pcm).durationSeconds, 2);
  for (const seconds of [2.1, 30]) {
    const error = await refusal(t, wav(seconds), { maxSeconds: 2 });
    t.is(error?.code, "audio_too_long");
    t.deepEqual(error?.facts, { max_seconds: 2 });
  }
});

test("no sound at all is unusable, and the reason is said", async (t) => {
  const reasons: readonly (readonly [Uint8Array, RegExp])[] = [
    [wav(0), /no audio/],
    [wav(0).subarray(0, 20), /damaged/],
    [Buffer.from("RIFF\u0010\0\0\0WAVEnothing of the kind"), /damaged|no audio/],
    [await encoded(tone(1), "mp4", ["-f", "lavfi", "-i", "testsrc=d=1:s=64x64", "-map", "1"]), /no audio/],
    [(await encoded(tone(1), "m4a")).subarray(0, 3000), /damaged/],
    [
      await encoded(tone(1), "ogv", ["-f", "lavfi", "-i", "testsrc=d=1:s=64x64", "-map", "1", "-c:v", "libtheora"]),
      /no audio/,
    ],
    [await encoded(tone(1), "ts", ["-f", "lavfi", "-i", "testsrc=d=1:s=64x64", "-map", "1"]), /no audio/],
  ];
  for (const [content, reason] of reasons) {
    const error = await refusal(t, content);
    t.is(error?.code, "audio_unusable");
    t.regex(error?.message ?? "", reason);
  }
});

test("a file cut off in the middle gives what there is", async (t) => {
  for (const extension of ["mp3", "flac", "opus", "webm"]) {
    const whole = await encoded(tone(4), extension, extension === "webm" ? ["-c:a", "libopus", "-ar", "48000"] : []);
    const { pcm } = await decode(t, whole.subarray(0, Math.floor(whole.length * 0.6)));
    const { durationSeconds } = await pcm;
    t.true(durationSeconds > 1 && durationSeconds < 4, `${extension}: ${durationSeconds} s`);
  }
});

/** Elsewhere neither the folder of a process is seen nor its processor time limited. */
const onLinux = process.platform === "linux" ? test : test.skip;

/** Takes a decoder some time. */
const quietQuarterHour = () =>
  encoded(
    wav(900, () => 0, 8000),
    "flac",
    ["-compression_level", "0"],
  );

onLinux("a decoder that is killed from outside says nothing of the file", async (t) => {
  const options = { maxSeconds: 3600, sampleRate: 192_000 };
  const { directory, pcm } = await decode(t, await quietQuarterHour(), options);
  const kill = async (): Promise<boolean> => {
    const decoders = await findDescendants(process.pid, "ffmpeg");
    const folders = await Promise.all(decoders.map(({ pid }) => readlink(`/proc/${pid}/cwd`).catch(() => "")));
    const ours = decoders.filter((_, at) => folders[at] === directory);
    for (const { pid } of ours) process.kill(pid, "SIGKILL");
    return ours.length > 0;
  };
  const killed = until(kill, { withinMs: 10_000, signal: calm() });
  await t.throwsAsync(pcm, { instanceOf: DomainError, code: "unavailable" });
  t.true(await killed);
  t.deepEqual(await readdir(directory), ["source"]);
});

onLinux("a file that uses up the processor time of its decoder is unusable", async (t) => {
  const error = await refusal(t, await quietQuarterHour(), { maxSeconds: 3600, sampleRate: 384_000, maxCpuSeconds: 1 });
  t.is(error?.code, "audio_unusable");
});

test("an aborted decode ends with the reason and leaves nothing", async (t) => {
  const directory = await privateFolder(t);
  const path = join(directory, "source");
  await writeFile(path, await quietQuarterHour());
  const abort = new AbortController();
  const reason = new Error("no caller waits any more");
  const changes = watch(directory);
  changes.once("change", () => abort.abort(reason));
  const pcm = decodeAudio({ path, container: "flac" }, { directory, maxSeconds: 3600, signal: abort.signal });
  t.is(await t.throwsAsync(pcm), reason);
  changes.close();
  t.deepEqual(await readdir(directory), ["source"]);
});

/** The peak between two seconds of a decoded sound, from 0 to 1. */
const peakOf = async (path: string, from: number, to: number): Promise<number> => {
  const samples = await readFile(path);
  let peak = 0;
  for (let at = Math.round(from * 16_000); at < to * 16_000; at += 1) {
    peak = Math.max(peak, Math.abs(samples.readInt16LE(at * 2)));
  }
  return peak / 32_768;
};

test("two channels of opposite phase are heard, whatever their levels, and kept so", async (t) => {
  for (const second of [-1, -0.4]) {
    const stereo = await encoded(tone(2), "wav", ["-af", `pan=stereo|c0=c0|c1=${second}*c0`]);
    for (const isLevelled of [false, true]) {
      const directory = await privateFolder(t);
      const [path, flac] = [join(directory, "source"), join(directory, "recording.flac")];
      await writeFile(path, stereo);
      const options = { directory, flac, isLevelled, maxSeconds: 60, signal: calm() };
      const pcm = await decodeAudio({ path, container: "wav" }, options);
      t.true((await peakOf(pcm.path, 0.5, 1.5)) > 0.1, `${second}`);
      const kept = await decode(t, await readFile(flac));
      t.true((await peakOf((await kept.pcm).path, 0.5, 1.5)) > 0.1, `${second}`);
    }
  }
});

test("quiet parts are raised for recognition, also in one channel beside a loud one, and silence is not", async (t) => {
  const loudThenQuiet = wav(9, (second) => {
    const level = second < 3 ? 0.9 : second < 6 ? 0.005 : 0;
    return level * Math.sin(2 * Math.PI * 440 * second);
  });
  for (const options of [[], ["-af", "pan=stereo|c0=c0|c1=0*c0"], ["-af", "pan=stereo|c0=c0|c1=0.02*c0"]]) {
    const { pcm } = await decode(t, await encoded(loudThenQuiet, "wav", options), { isLevelled: true });
    const { path } = await pcm;
    t.true((await peakOf(path, 1, 2)) > 0.3, "the loud part");
    t.true((await peakOf(path, 4.5, 5.5)) > 0.2, "the quiet part");
    t.is(await peakOf(path, 8, 9), 0, "silence");
  }
});

test("a quiet and a clipped recording are known as such, in both phases of two channels, and an ordinary one is neither", async (t) => {
  const spoken = await speech("The loud parts of a recording are cut off when the gain is too high.");
  const factsOf = async (...options: readonly string[]) => {
    const { pcm } = await decode(t, await encoded(spoken, "flac", options), { isLevelled: true });
    const { isQuiet, isClipped } = await pcm;
    return { isQuiet, isClipped };
  };
  t.deepEqual(await factsOf(), { isQuiet: false, isClipped: false });
  for (const phase of ["anull", "pan=stereo|c0=c0|c1=-1*c0"]) {
    t.deepEqual(await factsOf("-af", `${phase},volume=-45dB`), { isQuiet: true, isClipped: false });
    t.deepEqual(await factsOf("-af", `${phase},volume=15dB`), { isQuiet: false, isClipped: true });
  }
});
