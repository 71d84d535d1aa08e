import { join } from "node:path";
import { mkdir } from "node:fs/promises";
import { runProcess } from "#workers/speech/process/run-process.ts";
import { type Report } from "./report.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { type BenchOptions, startService } from "./running-service.ts";
import { openSpeechClient } from "#harness/clients/speech-client.ts";
import { sentences, voices } from "./spoken-recordings.ts";
import { quantile } from "#harness/statistics.ts";
import { alignWords, wordsOf } from "#harness/audio/word-error-rate.ts";

const limits = { timeoutMs: 60_000, maxOutputBytes: 65_536 } as const;
const medianMaxSeconds = 0.06;

interface TimedWord {
  readonly word: string;
  /** Seconds. */
  readonly start: number;
}

/** How far from its true begin a word of a transcript begins, in sentences whose times the synthesiser tells. */
export async function measureWordTimes(options: BenchOptions): Promise<Report> {
  const { signal } = options;
  const load = machineLoad();
  await using service = await startService(["api", "transcription", "maintenance"], options);
  const client = openSpeechClient(service, signal);
  const directory = join(service.directory, "spoken");
  await mkdir(directory);
  const [errors, guesses]: [number[], number[]] = [[], []];
  let untimed = 0;
  for (const [index, text] of sentences.entries()) {
    for (const voice of voices) {
      const path = join(directory, `${voice}-${index}.wav`);
      const meant = await speakTimed({ text, voice, path }, signal);
      if (meant === null) {
        untimed += 1;
        continue;
      }
      const { words } = await client.transcribe(path);
      errors.push(...startErrors(meant.words, words));
      guesses.push(...startErrors(meant.words, byLetters(meant.words, meant.seconds)));
    }
  }
  return {
    title: `Begins of ${errors.length} words in ${sentences.length * voices.length - untimed} sentences of flite; ${service.stack}; ${load}`,
    baseline: "the same words placed by their letters over the whole sound",
    figures: [
      {
        measure: "distance from the true begin, median",
        unit: "s",
        baseline: quantile(guesses, 0.5),
        service: quantile(errors, 0.5),
        target: { of: "service", atMost: medianMaxSeconds },
      },
      {
        measure: "90th percentile",
        unit: "s",
        baseline: quantile(guesses, 0.9),
        service: quantile(errors, 0.9),
      },
    ],
    notes: [
      "Words that were read otherwise than they were meant are left out.",
      `Sentences left out, since their phones cannot be told apart by word: ${untimed}.`,
    ],
  };
}

interface Spoken {
  readonly words: readonly TimedWord[];
  readonly seconds: number;
}

/** Speaks a sentence. @returns null when the phones of the sentence are not those of its words one by one */
async function speakTimed(
  { text, voice, path }: { readonly text: string; readonly voice: string; readonly path: string },
  signal: AbortSignal,
): Promise<Spoken | null> {
  const segments = await runFlite(["-voice", voice, "-psdur", "-t", text, "-o", path], signal);
  const phones = segments.map((segment) => {
    const [name = "", end = "0"] = segment.split(":");
    return { name, end: Number(end) };
  });
  const words = wordsOf(text);
  const counts = await Promise.all(words.map(async (word) => (await phonesOf(word, signal)).length));
  const sounds = phones.flatMap(({ name }, index) => (name === "pau" ? [] : [phones[index - 1]?.end ?? 0]));
  let first = 0;
  const timed = words.map((word, index) => {
    const start = sounds[first] ?? 0;
    first += counts[index] ?? 0;
    return { word, start };
  });
  return first === sounds.length ? { words: timed, seconds: phones.at(-1)?.end ?? 0 } : null;
}

const phonesOf = async (word: string, signal: AbortSignal): Promise<readonly string[]> =>
  (await runFlite(["-ps", "-t", word, "-o", "/dev/null"], signal)).filter((phone) => phone !== "pau");

async function runFlite(args: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
  const { exitCode, stdout } = await runProcess("flite", args, { ...limits, signal });
  if (exitCode !== 0) throw new Error(`flite ended with exit code ${exitCode}.`);
  return stdout.toString("utf8").trim().split(/\s+/);
}

function startErrors(meant: readonly TimedWord[], heard: readonly TimedWord[]): readonly number[] {
  const spelled = heard.flatMap(({ word, start }) => wordsOf(word).map((one) => ({ word: one, start })));
  const pairs = alignWords(
    meant.map(({ word }) => word),
    spelled.map(({ word }) => word),
  );
  let [m, h] = [0, 0];
  return pairs.flatMap((pair) => {
    const [one, other] = [meant[m], spelled[h]];
    if (pair.meant !== null) m += 1;
    if (pair.heard !== null) h += 1;
    return pair.meant === pair.heard && one && other ? [Math.abs(one.start - other.start)] : [];
  });
}

function byLetters(words: readonly TimedWord[], seconds: number): readonly TimedWord[] {
  const letters = words.reduce((sum, { word }) => sum + word.length, 0);
  let before = 0;
  return words.map(({ word }) => {
    const start = (seconds * before) / letters;
    before += word.length;
    return { word, start };
  });
}
