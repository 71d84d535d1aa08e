import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { PcmFile } from "#workers/speech/engine.ts";
import { planFile } from "#workers/speech/engines/pocketsphinx/plan-file.ts";
import { framesPerSecond } from "#workers/speech/engines/pocketsphinx/sound-levels.ts";
import { errorRateOf, transcribeAll } from "./asr.ts";
import { makeLongRecording } from "./long-recording.ts";
import { findDescendants } from "./processes.ts";
import type { Recording } from "./recordings.ts";
import { machineLoad, type Report } from "./report.ts";
import { type BenchOptions, startService } from "./running-service.ts";
import { openSpeechClient, type SpeechClient, type Transcript } from "./speech-client.ts";
import { sum } from "./statistics.ts";
import { wordErrorRate, wordErrors, wordsOf } from "./word-error-rate.ts";
import { findWordsAtCuts, type HeardWord } from "./words-at-cuts.ts";

const decoders = 2;
const sampleRate = 16_000;
/** Whole rounds of the recordings matter more than the last seconds of ten minutes. */
const longSeconds = 595;
const pollMs = 500;
/** A machine that is busy with other things makes the figures worse, and does not end the measurement. */
const patienceSeconds = 300;

/** How a file of ten minutes is transcribed, beside the recordings that it is made of, one by one. */
export async function measureLongFile(options: BenchOptions, recordings: readonly Recording[]): Promise<Report> {
  const { signal } = options;
  const load = machineLoad();
  await using service = await startService(["api", "transcription", "maintenance"], options, {
    TRANSCRIPTION_DECODERS: `${decoders}`,
    WAIT_MAX_SECONDS: `${patienceSeconds}`,
  });
  const client = openSpeechClient(service, signal);
  const directory = join(service.directory, "long");
  await mkdir(directory);
  const { wavPath, pcmPath, seconds, parts } = await makeLongRecording(recordings, longSeconds, { directory, signal });
  const alone = await transcribeAll(recordings, client);
  const run = await transcribeWatched(wavPath, client, service.pidOf("transcription"));

  const heardAlone = parts.flatMap(({ name, startSeconds }) =>
    placedWords(alone.transcripts.get(name)?.words ?? [], startSeconds),
  );
  const words = placedWords(run.transcript.words, 0);
  const cuts = await cutsOf({ path: pcmPath, sampleRate, durationSeconds: seconds }, signal);
  const { lost, doubled } = findWordsAtCuts(words, cuts, heardAlone);
  const meant = parts.map(({ text }) => text).join(" ");
  const aloneSpeed = sum(recordings.map((recording) => recording.seconds)) / alone.wallSeconds;
  return {
    title:
      `A file of ${seconds.toFixed(1)} s, made of ${parts.length} times one of ${recordings.length} recordings, ` +
      `by ${decoders} decoders; ${service.stack}; ${load}`,
    baseline: "the same recordings one by one through the service; for the decoders, all of them at work all the time",
    figures: [
      {
        measure: "word error rate",
        unit: "%",
        baseline: errorRateOf(parts, alone),
        service: wordErrorRate([wordErrors(meant, run.transcript.text)]),
        target: { of: "difference", atMost: 2 },
      },
      { measure: "words heard", unit: "", baseline: heardAlone.length, service: words.length },
      {
        measure: "decoders at work, on average",
        unit: "",
        baseline: decoders,
        service: sum(run.decoders.map(({ busySeconds }) => busySeconds)) / run.wallSeconds,
        target: { of: "ratio", atLeast: 0.9 },
      },
      { measure: "throughput", unit: "audio s/s", baseline: aloneSpeed, service: seconds / run.wallSeconds },
    ],
    notes: [
      `Progress: ${run.progress.join(" ")}${isRising(run.progress) ? "" : " — IT FELL"}; ${run.wallSeconds.toFixed(1)} s.`,
      `Processor time of each decoder: ${run.decoders.map(({ cpuSeconds }) => `${cpuSeconds.toFixed(1)} s`).join(", ")}.`,
      `${cuts.length} cuts; beside one, not heard at all, against the parts alone: ${listed(lost)}; doubled: ${listed(doubled)}.`,
      `Words that begin before the one before them has ended: ${overlapsOf(run.transcript)}.`,
    ],
  };
}

interface Effort {
  readonly cpuSeconds: number;
  /** With the time in which it waited for a core that others had. */
  readonly busySeconds: number;
}

interface WatchedRun {
  readonly transcript: Transcript;
  /** The different values that were seen, in order. */
  readonly progress: readonly number[];
  readonly wallSeconds: number;
  /** Every decoder that was seen, and what it did meanwhile. */
  readonly decoders: readonly Effort[];
}

async function transcribeWatched(path: string, client: SpeechClient, workerPid: number): Promise<WatchedRun> {
  const decodersNow = () => findDescendants(workerPid, "pocketsphinx_batch");
  const atFirst = new Map((await decodersNow()).map((decoder) => [decoder.pid, decoder]));
  const efforts = new Map<number, Effort>();
  const progress: number[] = [];
  const begun = performance.now();
  const id = await client.submit(path);
  for (;;) {
    const { status, progress: percent } = await client.stateOf(id);
    for (const { pid, cpuSeconds, busySeconds } of await decodersNow()) {
      const before = atFirst.get(pid) ?? { cpuSeconds: 0, busySeconds: 0 };
      efforts.set(pid, {
        cpuSeconds: cpuSeconds - before.cpuSeconds,
        busySeconds: busySeconds - before.busySeconds,
      });
    }
    if (progress.at(-1) !== percent) progress.push(percent);
    if (status === "failed") throw new Error("The service failed to transcribe the file.");
    if (status === "completed") break;
    await sleep(pollMs);
  }
  const wallSeconds = (performance.now() - begun) / 1000;
  const transcript = await client.transcriptOf(id);
  return { transcript, progress, wallSeconds, decoders: [...efforts.values()] };
}

const placedWords = (words: readonly HeardWord[], startSeconds: number): readonly HeardWord[] =>
  words.map(({ word, start, end }) => ({
    word: wordsOf(word).join(""),
    start: start + startSeconds,
    end: end + startSeconds,
  }));

/** Where the engine cuts a file, in seconds. */
async function cutsOf(audio: PcmFile, signal: AbortSignal): Promise<readonly number[]> {
  const { kept, pieces } = await planFile(audio, { signal });
  return pieces.slice(1).map(([from]) => (kept[from] ?? 0) / framesPerSecond);
}

const isRising = (values: readonly number[]): boolean =>
  values.every((value, index) => value >= (values[index - 1] ?? 0));

const overlapsOf = ({ words }: Transcript): number =>
  words.filter(({ start }, index) => start < (words[index - 1]?.end ?? 0)).length;

const listed = (words: readonly string[]): string =>
  words.length === 0 ? "none" : `${words.length} (${words.join(" ")})`;
