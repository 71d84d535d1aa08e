import { checkLedger, countEnded, countRequests } from "#faults/ledger-checks.ts";
import { type CallOptions, mapConcurrently, submitRecording, submitText } from "#faults/calls.ts";
import { atLeast, atMost, type Check, exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { countBegun, longest, oneByOne, timesOf, timesOfEnded, type Times, told } from "#faults/request-times.ts";
import { slotsPerAccount } from "#faults/slots-per-account.ts";
import { until } from "#harness/until.ts";
import { openAuditTriggers } from "#faults/audit-triggers.ts";
import { cancelRequest } from "#src/domain/speech/cancel-request.ts";
import type { Resources } from "#src/platform/resources.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";
import type { WorkerName } from "#harness/service/service-process.ts";
import { encoded, speech } from "#harness/audio/sounds.ts";

interface Size {
  readonly texts: number;
  readonly recordings: number;
  readonly recordingSeconds: number;
  /** Requests of the neighbour, one after the other, of each kind. */
  readonly calls: number;
}

const callsAtOnce = 10;
const patienceMs = 300_000;
const noisyText = "The parcel will be there before noon.";
const quietText = "Good morning.";
const quietWords = "The train will leave at seven.";
const longWords = "There is a story about the elephant in the book that I was given, and nobody knows how it ends.";
/** The longest piece that a recording is cut into. */
const pieceSeconds = 24;

/** One account has thousands of texts and hours of recordings waiting, and another one makes short calls. */
export const noisyNeighbour = scenario<Size>({
  name: "noisy-neighbour",
  promise: "the backlog of one account adds to the wait of another at most one running segment",
  alone: true,
  full: { texts: 5_000, recordings: 6, recordingSeconds: 3_600, calls: 20 },
  quick: { texts: 300, recordings: 4, recordingSeconds: 300, calls: 4 },
  run: async (size, setting) => {
    const { signal } = setting;
    await using service = await startRunningService(["api", "maintenance"], setting, {
      AUDIO_MAX_BYTES: "100000000",
      QUEUE_MAX_AGE_SECONDS: "3600",
    });
    const { resources, baseUrl } = service;
    const triggers = await openAuditTriggers(resources.db);
    const [noisy, quiet] = [await service.account(1_000_000), await service.account(1_000_000)];
    const neighbours: Neighbours = {
      ...{ service, calls: size.calls },
      ...{ noisy: { baseUrl, key: noisy.key, signal }, quiet: { baseUrl, key: quiet.key, signal } },
    };
    const texts = await besideTexts(neighbours, size);
    const recordings = await besideRecordings(neighbours, size);
    const requestIds = [...texts.requestIds, ...recordings.requestIds];
    await mapConcurrently(requestIds, callsAtOnce, (id) => cancelRequest(resources, id));
    const counts = await countRequests(resources, requestIds, triggers);
    return {
      counts: { ...counts, slowestRecoverySeconds: null },
      checks: [
        ...texts.checks,
        ...recordings.checks,
        exactly("requests lost", counts.lost, 0),
        exactly("requests completed twice", counts.duplicates, 0),
        exactly("requests charged, as completed", counts.charged, counts.completed),
        ...(await checkLedger(service, noisy, signal)),
        ...(await checkLedger(service, quiet, signal)),
      ],
      notes: [...texts.notes, ...recordings.notes, "What was left of the backlog was cancelled."],
    };
  },
});

interface Neighbours {
  readonly service: RunningService;
  readonly calls: number;
  readonly noisy: CallOptions;
  readonly quiet: CallOptions;
}

interface Part {
  readonly requestIds: readonly string[];
  readonly checks: readonly Check[];
  readonly notes: readonly string[];
}

/** The wait is the time until a worker begins, which does not depend on how busy the cores are with the others' work. */
async function besideTexts({ service, calls, noisy, quiet }: Neighbours, { texts }: Size): Promise<Part> {
  const { resources } = service;
  const call = (): Promise<string> => submitText(quietText, quiet);
  const alone = await withWorker(service, "synthesis", () =>
    oneByOne(resources, { calls, call, signal: quiet.signal }),
  );
  const backlog = await mapConcurrently([...Array(texts).keys()], callsAtOnce, () => submitText(noisyText, noisy));
  return withWorker(service, "synthesis", async () => {
    await until(async () => (await countEnded(resources, backlog)) > 0, patience(quiet));
    const waitingBefore = backlog.length - (await countEnded(resources, backlog));
    const beside = await oneByOne(resources, { calls, call, signal: quiet.signal });
    const waitingAfter = backlog.length - (await countEnded(resources, backlog));
    const runSeconds = Math.max(...(await timesOf(resources, backlog)).map((times) => times.run));
    const extra = longest(beside, "wait") - longest(alone, "wait");
    return {
      requestIds: [...backlog, ...alone.map(({ id }) => id), ...beside.map(({ id }) => id)],
      checks: [
        atLeast("texts that still waited in the end", waitingAfter, Math.floor(texts / 2)),
        exactly("short texts spoken", beside.length, calls),
        atMost("longest wait of one beyond its own, with that of the longest run", extra, {
          limit: runSeconds,
          unit: "s",
        }),
      ],
      notes: [
        `Texts: ${waitingBefore} waited in the beginning; waits ${told(beside, "wait")}, alone ${told(alone, "wait")}; ` +
          `the longest run of the other account took ${runSeconds.toFixed(2)} s.`,
      ],
    };
  });
}

/** Here a run begins at once and then waits for a decoder, so all of its time counts. */
async function besideRecordings({ service, calls, noisy, quiet }: Neighbours, size: Size): Promise<Part> {
  const { resources } = service;
  const { signal } = quiet;
  const [short, long] = [await speech(quietWords), await looped(longWords, size.recordingSeconds)];
  const call = (): Promise<string> => submitRecording(short, quiet);
  const withDecoders = <Result>(work: () => Promise<Result>): Promise<Result> =>
    withWorker(service, "transcription", work);
  const alone = await withDecoders(() => oneByOne(resources, { calls, call, signal }));
  const before = await withDecoders(() => segments(resources, quiet));
  const backlog = await mapConcurrently([...Array(size.recordings).keys()], 2, () => submitRecording(long, noisy));
  const inHand = Math.min(size.recordings, slotsPerAccount(resources.config.workers.transcriptionConcurrency));
  const { heard, beside, endedMeanwhile } = await withDecoders(async () => {
    await until(async () => (await countBegun(resources, backlog)) === inHand, patience(quiet));
    const heardAtFirst = await countBegun(resources, backlog);
    const times = await oneByOne(resources, { calls, call, signal });
    const endedSoFar = await countEnded(resources, backlog);
    await mapConcurrently(backlog, callsAtOnce, (id) => cancelRequest(resources, id));
    return { heard: heardAtFirst, beside: times, endedMeanwhile: endedSoFar };
  });
  // Other work of the machine may have come or gone meanwhile.
  const after = await withDecoders(() => segments(resources, quiet));
  const limit = longest([...before, ...after], "run");
  const extra = longest(beside, "total") - longest(alone, "total");
  return {
    requestIds: [...backlog, ...[...alone, ...before, ...beside, ...after].map(({ id }) => id)],
    checks: [
      exactly("long recordings being heard: as many as the process takes", heard, inHand),
      exactly("long recordings that had ended", endedMeanwhile, 0),
      exactly("short recordings heard", beside.length, calls),
      atMost("longest time of one beyond its own, with that of a segment", extra, { limit, unit: "s" }),
    ],
    notes: [
      `Recordings: times ${told(beside, "total")}, alone ${told(alone, "total")}; a segment takes ${told([...before, ...after], "run")}.`,
    ],
  };
}

/** Measures how long a piece of the longest kind takes beside others: as many at once as there are decoders. */
async function segments(resources: Resources, options: CallOptions): Promise<readonly Times[]> {
  const piece = await looped(longWords, pieceSeconds);
  const decoders = resources.config.workers.transcriptionDecoders;
  const ids = await mapConcurrently([...Array(decoders).keys()], decoders, () => submitRecording(piece, options));
  return timesOfEnded(resources, ids, options.signal);
}

const patience = ({ signal }: { readonly signal: AbortSignal }) => ({ withinMs: patienceMs, signal });

/** Starts a worker for something and stops it afterwards. */
async function withWorker<Result>(
  service: RunningService,
  name: WorkerName,
  work: () => Promise<Result>,
): Promise<Result> {
  const worker = await service.start(name);
  try {
    return await work();
  } finally {
    await worker.stop();
  }
}

/** The same words over and over for so long. */
const looped = async (words: string, seconds: number) =>
  encoded(await speech(words), "flac", ["-af", "aloop=loop=-1:size=2e9", "-t", `${seconds}`]);
