import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { wav } from "#test/support/sounds.ts";
import { transcribeAll } from "./asr.ts";
import type { Recording } from "./recordings.ts";
import { machineLoad, type Report } from "./report.ts";
import { type BenchOptions, startService } from "./running-service.ts";
import { openSpeechClient } from "./speech-client.ts";
import { wordsOf } from "./word-error-rate.ts";

const files = 100;
const shortestSeconds = 2;
const longestSeconds = 20;

/** A sound by its time in seconds, each −1 to 1. */
type Sound = (second: number) => number;

/** The same numbers in every run, 0 to 1. */
function openRandom(seed: number): () => number {
  let state = seed;
  return () => {
    // Numerical Recipes' linear congruential generator.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const sine = (hertz: number, second: number): number => Math.sin(2 * Math.PI * hertz * second);
const noteHertz = (semitones: number): number => 220 * 2 ** (semitones / 12);

/** What holds no speech, by its name; each call gives another one. */
const sounds: Readonly<Record<string, (random: () => number) => Sound>> = {
  silence: () => () => 0,
  "white noise": (random) => {
    const level = 0.01 * 50 ** random();
    return () => level * (2 * random() - 1);
  },
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
    return (second) => 0.3 * sine(100, (2 ** ((octaves * second) / longestSeconds) - 1) * longestSeconds);
  },
  chord: (random) => {
    const root = Math.floor(24 * random());
    return (second) => [0, 4, 7, 12].reduce((sum, step) => sum + 0.12 * sine(noteHertz(root + step), second), 0);
  },
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
  drums: (random) => {
    const every = 0.2 + 0.4 * random();
    return (second) => {
      const beat = second % every;
      return 0.6 * Math.exp(-30 * beat) * sine(60, beat) + 0.3 * Math.exp(-60 * beat) * (2 * random() - 1);
    };
  },
  clicks: (random) => {
    const every = 0.05 + random();
    return (second) => (second % every < 0.002 ? 0.8 : 0);
  },
  "hum of the mains": () => (second) => 0.2 * Math.sign(sine(50, second)) + 0.05 * sine(150, second),
};

/** How many words the service finds where there are none. */
export async function measureNoSpeech(options: BenchOptions): Promise<Report> {
  const { signal } = options;
  const load = machineLoad();
  await using service = await startService(["api", "transcription", "maintenance"], options, {
    WAIT_MAX_SECONDS: "300",
  });
  const directory = join(service.directory, "no-speech");
  await mkdir(directory);
  const { texts } = await transcribeAll(await makeRecordings(directory), openSpeechClient(service, signal));
  const heard = [...texts].map(([name, text]) => ({ name, text, words: wordsOf(text).length }));
  const wrong = heard.filter(({ words }) => words > 0);
  return {
    title: `${files} files of noise, music and silence, ${shortestSeconds} to ${longestSeconds} s each; ${service.stack}; ${load}`,
    baseline: "what is said in them",
    figures: [
      {
        measure: "words in all of them",
        unit: "",
        baseline: 0,
        service: heard.reduce((sum, { words }) => sum + words, 0),
        target: { of: "service", atMost: 0 },
      },
    ],
    notes: wrong.map(({ name, text }) => `${name}: “${text}”.`),
  };
}

async function makeRecordings(directory: string): Promise<readonly Recording[]> {
  const random = openRandom(1);
  const kinds = Object.entries(sounds);
  const recordings: Recording[] = [];
  for (let index = 0; index < files; index += 1) {
    const [kind = "", make = () => () => 0] = kinds[index % kinds.length] ?? [];
    const seconds = shortestSeconds + (longestSeconds - shortestSeconds) * random();
    const name = `${kind.replaceAll(" ", "-")}-${index}.wav`;
    const path = join(directory, name);
    const sound = make(random);
    await writeFile(
      path,
      wav(seconds, (second) => Math.max(-1, Math.min(1, sound(second)))),
    );
    recordings.push({ name, path, text: "", seconds });
  }
  return recordings;
}
