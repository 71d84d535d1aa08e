import test from "ava";
import { frameLevels, quantile, stepSeconds } from "#workers/speech/voices/frames.ts";
import { trackPitch } from "#workers/speech/voices/pitch-track.ts";
import { findVoicedFrames, medianPitch } from "#workers/speech/voices/voiced-frames.ts";

const sampleRate = 16_000;

const signal = (seconds: number, at: (time: number) => number): Float32Array =>
  Float32Array.from({ length: seconds * sampleRate }, (_, index) => at(index / sampleRate));

const sine = (hz: number, time: number): number => Math.sin(2 * Math.PI * hz * time);

/** Equal harmonics up to 4 kHz, something between a note and a voice. */
const buzz = (hz: number, time: number): number => {
  const harmonics = Math.floor(4_000 / hz);
  let sum = 0;
  for (let harmonic = 1; harmonic <= harmonics; harmonic += 1) sum += sine(hz * harmonic, time);
  return sum / (2 * harmonics);
};

/** The same numbers on every run. */
const noise = (): (() => number) => {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state / 2_147_483_647) * 2 - 1;
  };
};

for (const hz of [65, 100, 220, 330, 480]) {
  test(`a buzz of ${hz} Hz is read as ${hz} Hz, no octave off`, (t) => {
    const pitches = trackPitch(
      signal(1, (time) => buzz(hz, time)),
      sampleRate,
    );
    t.true(pitches.every((pitch) => Math.abs(pitch / hz - 1) < 0.02));
  });
}

test("a speaker's frames whose second harmonic is louder than the first are not read an octave too high", (t) => {
  const creak = (time: number): number =>
    time % 0.4 < 0.1 ? 0.1 * sine(120, time) + 0.5 * sine(240, time) : buzz(120, time);
  const pitches = trackPitch(signal(2, creak), sampleRate).filter((pitch) => pitch > 0);
  t.true(pitches.filter((pitch) => Math.abs(pitch / 120 - 1) < 0.05).length > pitches.length * 0.95);
});

test("noise and silence have no pitch", (t) => {
  const random = noise();
  const rough = trackPitch(signal(1, random), sampleRate);
  t.true(rough.filter((pitch) => pitch > 0).length < rough.length * 0.05);
  t.true(trackPitch(new Float32Array(sampleRate), sampleRate).every((pitch) => pitch === 0));
});

test("levels are in dB of full scale", (t) => {
  const levels = frameLevels(
    signal(1, (time) => 0.1 * sine(200, time)),
    sampleRate,
  );
  t.true(levels.every((level) => Math.abs(level + 23) < 0.5));
  t.is(quantile([3, 1, 2], 0.5), 2);
  t.is(quantile([], 0.5), 0);
});

test("the median pitch is that of the voiced frames, and 0 without a voice", (t) => {
  const spoken = (time: number): number =>
    time % 1 < 0.5 ? buzz(150 + 10 * Math.sin(9 * time), time) * (0.3 + (time % 0.25)) : 0;
  const hz = medianPitch(signal(3, spoken), sampleRate);
  t.true(Math.abs(hz - 150) < 25, `${hz} Hz`);
  t.is(medianPitch(new Float32Array(sampleRate), sampleRate), 0);
});

const voicedSeconds = (samples: Float32Array): number =>
  findVoicedFrames(trackPitch(samples, sampleRate), frameLevels(samples, sampleRate)).length * stepSeconds;

const random = noise();
for (const [music, at] of Object.entries({
  "a tone": (time: number) => 0.4 * sine(220, time),
  "a buzz": (time: number) => 0.4 * buzz(150, time),
  "a chord": (time: number) => 0.15 * (buzz(220, time) + buzz(277.18, time) + buzz(329.63, time)),
  "a chord in just intonation": (time: number) => 0.15 * (sine(400, time) + sine(500, time) + sine(600, time)),
  "plucked notes": (time: number) =>
    buzz(220 * 2 ** (Math.floor((time * 4) % 8) / 12), time) * Math.exp(-6 * (time % 0.25)),
  "a siren": (time: number) => 0.4 * Math.sin(2 * Math.PI * (300 * time + 40 * Math.sin(Math.PI * time))),
  noise: () => 0.4 * random(),
  "noise in bursts": (time: number) => random() * (0.5 + 0.5 * sine(4, time)),
  hum: (time: number) => 0.3 * sine(100, time) + 0.1 * sine(150, time) + 0.02 * random(),
  silence: () => 0,
})) {
  test(`${music} is not a voice`, (t) => t.true(voicedSeconds(signal(8, at)) < 0.5));
}
