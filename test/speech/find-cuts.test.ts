import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { speech } from "#harness/audio/sounds.ts";
import { findCuts } from "#workers/speech/engines/pocketsphinx/find-cuts.ts";
import { powerSpectrum, transformSize } from "#workers/speech/engines/pocketsphinx/power-spectrum.ts";
import { readSoundLevels } from "#workers/speech/audio/sound-levels.ts";
import { privateFolder } from "./synth-support.ts";

const sampleRate = 16_000;
const frameSamples = 160;
const longestPiece = 2800;

const story = [
  "There is a story about the river in the book that I was given.",
  "Nobody remembers when the old bridge was built, but everyone has crossed it.",
  "In the morning the children walk along the water and look for smooth stones.",
];

/** What a voice says, once or several times over. */
async function spoken(voice: string, times = 1): Promise<Int16Array> {
  const bytes = await speech(Array.from({ length: times }, () => story.join(" ")).join(" "), voice);
  return new Int16Array(bytes.slice(44).buffer);
}

/** Noise as of a room; the same at every call. */
function noise(seconds: number, loudness: number): Int16Array {
  let state = 1;
  return Int16Array.from({ length: seconds * sampleRate }, () => {
    state = (state * 16_807) % 2_147_483_647;
    return (state / 2_147_483_647 - 0.5) * 2 * loudness;
  });
}

/** The same words on a bad line: quieter, dull and noisy. */
function farAway(samples: Int16Array): Int16Array {
  const room = noise(Math.ceil(samples.length / sampleRate), 60);
  let last = 0;
  return samples.map((sample, index) => {
    last += 0.3 * (sample - last);
    return last / 4 + (room[index] ?? 0);
  });
}

/** The cuts of the sounds one after the other, without any pause between, and the frames at which they meet. */
async function cutsOf(t: ExecutionContext, sounds: readonly Int16Array[]) {
  const path = join(await privateFolder(t), "audio.raw");
  await writeFile(path, Buffer.concat(sounds.map(({ buffer }) => new Uint8Array(buffer))));
  const levels = await readSoundLevels(path);
  const meetings = sounds.map((_, index) =>
    Math.round(sounds.slice(0, index).reduce((sum, { length }) => sum + length, 0) / frameSamples),
  );
  return { levels, cuts: await findCuts(path, levels), meetings: meetings.slice(1) };
}

test("where another speaker or another line begins there is a cut within half a second, without a pause there", async (t) => {
  const [man, woman] = await Promise.all([spoken("rms"), spoken("slt")]);
  for (const sounds of [
    [man, woman, man],
    [man, farAway(man), man],
    [woman, farAway(man), woman],
  ]) {
    const { cuts, meetings } = await cutsOf(t, sounds);
    for (const meeting of meetings)
      t.true(
        cuts.some((cut) => Math.abs(cut - meeting) < 50),
        `${meeting}: ${cuts.join(" ")}`,
      );
  }
});

test("one speaker on one line is cut only as a piece must end, and then in a pause", async (t) => {
  for (const voice of ["rms", "slt", "awb"]) {
    const { cuts, levels } = await cutsOf(t, [await spoken(voice, 4)]);
    t.is(cuts.length, Math.ceil(levels.length / longestPiece) - 1, `${voice}: ${cuts.join(" ")} of ${levels.length}`);
    for (const cut of cuts) {
      const [there, around] = [levels.subarray(cut - 5, cut + 6), levels.subarray(cut - 100, cut + 100)];
      t.true(Math.max(...there) < Math.max(...around) - 20, `${voice} at ${cut}: ${there.join(" ")}`);
    }
  }
});

test("a single word between two stretches of digital silence is a piece of its own", async (t) => {
  const [woman, four] = await Promise.all([spoken("slt", 2), speech("Four.", "rms")]);
  const word = new Int16Array(four.slice(44).buffer);
  const silence = new Int16Array(0.3 * sampleRate);
  const { cuts, meetings } = await cutsOf(t, [woman, silence, word, silence, woman]);
  for (const meeting of [meetings[0] ?? 0, meetings[3] ?? 0])
    t.true(
      cuts.some((cut) => Math.abs(cut - meeting) < 60),
      `${meeting}: ${cuts.join(" ")}`,
    );
});

test("audio of at most half a minute is not cut", async (t) => {
  const [man, woman] = await Promise.all([spoken("rms"), spoken("slt")]);
  const both = Int16Array.from([...man, ...woman, ...man]);
  t.deepEqual((await cutsOf(t, [both.slice(0, 30 * sampleRate)])).cuts, []);
  t.not((await cutsOf(t, [both.slice(0, 31 * sampleRate)])).cuts.length, 0);
});

test("no piece is longer than the decoder shall have it, whatever there is to hear", async (t) => {
  const sounds = [noise(70, 3000), new Int16Array(70 * sampleRate), noise(70, 3000), await spoken("rms", 3)];
  const { cuts, levels } = await cutsOf(t, sounds);
  const edges = [0, ...cuts, levels.length];
  for (const [index, edge] of edges.slice(1).entries())
    t.true(edge > (edges[index] ?? 0) && edge - (edges[index] ?? 0) <= longestPiece, `${edge} in ${edges.join(" ")}`);
  t.deepEqual((await cutsOf(t, [new Int16Array(70 * sampleRate)])).cuts, []);
});

test("a spectrum shows how much of each frequency there is", (t) => {
  const angle = (bin: number, index: number): number => (2 * Math.PI * bin * index) / transformSize;
  const tones = Float64Array.from(
    { length: transformSize },
    (_, index) => Math.cos(angle(37, index)) + 0.5 * Math.sin(angle(100, index)),
  );
  const spectrum = powerSpectrum(tones);
  for (const [bin, power] of spectrum.entries()) {
    const expected = bin === 37 ? (transformSize / 2) ** 2 : bin === 100 ? (transformSize / 4) ** 2 : 0;
    t.true(Math.abs(power - expected) < 1e-6, `${power} at ${bin}`);
  }
});
