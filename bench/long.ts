import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errorRateOf, transcribeAll } from "./asr.ts";
import { makeLongRecording } from "./long-recording.ts";
import { findDescendants, residentMib } from "#harness/service/processes.ts";
import type { Recording } from "#harness/audio/recordings.ts";
import { type Report } from "./report.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { type BenchOptions, startService } from "./running-service.ts";
import { openSpeechClient, type SpeechClient, type Transcript } from "#harness/clients/speech-client.ts";
import { sum } from "#harness/statistics.ts";
import { wordErrorRate, wordErrors } from "#harness/audio/word-error-rate.ts";

const hosts = 2;
/** Node's name for its first thread, which is that of the process. */
const hostProgram = "MainThread";
/** Whole rounds of the recordings matter more than the last seconds of ten minutes. */
const longSeconds = 595;
const pollMs = 500;
/** A machine that is busy with other things makes the figures worse, and does not end the measurement. */
const patienceSeconds = 300;
/** Percent. */
const maxErrorRate = 7.5;
/** A host that grows beyond it is replaced between two pieces. */
const maxHostMib = 900;

/** How a file of ten minutes is transcribed, beside the recordings that it is made of, one by one. */
export async function measureLongFile(options: BenchOptions, recordings: readonly Recording[]): Promise<Report> {
  const { signal } = options;
  const load = machineLoad();
  await using service = await startService(["api", "transcription", "maintenance"], options, {
    TRANSCRIPTION_DECODERS: `${hosts}`,
    WAIT_MAX_SECONDS: `${patienceSeconds}`,
  });
  const client = openSpeechClient(service, signal);
  const directory = join(service.directory, "long");
  await mkdir(directory);
  const { wavPath, seconds, parts } = await makeLongRecording(recordings, longSeconds, { directory, signal });
  const alone = await transcribeAll(recordings, client);
  const run = await transcribeWatched(wavPath, client, service.pidOf("transcription"));

  const meant = parts.map(({ text }) => text).join(" ");
  const wordsAlone = sum(parts.map(({ name }) => alone.transcripts.get(name)?.words.length ?? 0));
  const aloneSpeed = sum(recordings.map((recording) => recording.seconds)) / alone.wallSeconds;
  return {
    title:
      `A file of ${seconds.toFixed(1)} s, made of ${parts.length} times one of ${recordings.length} recordings, ` +
      `by ${hosts} hosts; ${service.stack}; ${load}`,
    baseline: "the same recordings one by one through the service",
    figures: [
      {
        measure: "word error rate",
        unit: "%",
        baseline: errorRateOf(parts, alone),
        service: wordErrorRate([wordErrors(meant, run.transcript.text)]),
        target: { of: "service", atMost: maxErrorRate },
      },
      { measure: "words found", unit: "", baseline: wordsAlone, service: run.transcript.words.length },
      { measure: "throughput", unit: "audio s/s", baseline: aloneSpeed, service: seconds / run.wallSeconds },
      {
        measure: "largest host",
        unit: "MiB",
        baseline: maxHostMib,
        service: run.largestMib,
        target: { of: "service", atMost: maxHostMib },
      },
    ],
    notes: [
      `Progress: ${run.progress.join(" ")}${isRising(run.progress) ? "" : " — IT FELL"}; ${run.wallSeconds.toFixed(1)} s.`,
      `Words that begin before the one before them has ended: ${overlapsOf(run.transcript)}.`,
    ],
  };
}

interface WatchedRun {
  readonly transcript: Transcript;
  /** The different values that were seen, in order. */
  readonly progress: readonly number[];
  readonly wallSeconds: number;
  /** The most resident memory that was seen of one host. */
  readonly largestMib: number;
}

async function transcribeWatched(path: string, client: SpeechClient, workerPid: number): Promise<WatchedRun> {
  const hostsNow = async () => (await findDescendants(workerPid, hostProgram)).filter(({ pid }) => pid !== workerPid);
  const progress: number[] = [];
  let largestMib = 0;
  const begun = performance.now();
  const id = await client.submit(path);
  for (;;) {
    const { status, progress: percent } = await client.stateOf(id);
    for (const { pid } of await hostsNow()) {
      largestMib = Math.max(largestMib, await residentMib(pid).catch(() => 0));
    }
    if (progress.at(-1) !== percent) progress.push(percent);
    if (status === "failed") throw new Error("The service failed to transcribe the file.");
    if (status === "completed") break;
    await sleep(pollMs);
  }
  const wallSeconds = (performance.now() - begun) / 1000;
  const transcript = await client.transcriptOf(id);
  return { transcript, progress, wallSeconds, largestMib };
}

const isRising = (values: readonly number[]): boolean =>
  values.every((value, index) => value >= (values[index - 1] ?? 0));

const overlapsOf = ({ words }: Transcript): number =>
  words.filter(({ start }, index) => start < (words[index - 1]?.end ?? 0)).length;
