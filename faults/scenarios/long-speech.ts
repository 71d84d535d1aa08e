import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openSpeechClient, type SpeechClient } from "#harness/clients/speech-client.ts";
import { wordsOf } from "#harness/audio/word-error-rate.ts";
import { checkLedger, countRequests, reasonsOfFailures } from "#faults/ledger-checks.ts";
import { watchEngineMemory } from "#faults/engine-memory.ts";
import { type LongRecording, type LongSizes, makeLongRecordings } from "#faults/long-recordings.ts";
import { missingModels } from "#faults/missing-models.ts";
import { atLeast, atMost, type Check, exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { openAuditTriggers } from "#faults/audit-triggers.ts";
import { startRunningService } from "#harness/service/running-service.ts";

/** The worker replaces a host that holds more when its request is done (docs/security.md). */
const memoryMebibytes = 900;
const mebibyte = 2 ** 20;
const lookMs = 250;
/** The most seconds of work for a second of a recording; a machine with one slow core is that slow with pocketsphinx. */
const secondsForASecond = 1;
const mostWordsPerSecond = 6;
/** At least this share of what is said clearly is understood. */
const leastUnderstood = 0.8;
/** Different percentages that are seen of a recording of many pieces. */
const leastSteps = 10;

/** Recordings that are long, or hard to read: of each the engines must keep their measure, and the caller get an answer. */
export const longSpeech = scenario<LongSizes>({
  name: "long-speech",
  promise: "hours of speech, music, near silence and other languages end with an answer, within memory and time",
  alone: true,
  lacks: missingModels,
  full: { speechMinutes: 180, musicMinutes: 40, sparseMinutes: 40, otherMinutes: 10 },
  quick: { speechMinutes: 20, musicMinutes: 5, sparseMinutes: 5, otherMinutes: 1 },
  run: async (sizes, setting) => {
    const { signal } = setting;
    const hours = { AUDIO_MAX_SECONDS: `${4 * 3_600}` };
    await using service = await startRunningService(["api", "maintenance", "transcription"], setting, hours);
    const { resources } = service;
    const triggers = await openAuditTriggers(resources.db);
    const account = await service.account(1_000_000);
    const folder = join(service.directory, "long");
    await mkdir(folder);
    const recordings = await makeLongRecordings(folder, sizes);
    const client = openSpeechClient({ baseUrl: service.baseUrl, key: account.key }, signal);
    await using memory = watchEngineMemory(service.first("transcription").pid);
    const readings: Reading[] = [];
    for (const recording of recordings) readings.push(await read(client, recording, signal));
    const held = await memory.stop();
    const ids = readings.map(({ id }) => id);
    const counts = await countRequests(resources, ids, triggers);
    return {
      counts: { ...counts, slowestRecoverySeconds: null },
      checks: [
        exactly("recordings that were completed", counts.completed, recordings.length),
        exactly("recordings charged", counts.charged, recordings.length),
        exactly("times that progress fell", sum(readings.map(({ falls }) => falls)), 0),
        ...readings.flatMap(checksOf),
        atLeast("processes of engines that were seen", held.processes, 1),
        atMost("memory of the largest of them, at its most", held.largestBytes / mebibyte, {
          limit: memoryMebibytes,
          unit: "MiB",
        }),
        exactly("processes that ended", service.countEnded(), 0),
        ...(await checkLedger(service, account, signal)),
      ],
      notes: [...readings.map(noteOf), ...(await reasonsOfFailures(resources, ids))],
    };
  },
});

interface Reading {
  readonly recording: LongRecording;
  readonly id: string;
  readonly seconds: number;
  readonly text: string;
  /** Different percentages that were seen, and how often one was below the one before. */
  readonly steps: number;
  readonly falls: number;
}

async function read(client: SpeechClient, recording: LongRecording, signal: AbortSignal): Promise<Reading> {
  const id = await client.submit(recording.path);
  const begun = performance.now();
  const seen: number[] = [];
  let state = await client.stateOf(id);
  while (state.status === "queued" || state.status === "processing") {
    seen.push(state.progress);
    await sleep(lookMs, undefined, { signal });
    state = await client.stateOf(id);
  }
  const seconds = (performance.now() - begun) / 1000;
  const text = state.status === "completed" ? (await client.transcriptOf(id)).text : "";
  const falls = seen.filter((percent, index) => percent < (seen[index - 1] ?? 0)).length;
  return { recording, id, seconds, text, steps: new Set(seen).size, falls };
}

function checksOf({ recording: { title, seconds: length, said }, seconds, text, steps }: Reading): readonly Check[] {
  const spoken = said === null ? [] : [understood(title, said, text)];
  const rising = title === "a sentence over and over" ? [atLeast(`${title}: percentages seen`, steps, leastSteps)] : [];
  return [
    atMost(`${title}: time`, seconds / length, { limit: secondsForASecond, unit: "s for a second" }),
    atMost(`${title}: words`, wordsOf(text).length / length, { limit: mostWordsPerSecond, unit: "a second" }),
    ...spoken,
    ...rising,
  ];
}

function understood(title: string, { word, times }: NonNullable<LongRecording["said"]>, text: string): Check {
  return atLeast(
    `${title}: times it was understood`,
    text.match(word)?.length ?? 0,
    Math.ceil(leastUnderstood * times),
  );
}

const noteOf = ({ recording: { title, seconds: length }, seconds, text, steps }: Reading): string =>
  `${title}, ${Math.round(length)} s: read in ${seconds.toFixed(1)} s, ${steps} percentages, ` +
  `${wordsOf(text).length} words: “${text.slice(0, 80)}”.`;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
