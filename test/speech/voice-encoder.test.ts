import { existsSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { speech } from "#harness/audio/sounds.ts";
import { modelsDirectory } from "#harness/service/models.ts";
import { wavHeaderBytes } from "#src/domain/speech/wav-header.ts";
import { filterBands, filterBanks, filterFrames } from "#workers/speech/audio/filter-banks.ts";
import { floatsOf } from "#workers/speech/voices/matching/sound.ts";
import { dot } from "#workers/speech/voices/matching/speaker-encoder.ts";
import { openVoiceEncoder, voiceLimits } from "#workers/speech/voices/speakers/voice-encoder.ts";

const sine = Float32Array.from(
  { length: 8000 },
  (_, at) => 0.3 * Math.fround(Math.sin(at * 0.05)) + 0.1 * Math.fround(Math.sin(at * 1.1)),
);

test("filter banks are those of Kaldi", (t) => {
  const banks = filterBanks(sine);
  t.is(banks.length, 48 * filterBands);
  // Written by kaldi-native-fbank 1.22, without dither, of the same samples as 16-bit numbers.
  const kaldi = [15.555965, 16.588764, 20.758999, 21.549736, 21.485638, 20.78784];
  for (const [band, value] of kaldi.entries()) {
    t.true(Math.abs((banks[3 * filterBands + band] ?? 0) - value) < 1e-4, `${band}: ${banks[3 * filterBands + band]}`);
  }
  const last = banks[20 * filterBands + 70] ?? 0;
  t.true(Math.abs(last - 1.074368) < 0.005, `${last}`);
});

test("sound of less than a frame has no filter banks, and silence has finite ones", (t) => {
  t.deepEqual([0, 399, 400, 559, 560].map(filterFrames), [0, 0, 1, 1, 2]);
  t.is(filterBanks(new Float32Array(399)).length, 0);
  t.true(filterBanks(new Float32Array(4000)).every(Number.isFinite));
});

const text =
  "I would like to open the window, since it is so very warm in here today, and the wind comes from the sea.";
const other = "Then we may have lunch under the trees, as we did when the children were small and the garden was new.";

for (const [name, loader] of [
  ["ge2e-speaker-encoder", "ge2e"],
  ["campplus-speaker-encoder", "campplus"],
] as const) {
  test(`${name} hears who speaks: voices are nearer to themselves than to each other`, async (t) => {
    const path = join(modelsDirectory, name, "encoder.onnx");
    if (!existsSync(path)) {
      t.log(`Not run: MODELS_DIR has no ${name}.`);
      t.pass();
      return;
    }
    const hear = await openVoiceEncoder({ loader, path });
    const voiceOf = async (said: string, voice: string) => {
      const wav = Buffer.from(await speech(said, voice)).subarray(wavHeaderBytes);
      const samples = floatsOf(new Int16Array(Uint8Array.from(wav).buffer));
      return (await hear(samples, [40, 120, 200]))[1] ?? new Float32Array();
    };
    const voices = ["slt", "rms", "awb"];
    const first = await Promise.all(voices.map((voice) => voiceOf(text, voice)));
    const second = await Promise.all(voices.map((voice) => voiceOf(other, voice)));
    for (const [index, voice] of first.entries()) {
      t.true(Math.abs(dot(voice, voice) - 1) < 1e-3);
      const distances = second.map((one) => 1 - dot(voice, one));
      t.is(distances.indexOf(Math.min(...distances)), index, `${voices[index]}: ${distances.join(", ")}`);
      t.true((distances[index] ?? 2) < voiceLimits[loader].oneVoice, `${voices[index]}: ${distances.join(", ")}`);
    }
  });

  test(`${name} hears a voice in less than a window`, async (t) => {
    const path = join(modelsDirectory, name, "encoder.onnx");
    if (!existsSync(path)) {
      t.log(`Not run: MODELS_DIR has no ${name}.`);
      t.pass();
      return;
    }
    const hear = await openVoiceEncoder({ loader, path });
    const [voice, late] = await hear(sine, [0, 30]);
    t.true([...(voice ?? [NaN]), ...(late ?? [NaN])].every(Number.isFinite));
  });
}
