import test from "ava";
import { measureSample, sampleFindings, type SampleMeasure, speechSeconds } from "#web/pages/voices/sample-quality.ts";
import type { VoiceMatch } from "#web/api/types.ts";
import {
  clarityWords,
  paceOf,
  paceWords,
  pitchWords,
  similarityWords,
  verdictWords,
} from "#web/pages/voices/match-words.ts";
import { stepOf } from "#web/pages/voices/training-step.ts";
import { checkSample } from "#workers/speech/voices/matching/sample-faults.ts";
import { clippedShare } from "#workers/speech/voices/matching/sound.ts";

const rate = 16_000;
const good: SampleMeasure = { seconds: 20, speechSeconds: 18, peak: 0.6, clipped: 0, noiseDistanceDb: 40 };
const kindsOf = (measure: Partial<SampleMeasure>) => sampleFindings({ ...good, ...measure }).map(({ kind }) => kind);

/** The warnings of the service about what the page has measured, all else being well. @throws DomainError where it refuses it */
function warningsOf(measure: Partial<SampleMeasure>): readonly string[] {
  const { speechSeconds: seconds, peak, clipped } = { ...good, ...measure };
  const clarity = { signal: 4, background: 4, overall: 4 };
  const heard = { windows: [], embedding: new Float32Array(), levels: [], pitchHz: 100 };
  return checkSample({ ...heard, clarity, seconds, peak, clipped });
}

/** Whether the service refuses what the page has measured, all else being well. */
function isRefused(measure: Partial<SampleMeasure>): boolean {
  try {
    warningsOf(measure);
    return false;
  } catch {
    return true;
  }
}

/** Bursts of a tone, a second each, with pauses of 0.4 s between them, over a noise. */
function bursts(seconds: number, { level = 0.3, noise = 0.0005 } = {}): Float32Array {
  return Float32Array.from({ length: seconds * rate }, (_, at) => {
    const isLoud = (at / rate) % 1.4 < 1;
    const hiss = noise * Math.sin(at * at * 0.37);
    return (isLoud ? level * Math.sin(at / 7) : 0) + hiss;
  });
}

test("what the page calls refused is what the service refuses for its level, clipping and length", (t) => {
  const cases: readonly Partial<SampleMeasure>[] = [
    {},
    { peak: 0.0029, speechSeconds: 0 },
    { peak: 0.0031 },
    { speechSeconds: 4.9 },
    { speechSeconds: 5 },
    { clipped: 0.0101 },
    { clipped: 0.0099 },
  ];
  for (const measure of cases) t.is(kindsOf(measure).includes("bad"), isRefused(measure), JSON.stringify(measure));
});

test("the seconds of speech that the dialog names are those of the service", (t) => {
  const { least, asked } = speechSeconds;
  t.true(isRefused({ speechSeconds: least - 0.1 }));
  t.is(warningsOf({ speechSeconds: least }).length, 1);
  t.is(warningsOf({ speechSeconds: asked - 0.1 }).length, 1);
  t.deepEqual(warningsOf({ speechSeconds: asked }), []);
});

test("short, quiet and noisy samples are warned of, and good ones are not", (t) => {
  t.deepEqual(kindsOf({}), ["good", "good", "open"]);
  t.deepEqual(kindsOf({ speechSeconds: 14.9 }), ["warn", "good", "open"]);
  t.deepEqual(kindsOf({ peak: 0.05 }), ["good", "warn", "open"]);
  t.deepEqual(kindsOf({ noiseDistanceDb: 12 }), ["warn"], "noise is no speech that is long enough");
  t.deepEqual(kindsOf({ noiseDistanceDb: 12, speechSeconds: 4 }), ["bad", "warn"]);
});

test("the page leaves to the service what only the service can measure", (t) => {
  const [, , noise] = sampleFindings(good);
  t.regex(noise?.text ?? "", /the service checks them first/);
});

test("speech, clipping and the distance of the noise are measured", (t) => {
  const clean = measureSample(bursts(14), rate);
  t.true(Math.abs(clean.speechSeconds - 10) < 0.7, `${clean.speechSeconds} s`);
  t.is(clean.seconds, 14);
  t.true(clean.noiseDistanceDb > 40, `${clean.noiseDistanceDb} dB`);
  t.true(measureSample(bursts(14, { noise: 0.1 }), rate).noiseDistanceDb < 20);
  const loud = bursts(14, { level: 3 }).map((sample) => Math.max(-1, Math.min(1, sample)));
  const { clipped } = measureSample(loud, rate);
  t.true(clipped > 0.3);
  t.is(clipped, clippedShare(loud), "as the service counts it");
  t.is(measureSample(new Float32Array(rate), rate).speechSeconds, 0);
  t.deepEqual(kindsOf(measureSample(new Float32Array(0), rate)), ["bad"]);
});

test("what was reached is said in words", (t) => {
  const match: VoiceMatch = {
    method: "matched",
    ...{ similarity: 0.8, base_voice: "a", builtin_voice: "b", builtin_similarity: 0.7 },
    ...{ sample_pitch_hz: 100, pitch_hz: 100, clarity: 3.4, sample_clarity: 3.4, sample_seconds: 20 },
    ...{ word_errors: 0, words: 13, warnings: [] },
  };
  t.regex(similarityWords(0.9), /^Very close/);
  t.regex(similarityWords(0.8), /^Close/);
  t.regex(similarityWords(0.7), /^Similar/);
  t.regex(similarityWords(-0.1), /^Loosely/);
  t.is(verdictWords({ ...match, similarity: 0.9 }), similarityWords(0.9));
  t.is(
    verdictWords({ ...match, method: "nearest", base_voice: "Emma", similarity: 0.9 }),
    "Uses Emma’s voice, the nearest to your sample.",
  );
  t.is(pitchWords(match), "The same pitch.");
  t.is(pitchWords({ ...match, pitch_hz: 112.25 }), "2.0 semitones higher than the sample.");
  t.is(pitchWords({ ...match, pitch_hz: 94.4 }), "1.0 semitone lower than the sample.");
  t.is(clarityWords(match), "As clear as the sample.");
  t.is(clarityWords({ ...match, clarity: 4 }), "Clearer than the sample.");
  t.is(clarityWords({ ...match, clarity: 3 }), "Less clear than the sample.");
  t.is(paceWords({ voice: 19, sample: 20 }), "The same pace.");
  t.is(paceWords({ voice: 13, sample: 20 }), "54% faster than the sample.");
  t.is(paceWords({ voice: 25, sample: 20 }), "20% slower than the sample.");
  const words = { text: "We saw.", sample_seconds: 20 };
  t.deepEqual(paceOf({ comparison: { ...words, voice_seconds: 13 } }), { voice: 13, sample: 20 });
  t.is(paceOf({ comparison: { ...words, voice_seconds: null } }), null, "of a worker that did not measure it");
  t.is(paceOf({ comparison: null }), null);
  const waits = { queue_position: null, status: "pending", progress: 0 } as const;
  t.is(stepOf(waits), "In the queue");
  t.is(stepOf({ ...waits, queue_position: 2 }), "In the queue, place 2");
  t.is(stepOf({ ...waits, status: "training" }), "Checking the sample");
  t.is(stepOf({ ...waits, status: "training", progress: 5 }), "Matching the voice");
});
