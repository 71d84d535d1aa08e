import { openAuditTriggers } from "#faults/audit-triggers.ts";
import type { CallOptions } from "#faults/calls.ts";
import { checkLedger, countRequests, reasonsOfFailures } from "#faults/ledger-checks.ts";
import { exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { checkNothingLeft } from "#faults/stream-leftovers.ts";
import { bytesPerSecond, countDiffering, listen, ownStream, type ReceivedStream } from "#faults/stream-listeners.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";
import { sum } from "#harness/statistics.ts";
import { until } from "#harness/until.ts";

interface Size {
  readonly callers: number;
  readonly sentences: number;
}

const textOf = (caller: number, sentences: number): string =>
  Array.from({ length: sentences }, (_, index) => `This is sentence number ${index} for caller ${caller} alone.`).join(
    " ",
  );

const patienceMs = 300_000;

/** Callers who read their streams no faster than they play them. */
export const streamsReadSlowly = scenario<Size>({
  name: "streams-read-slowly",
  promise: "callers who read a stream slowly hold no work up and receive all of it",
  alone: true,
  full: { callers: 20, sentences: 60 },
  quick: { callers: 3, sentences: 20 },
  run: async (size, setting) => {
    const { signal } = setting;
    const { callers } = size;
    await using service = await startRunningService(["api", "synthesis", "maintenance"], setting, {
      WAIT_MAX_SECONDS: "600",
    });
    const { resources, baseUrl } = service;
    const triggers = await openAuditTriggers(resources.db);
    const account = await service.account(10_000_000);
    const caller = { baseUrl, key: account.key, signal };
    const played = await playSlowly(service, size, caller);
    const requestIds = played.received.map(({ requestId }) => requestId);
    const counts = await countRequests(resources, requestIds, triggers);
    return {
      counts: { ...counts, slowestRecoverySeconds: null },
      checks: [
        exactly("streams that were not over when all had been spoken", played.openAtEnd, callers),
        exactly("streams that broke off", played.broken, 0),
        exactly("streams that differ from what is stored", await countDiffering(service, played.received), 0),
        exactly("requests completed", counts.completed, callers),
        exactly("requests charged", counts.charged, callers),
        ...(await checkLedger(service, account, signal)),
        ...(await checkNothingLeft(service)),
      ],
      notes: [
        `Received were ${(played.bytes / 1e6).toFixed(0)} MB, of them ${(played.bytesAtEnd / 1e6).toFixed(0)} MB by the end of the work.`,
        ...(await reasonsOfFailures(resources, requestIds)),
      ],
    };
  },
});

interface Played {
  readonly received: readonly ReceivedStream[];
  /** Streams that were called for more than once. */
  readonly broken: number;
  readonly bytes: number;
  /** Received when all had been spoken. */
  readonly bytesAtEnd: number;
  /** Streams that were not over then. */
  readonly openAtEnd: number;
}

/** All call at once, and read on faster when all has been spoken. */
async function playSlowly(service: RunningService, { callers, sentences }: Size, caller: CallOptions): Promise<Played> {
  const { signal } = caller;
  let isSpoken = false;
  const playing = { playMs: (bytes: number) => (isSpoken ? 0 : (bytes / bytesPerSecond) * 1_000), signal };
  const listeners = Array.from({ length: callers }, (_, index) =>
    listen(ownStream(textOf(index, sentences), caller), playing),
  );
  const all = Promise.all(listeners.map((listener) => listener.received));
  // It may fail meanwhile.
  all.catch(() => undefined);
  await until(async () => (await countCompleted(service)) === callers, { withinMs: patienceMs, signal });
  const bytesAtEnd = sum(listeners.map(({ bytes }) => bytes()));
  const openAtEnd = listeners.filter(({ isOver }) => !isOver()).length;
  isSpoken = true;
  const received = await all;
  const broken = listeners.filter(({ calls }) => calls() > 1).length;
  return { received, broken, bytes: sum(listeners.map(({ bytes }) => bytes())), bytesAtEnd, openAtEnd };
}

async function countCompleted({ resources: { db } }: RunningService): Promise<number> {
  return (await db.selectFrom("speech_requests").select("id").where("status", "=", "completed").execute()).length;
}
