import test from "ava";
import { DomainError } from "#src/errors.ts";
import type { Description } from "#workers/speech/voices/matching/analysis-requests.ts";
import { filterOf, gainAt, gainsBetween } from "#workers/speech/voices/matching/equalizer.ts";
import { countWordErrors } from "#workers/speech/voices/matching/word-errors.ts";
import { checkSample, similarityOfSpeakers } from "#workers/speech/voices/matching/sample-faults.ts";
import { dirichlet, seededRandom } from "#workers/speech/voices/matching/seeded-random.ts";
import { clippedShare, rms, to16k, withoutSilence } from "#workers/speech/voices/matching/sound.ts";
import { dot, embeddingSize, meanEmbedding } from "#workers/speech/voices/matching/speaker-encoder.ts";
import { levelBands, levelsOf, melFilters, melOf, powerSpectra, withGains } from "#workers/speech/audio/spectra.ts";
import {
  fitTimbre,
  openStyleSpace,
  stylePoints,
  styleSize,
  timbreOffset,
} from "#workers/speech/voices/matching/style-space.ts";
import { voicesOf } from "#workers/speech/voices/matching/style-voice.ts";

const tone = (hz: number, seconds: number, rate = 16_000): Float32Array =>
  Float32Array.from({ length: seconds * rate }, (_, at) => 0.5 * Math.sin((2 * Math.PI * hz * at) / rate));

const noise = (seconds: number, seed: number): Float32Array => {
  const random = seededRandom(seed);
  return Float32Array.from({ length: seconds * 16_000 }, () => random() - 0.5);
};

test("the power spectrum is that of the definition", (t) => {
  const samples = noise(0.1, 3);
  const { powers } = powerSpectra(samples);
  for (const [frame, bin] of [
    [0, 0],
    [3, 7],
    [5, 100],
    [5, 199],
    [9, 200],
  ] as const) {
    let [real, imaginary] = [0, 0];
    for (let at = 0; at < 400; at += 1) {
      const value = (samples[frame * 160 - 200 + at] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / 400));
      real += value * Math.cos((2 * Math.PI * bin * at) / 400);
      imaginary += value * Math.sin((2 * Math.PI * bin * at) / 400);
    }
    t.true(Math.abs(real ** 2 + imaginary ** 2 - (powers[frame * 201 + bin] ?? 0)) < 1e-9, `${frame}, ${bin}`);
  }
});

test("a tone lies in the mel band of its frequency", (t) => {
  const spectra = powerSpectra(tone(1000, 0.5));
  const mel = melOf(spectra, melFilters(40)).subarray(20 * 40, 21 * 40);
  t.is(spectra.frames, 51);
  // 1 kHz is mel 15 of 45.2, so two thirds of the way to the 14th of 41 distances.
  t.is(mel.indexOf(Math.max(...mel)), 13);
});

test("24 kHz becomes 16 kHz: frequencies below 8 kHz stay, higher ones go", (t) => {
  const [kept, gone] = [to16k(tone(3000, 0.5, 24_000)), to16k(tone(11_000, 0.5, 24_000))];
  t.is(kept.length, 8000);
  t.true(Math.abs(rms(kept) - 0.5 / Math.SQRT2) < 0.01);
  t.true(rms(gone) < 0.005);
});

test("long silence is left out, short pauses stay", (t) => {
  const sound = new Float32Array(3 * 16_000);
  sound.set(tone(200, 1), 0);
  sound.set(tone(200, 1), 2 * 16_000);
  const seconds = withoutSilence(sound).length / 16_000;
  t.true(seconds > 2 && seconds < 2.4, `${seconds} s`);
});

test("flat tops are clipping, round ones and silence are not", (t) => {
  const voice = Float32Array.from(tone(150, 1), (value, at) => value * (0.5 + 0.5 * Math.sin(at / 2000)));
  t.true(clippedShare(voice) < 0.01);
  t.true(clippedShare(voice.map((value) => Math.max(-0.2, Math.min(0.2, value)))) > 0.1);
  t.is(clippedShare(new Float32Array(1000)), 0);
});

test("an equaliser moves one long-term spectrum towards another, within 9 dB", (t) => {
  const flat = powerSpectra(noise(2, 5));
  const tilted = levelsOf(flat).map((level, band) => level + 0.3 * (band - 12));
  const gains = gainsBetween(levelsOf(flat), tilted);
  const spread = (levels: readonly number[]): number => {
    const differences = levels.map((level, band) => level - (tilted[band] ?? 0));
    const mean = differences.reduce((sum, difference) => sum + difference, 0) / differences.length;
    return differences.reduce((sum, difference) => sum + Math.abs(difference - mean), 0);
  };
  const [before, after] = [spread(levelsOf(flat)), spread(levelsOf(withGains(flat, (hz) => gainAt(gains, hz))))];
  t.true(after < 0.4 * before, `${after} of ${before}`);
  const far = gainsBetween(
    Array.from({ length: levelBands }, () => 0),
    Array.from({ length: levelBands }, (_, band) => 10 * (band - 12)),
  );
  t.deepEqual([Math.min(...far), Math.max(...far)], [-9, 9]);
});

test("the filter has the gains of its bands", (t) => {
  const gains = Array.from({ length: levelBands }, (_, band) => (band < 12 ? -6 : 6));
  const filter = filterOf(gains, 24_000);
  const gainOf = (hz: number): number => {
    const half = (filter.length - 1) / 2;
    const sum = filter.reduce((total, tap, at) => total + tap * Math.cos((2 * Math.PI * hz * (at - half)) / 24_000), 0);
    return 20 * Math.log10(Math.abs(sum));
  };
  t.is(filter.length, 257);
  for (const tap of filter.keys()) t.true(Math.abs((filter[tap] ?? 0) - (filter.at(-1 - tap) ?? 0)) < 1e-12);
  t.true(Math.abs(gainOf(300) + 6) < 1, `${gainOf(300)} dB`);
  t.true(Math.abs(gainOf(4000) - 6) < 1, `${gainOf(4000)} dB`);
});

test("a seed gives the same numbers each time, and shares of one", (t) => {
  const [one, other] = [seededRandom(7), seededRandom(7)];
  t.deepEqual(Array.from({ length: 5 }, one), Array.from({ length: 5 }, other));
  const shares = dirichlet(4, one);
  t.true(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) < 1e-12);
});

/** Styles of made-up voices: each differs in some directions, and a little from row to row. */
function madeUpStyles(voices: number): Float32Array {
  const random = seededRandom(11);
  const own = Array.from({ length: voices * styleSize }, () => random() - 0.5);
  return Float32Array.from({ length: voices * 510 * styleSize }, (_, at) => {
    const [voice, offset] = [Math.floor(at / (510 * styleSize)), at % styleSize];
    return (own[voice * styleSize + offset] ?? 0) + 0.01 * random();
  });
}

test("a timbre is recovered from its embedding", (t) => {
  const space = openStyleSpace(madeUpStyles(12));
  const points = stylePoints(space, 150, seededRandom(1));
  t.is(points.length, 150);
  t.deepEqual(points[3], { base: 3, offset: new Float32Array(styleSize) });
  const random = seededRandom(2);
  const mixing = Array.from({ length: 128 * embeddingSize }, () => random() - 0.5);
  // An ear that hears the timbre through some unknown linear map.
  const hear = (base: number, offset: Float32Array): Float32Array =>
    Float32Array.from({ length: embeddingSize }, (_, row) => {
      let sum = 0;
      for (let at = 0; at < 128; at += 1) {
        sum += (mixing[row * 128 + at] ?? 0) * (space.means.get(base, at) + (offset[at] ?? 0));
      }
      return sum;
    });
  const embeddings = points.map(({ base, offset }) => hear(base, offset));
  const hidden = points[149] ?? { base: 0, offset: new Float32Array(styleSize) };
  const target = embeddings[149] ?? new Float32Array(embeddingSize);
  const known = { points: points.slice(0, 149), embeddings: embeddings.slice(0, 149) };
  const coordinates = fitTimbre(space, known, target);
  const offset = timbreOffset(space, { base: hidden.base, strength: coordinates.norm() }, coordinates);
  const error = Math.hypot(...offset.subarray(0, 128).map((value, at) => value - (hidden.offset[at] ?? 0)));
  const size = Math.hypot(...hidden.offset.subarray(0, 128));
  t.true(error < 0.1 * size, `${error} of ${size}`);
  t.true(
    offset.subarray(128).every((value) => value === 0),
    "prosody stays that of the voice",
  );
});

const embedding = (seed: number): Float32Array => {
  const random = seededRandom(seed);
  return meanEmbedding([Float32Array.from({ length: embeddingSize }, random)]);
};

const near = (to: Float32Array, seed: number): Float32Array =>
  meanEmbedding([to.map((value, at) => value + 0.2 * ((embedding(seed)[at] ?? 0) - 0.06))]);

test("two people are distinguished, one person is not", (t) => {
  const [anna, ben] = [
    embedding(1).map((value, at) => (at < 128 ? value : 0)),
    embedding(2).map((value, at) => (at < 128 ? 0 : value)),
  ];
  const windows = (of: Float32Array, from: number) => Array.from({ length: 10 }, (_, at) => near(of, from + at));
  t.true(similarityOfSpeakers([...windows(anna, 10), ...windows(ben, 30)]) < 0.5);
  t.true(similarityOfSpeakers(windows(anna, 10)) > 0.9);
  t.is(similarityOfSpeakers(windows(anna, 10).slice(0, 3)), 1);
  t.true(dot(meanEmbedding([anna]), meanEmbedding([anna])) > 0.999);
});

const good: Description = {
  ...{ windows: [], embedding: new Float32Array(embeddingSize), levels: [], pitchHz: 120 },
  ...{ seconds: 20, peak: 0.5, clipped: 0, clarity: { signal: 3.5, background: 4, overall: 3.2 } },
};

test("a good sample has no fault, a short one is taken with a warning", (t) => {
  t.deepEqual(checkSample(good), []);
  t.regex(checkSample({ ...good, seconds: 6 })[0] ?? "", /contains 6\.0 seconds of speech; 15 or more/);
});

for (const [what, sample, code, text] of [
  ["a silent sample", { peak: 0.001 }, "sample_without_speech", /silent/],
  ["too little speech", { seconds: 4.2 }, "sample_without_speech", /4\.2 seconds of speech; at least 5 are required/],
  ["a clipped sample", { clipped: 0.04 }, "audio_unusable", /4\.0 % of the sample is clipped/],
  [
    "a noisy sample",
    { clarity: { signal: 3, background: 2.4, overall: 2 } },
    "audio_unusable",
    /noise: 2\.4 on a scale/,
  ],
] as const) {
  test(`${what} is refused with what was measured`, (t) => {
    const error = t.throws(() => checkSample({ ...good, ...sample }), { instanceOf: DomainError });
    t.is(error?.code, code);
    t.regex(error?.message ?? "", text);
  });
}

test("word errors are counted without case, points and figures", (t) => {
  t.is(countWordErrors("Please send five more boxes.", "please send 5 more boxes"), 0);
  t.is(countWordErrors("Her quiet dog likes it.", "a quiet dog it"), 2);
  t.is(countWordErrors("Until tomorrow.", "until to-morrow"), 0);
  t.is(countWordErrors("Yes.", ""), 1);
});

test("a voice is made of those of its language, and of English ones where Kokoro has none", (t) => {
  const names = ["af_heart", "bm_fable", "hf_alpha", "zf_xiaobei"];
  t.deepEqual(voicesOf("hi", names), [2]);
  t.deepEqual(voicesOf("en", names), [0, 1]);
  t.deepEqual(voicesOf("de", names), [0, 1]);
});
