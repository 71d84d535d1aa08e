import { wav } from "./sounds.ts";

/** A sound by its time in seconds, each −1 to 1. */
export type Sound = (second: number) => number;
type Random = () => number;

/** The same numbers in every run, 0 to 1. */
export function openRandom(seed: number): Random {
  let state = seed;
  return () => {
    // Numerical Recipes' linear congruential generator.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Over how long a rising tone rises. */
const riseSeconds = 20;
const sine = (hertz: number, second: number): number => Math.sin(2 * Math.PI * hertz * second);
const noteHertz = (semitones: number): number => 220 * 2 ** (semitones / 12);
const major = [0, 4, 7, 12] as const;

/** A sum of noises that each change half as often as the one before (Voss and McCartney). */
function pinkNoise(random: Random): Sound {
  const rows = Array.from({ length: 12 }, () => 2 * random() - 1);
  let count = 0;
  return () => {
    count += 1;
    const row = Math.min(rows.length - 1, Math.clz32(count & -count) ^ 31);
    rows[row] = 2 * random() - 1;
    return 0.05 * rows.reduce((sum, value) => sum + value, 0);
  };
}

function drums(random: Random): Sound {
  const every = 0.2 + 0.4 * random();
  return (second) => {
    const beat = second % every;
    return 0.6 * Math.exp(-30 * beat) * sine(60, beat) + 0.3 * Math.exp(-60 * beat) * (2 * random() - 1);
  };
}

/** The notes of a chord one after the other, each with overtones. */
function arpeggio(random: Random): Sound {
  const root = Math.floor(12 * random());
  const noteSeconds = 0.1 + 0.2 * random();
  return (second) => {
    const note = Math.floor(second / noteSeconds);
    const hertz = noteHertz(root + (major[note % major.length] ?? 0));
    const fade = Math.exp((-4 * (second % noteSeconds)) / noteSeconds);
    return fade * (0.25 * sine(hertz, second) + 0.12 * sine(2 * hertz, second) + 0.06 * sine(3 * hertz, second));
  };
}

/** Chords that change every two seconds, with an arpeggio and drums. */
function band(random: Random): Sound {
  const roots = Array.from({ length: 8 }, () => Math.floor(12 * random()));
  const [beat, runs] = [drums(random), arpeggio(random)];
  return (second) => {
    const root = roots[Math.floor(second / 2) % roots.length] ?? 0;
    const chord = major.reduce<number>((sum, step) => sum + 0.07 * sine(noteHertz(root + step - 12), second), 0);
    return chord + 0.5 * runs(second) + 0.4 * beat(second);
  };
}

/** Sounds that hold no speech, by their names; each call gives another one. */
export const wordlessSounds = {
  silence: () => () => 0,
  "white noise": (random) => {
    const level = 0.01 * 50 ** random();
    return () => level * (2 * random() - 1);
  },
  "pink noise": pinkNoise,
  "brown noise": (random) => {
    let value = 0;
    return () => (value = 0.98 * value + 0.05 * (2 * random() - 1));
  },
  tone: (random) => {
    const hertz = 80 * 50 ** random();
    return (second) => 0.3 * sine(hertz, second);
  },
  "rising tone": (random) => {
    const octaves = 1 + 4 * random();
    return (second) => 0.3 * sine(100, (2 ** ((octaves * second) / riseSeconds) - 1) * riseSeconds);
  },
  chord: (random) => {
    const root = Math.floor(24 * random());
    return (second) => major.reduce<number>((sum, step) => sum + 0.12 * sine(noteHertz(root + step), second), 0);
  },
  arpeggio,
  music: (random) => {
    const tune = Array.from({ length: 64 }, () => Math.floor(25 * random()));
    return (second) => {
      const beat = second / 0.3;
      const fade = Math.exp(-3 * (beat % 1));
      const [high = 0, low = 0] = [tune[Math.floor(beat) % 64], tune[Math.floor(beat / 4) % 64]];
      return (
        fade * (0.25 * sine(noteHertz(high), second) + 0.1 * sine(noteHertz(high + 12), second)) +
        0.15 * sine(noteHertz(low - 12), second)
      );
    };
  },
  band,
  drums,
  clicks: (random) => {
    const every = 0.05 + random();
    return (second) => (second % every < 0.002 ? 0.8 : 0);
  },
  "hum of the mains": () => (second) => 0.2 * Math.sign(sine(50, second)) + 0.05 * sine(150, second),
} as const satisfies Readonly<Record<string, (random: Random) => Sound>>;

export interface WordlessFile {
  readonly name: string;
  readonly seconds: number;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** WAV files of such sounds, of all kinds in turn, the same in every run. */
export function* wordlessFiles(
  count: number,
  { shortest, longest }: { readonly shortest: number; readonly longest: number },
): Generator<WordlessFile> {
  const random = openRandom(1);
  const kinds = Object.entries(wordlessSounds);
  for (let index = 0; index < count; index += 1) {
    const [kind = "", make = wordlessSounds.silence] = kinds[index % kinds.length] ?? [];
    const seconds = shortest + (longest - shortest) * random();
    const sound = make(random);
    const content = wav(seconds, (second) => Math.max(-1, Math.min(1, sound(second))));
    yield { name: `${kind.replaceAll(" ", "-")}-${index}.wav`, seconds, content };
  }
}
