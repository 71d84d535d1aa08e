import { t } from "#web/messages/translate.ts";

/** The measurements of a browser on a recording before it is sent. */
export interface SampleMeasure {
  readonly seconds: number;
  /** About how long somebody speaks. */
  readonly speechSeconds: number;
  /** The loudest sample, 0 to 1. */
  readonly peak: number;
  /** The share of samples in flat tops, as the service counts them. */
  readonly clipped: number;
  /** How much louder speech is than its pauses, dB. */
  readonly noiseDistanceDb: number;
}

/** One thing that was found: `bad` is refused by the service, `warn` could be better, `open` is only known to the service. */
export interface SampleFinding {
  readonly kind: "good" | "warn" | "bad" | "open";
  readonly text: string;
}

/** Shares of full scale. Below the first the service finds the sample silent. */
const peaks = { silent: 0.003, quiet: 0.1 } as const;
/** The service refuses more than this share. */
const mostClipped = 0.01;
/** Seconds of speech that the service requires, and from which it warns no more. */
export const speechSeconds = { least: 5, asked: 15 } as const;
/** Where pauses are nearer to the speech, the service may find the background too loud. */
const leastNoiseDistanceDb = 20;

const blockSeconds = 0.03;
/** Blocks quieter than loud ones by this much are pauses, unless they are shorter than these blocks. */
const pauseDb = 25;
const shortPauseBlocks = 10;
const nearPeak = 0.985;
const clippedRun = 3;
const leastLevelDb = -100;

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? leastLevelDb;

/** The level of each block, dB of full scale. */
function levelsOf(samples: Float32Array, rate: number): readonly number[] {
  const size = Math.round(blockSeconds * rate);
  return Array.from({ length: Math.floor(samples.length / size) }, (_, block) => {
    let energy = 0;
    for (const sample of samples.subarray(block * size, (block + 1) * size)) energy += sample * sample;
    return Math.max(leastLevelDb, 10 * Math.log10(energy / size + Number.EPSILON));
  });
}

function speechBlocks(levels: readonly number[], floorDb: number): number {
  let [blocks, pause] = [0, Infinity];
  for (const level of levels) {
    pause += 1;
    if (level <= floorDb) continue;
    blocks += pause <= shortPauseBlocks ? pause : 1;
    pause = 0;
  }
  return blocks;
}

function clippedShare(samples: Float32Array, peak: number): number {
  let [clipped, run] = [0, 0];
  for (const sample of samples) {
    run = peak > 0 && Math.abs(sample) >= nearPeak * peak ? run + 1 : 0;
    if (run >= clippedRun) clipped += run === clippedRun ? clippedRun : 1;
  }
  return clipped / Math.max(1, samples.length);
}

/** Measures one channel of sound. */
export function measureSample(samples: Float32Array, rate: number): SampleMeasure {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const levels = levelsOf(samples, rate);
  const sorted = levels.toSorted((one, other) => one - other);
  const loud = quantile(sorted, 0.9);
  return {
    seconds: samples.length / rate,
    speechSeconds: peak < peaks.silent ? 0 : speechBlocks(levels, loud - pauseDb) * blockSeconds,
    peak,
    clipped: clippedShare(samples, peak),
    noiseDistanceDb: loud - quantile(sorted, 0.05),
  };
}

const levelFinding = ({ peak, clipped }: SampleMeasure): SampleFinding => {
  if (clipped > mostClipped) {
    return {
      kind: "bad",
      text: t("Too loud: the recording is clipped. Record again at a lower volume, or farther away."),
    };
  }
  if (peak < peaks.quiet) return { kind: "warn", text: t("Quiet: record closer to the microphone.") };
  return { kind: "good", text: t("The level is good.") };
};

const lengthFinding = (found: number): SampleFinding => {
  const values = { seconds: Math.round(found), asked: speechSeconds.asked };
  if (found < speechSeconds.least) {
    return { kind: "bad", text: t("About {seconds} s of speech: too short. Record at least {asked} s.", values) };
  }
  if (found < speechSeconds.asked) {
    return { kind: "warn", text: t("About {seconds} s of speech: {asked} s or more give a better match.", values) };
  }
  return { kind: "good", text: t("About {seconds} s of speech.", values) };
};

/** The advice about a recording before it is sent. It is an estimate: the service measures again, and more. */
export function sampleFindings(measure: SampleMeasure): readonly SampleFinding[] {
  if (measure.peak < peaks.silent) {
    return [{ kind: "bad", text: t("The recording is silent. Check the microphone and record again.") }];
  }
  const found = [lengthFinding(measure.speechSeconds), levelFinding(measure)];
  if (measure.noiseDistanceDb < leastNoiseDistanceDb) {
    // Noise is taken for speech here, so its length and level are no good news.
    return [
      ...found.filter(({ kind }) => kind !== "good"),
      { kind: "warn", text: t("Noisy, or without pauses: it may be refused. Record in a quiet room, without music.") },
    ];
  }
  return [
    ...found,
    {
      kind: "open",
      text: t("Noise and the number of speakers: the service checks them first, and refuses what is too noisy."),
    },
  ];
}
