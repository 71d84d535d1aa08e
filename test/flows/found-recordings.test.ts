import { existsSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { transcriptionAnswer } from "#src/api/speech/schemas.ts";
import { id3 } from "#harness/audio/hostile-media.ts";
import { encoded, speech } from "#harness/audio/sounds.ts";
import { wordErrors, wordsOf } from "#harness/audio/word-error-rate.ts";
import { audioForm } from "#harness/clients/client.ts";
import { lightModels, modelsDirectory } from "#harness/service/models.ts";
import { startService } from "#test/support/service.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const isInstalled = lightModels.split(",").every((name) => existsSync(join(modelsDirectory, name)));
const sentence = "The quick brown fox jumps over the lazy dog near the river bank.";
const sound = await speech(sentence);
const joined = (...parts: readonly Uint8Array[]): Bytes => Uint8Array.from(Buffer.concat(parts));
const mp3 = await encoded(sound, "mp3", ["-id3v2_version", "0", "-write_xing", "0"]);
const cover = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 31) & 0xff);

/** WebM whose EBML header has a size of so many bytes, as some recorders write it. */
async function webmWithSizeOf(bytes: 7 | 8): Promise<Bytes> {
  const webm = Buffer.from(await encoded(sound, "webm", ["-c:a", "libopus", "-ar", "48000"]));
  const end = 5 + (webm.readUInt8(4) & 0x7f);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE((1n << BigInt(7 * bytes)) + BigInt(end - 5));
  return joined(webm.subarray(0, 4), size.subarray(8 - bytes), webm.subarray(5, end), webm.subarray(end));
}

async function movieOfBrand(brand: string): Promise<Bytes> {
  const movie = Buffer.from(await encoded(sound, "mp4", ["-c:a", "aac"]));
  movie.write(brand, 8, "latin1");
  return Uint8Array.from(movie);
}

/** Makes the sentence so quiet that its peak is so many dB below full scale. */
const quiet = (peak: number): Promise<Bytes> =>
  encoded(sound, "wav", ["-af", `dynaudnorm=framelen=8000:gausssize=3:peak=0.95,volume=${peak}dB`]);

/** Recordings as people have sent them to services of speech; one of AMR is missing, which ffmpeg decodes but does not encode. */
const recordings: Readonly<Record<string, () => Promise<Bytes>>> = {
  WAV: () => Promise.resolve(sound),
  "WebM with an EBML size of 7 bytes": () => webmWithSizeOf(7),
  "WebM with an EBML size of 8 bytes": () => webmWithSizeOf(8),
  "MP3 that begins within a frame": () => Promise.resolve(mp3.slice(50)),
  "MP3 behind ten bytes of junk": () => Promise.resolve(joined(Buffer.from("0123456789"), mp3)),
  "MP3 behind a line break": () => Promise.resolve(joined(Buffer.from("\r\n"), mp3)),
  "AAC behind a tag with a cover of 70 kB": async () => joined(id3(cover), await encoded(sound, "aac")),
  "MP4 of Sony's cameras": () => movieOfBrand("XAVC"),
  "3GPP2 of old telephones": () => movieOfBrand("KDDI"),
  AIFF: () => encoded(sound, "aiff"),
  AIFC: () => encoded(sound, "aifc", ["-f", "aiff", "-c:a", "pcm_mulaw"]),
  CAF: () => encoded(sound, "caf"),
  "Windows Media": () => encoded(sound, "wma"),
  AU: () => encoded(sound, "au"),
  Wave64: () => encoded(sound, "w64"),
  Speex: () => encoded(sound, "spx", ["-c:a", "libspeex", "-ar", "16000"]),
  "an MPEG transport stream": () => encoded(sound, "ts", ["-c:a", "aac"]),
  "a voicemail of GSM in WAV": () => encoded(sound, "wav", ["-c:a", "libgsm_ms", "-ar", "8000"]),
  "stereo whose channels are of opposite phase": () => encoded(sound, "wav", ["-af", "pan=stereo|c0=c0|c1=-1*c0"]),
  "speech with a peak of -48 dB": () => quiet(-48),
  "speech with a peak of -51 dB": () => quiet(-51),
};

if (!isInstalled)
  test("recordings as people have them", (t) => {
    t.log("Not run: MODELS_DIR has no moonshine-tiny-en and silero-vad.");
    t.pass();
  });
else {
  const service = await startService({ workers: ["transcription"], env: { MODELS_DIR: modelsDirectory } });
  const { key } = await service.account();
  test.after.always(() => service[Symbol.asyncDispose]());
  for (const [name, make] of Object.entries(recordings)) {
    test.serial(`${name} is heard`, async (t) => {
      const answer = await service.call("POST", "/v1/speech/transcriptions", { key, form: audioForm(await make()) });
      t.is(answer.status, 200, answer.bytes.toString());
      const { text } = answer.data(transcriptionAnswer);
      const { errors } = wordErrors(sentence, text);
      t.true(errors <= wordsOf(sentence).length / 4, text);
    });
  }
}
