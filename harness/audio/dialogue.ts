import { seededRandom } from "#workers/speech/voices/matching/seeded-random.ts";

export const dialogueRate = 16_000;
/** Who speaks is known for every hundredth of a second. */
export const frameSamples = 160;

/** Speech of one person at 16 kHz, −1 to 1. */
export interface Person {
  readonly name: string;
  readonly samples: Float32Array;
  /** For each frame whether it is speech. */
  readonly isSpeech: readonly boolean[];
}

export interface Dialogue {
  readonly samples: Int16Array;
  /** The people of the dialogue by whether they speak in each frame. */
  readonly people: ReadonlyMap<string, readonly boolean[]>;
}

export interface DialogueOptions {
  readonly seed: number;
  readonly seconds: number;
  /** The share of turns that begin before the last one has ended. */
  readonly overlap: number;
}

/** Seconds. */
const [turn, gap, overlapping] = [
  { least: 2, most: 12 },
  { least: 0.05, most: 0.8 },
  { least: 0.3, most: 1.2 },
];
/** The level of a voice, as a root mean square of full scale. */
const loudness = { least: 0.05, most: 0.1 } as const;
const noise = 0.0008;
const fullScale = 32_767;

/** People who take turns: each goes on where they stopped, after a gap or into the end of the turn before. */
export function makeDialogue(people: readonly Person[], { seed, seconds, overlap }: DialogueOptions): Dialogue {
  const random = seededRandom(seed);
  const between = ({ least, most }: { readonly least: number; readonly most: number }) =>
    least + random() * (most - least);
  const mixed = new Float32Array((seconds + turn.most + gap.most) * dialogueRate);
  const speaks = new Map(
    people.map(({ name }) => [name, Array.from({ length: mixed.length / frameSamples }, () => false)]),
  );
  const places = new Map(people.map((one) => [one, { at: 0, gain: between(loudness) / loudnessOf(one) }]));
  let [at, last]: [number, Person | undefined] = [0, undefined];
  while (at < seconds * dialogueRate) {
    const others = people.filter((one) => one !== last);
    const person = others[Math.floor(random() * others.length)];
    const place = person === undefined ? undefined : places.get(person);
    if (person === undefined || place === undefined) break;
    const step = last !== undefined && random() < overlap ? -between(overlapping) : between(gap);
    const begin = Math.max(0, Math.round((at + step * dialogueRate) / frameSamples)) * frameSamples;
    const end = Math.min(person.samples.length, place.at + wholeFrames(between(turn)));
    for (let index = place.at; index < end; index += 1) {
      const frame = Math.floor((begin + index - place.at) / frameSamples);
      mixed[begin + index - place.at] =
        (mixed[begin + index - place.at] ?? 0) + place.gain * (person.samples[index] ?? 0);
      if (person.isSpeech[Math.floor(index / frameSamples)] === true) speaks.get(person.name)?.splice(frame, 1, true);
    }
    at = begin + end - place.at;
    place.at = end > person.samples.length - turn.least * dialogueRate ? 0 : end;
    last = person;
  }
  const length = wholeFrames(at / dialogueRate);
  const samples = Int16Array.from(mixed.subarray(0, length), (sample) =>
    Math.max(-fullScale, Math.min(fullScale, Math.round(fullScale * (sample + noise * (random() - 0.5))))),
  );
  return { samples, people: new Map([...speaks].map(([name, all]) => [name, all.slice(0, length / frameSamples)])) };
}

const wholeFrames = (seconds: number): number => Math.floor((seconds * dialogueRate) / frameSamples) * frameSamples;

/** The root mean square of the speech alone. */
function loudnessOf({ samples, isSpeech }: Person): number {
  let [energy, count] = [1e-9, 1];
  for (const [index, sample] of samples.entries()) {
    if (isSpeech[Math.floor(index / frameSamples)] !== true) continue;
    energy += sample * sample;
    count += 1;
  }
  return Math.sqrt(energy / count);
}

/** Seconds that go wrong, of the seconds that people speak. */
export interface DiarizationErrors {
  readonly spoken: number;
  readonly missed: number;
  readonly invented: number;
  readonly confused: number;
}

/**
 * The errors of told speakers, each taken for the person who fits it best.
 * @param collar the seconds around each begin and end of a turn that do not count
 */
export function diarizationErrors(
  { people }: Pick<Dialogue, "people">,
  told: readonly (readonly boolean[])[],
  collar: number,
): DiarizationErrors {
  const truth = [...people.values()];
  const counted = framesWithout(truth, Math.round((collar * dialogueRate) / frameSamples));
  const both = truth.map((one) =>
    told.map((other) => counted.filter((at) => one[at] === true && other[at] === true).length),
  );
  const correct = mostPairs(both);
  let [spoken, missed, invented, paired] = [0, 0, 0, 0];
  for (const at of counted) {
    const real = truth.filter((one) => one[at] === true).length;
    const found = told.filter((one) => one[at] === true).length;
    spoken += real;
    missed += Math.max(0, real - found);
    invented += Math.max(0, found - real);
    paired += Math.min(real, found);
  }
  return { spoken, missed, invented, confused: paired - correct };
}

function framesWithout(truth: readonly (readonly boolean[])[], collar: number): readonly number[] {
  const frames = truth[0]?.length ?? 0;
  const isNear = new Uint8Array(frames);
  for (const one of truth) {
    for (let at = 1; at < frames; at += 1) {
      if (one[at] !== one[at - 1]) isNear.fill(1, Math.max(0, at - collar), at + collar);
    }
  }
  return Array.from({ length: frames }, (_, at) => at).filter((at) => isNear[at] === 0);
}

/** The largest sum of entries of which no two are in one row or column; the rows are few. */
function mostPairs(table: readonly (readonly number[])[]): number {
  const [row, ...rest] = table;
  if (row === undefined) return 0;
  const without = (column: number) => rest.map((other) => other.map((value, index) => (index === column ? 0 : value)));
  const best = row.map((value, column) => (value === 0 ? 0 : value + mostPairs(without(column))));
  return Math.max(mostPairs(rest), ...best);
}
