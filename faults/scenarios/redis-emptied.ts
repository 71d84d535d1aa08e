import { Cluster } from "ioredis";
import { checkLedger, countEnded, countRequests, countRunning, reasonsOfFailures } from "#faults/ledger-checks.ts";
import { mapConcurrently, submitRecording, submitText } from "#faults/calls.ts";
import { atLeast, atMost, exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { openRedis } from "#src/platform/redis.ts";
import { until } from "#harness/until.ts";
import { type Completion, openAuditTriggers } from "#faults/audit-triggers.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";
import { speech } from "#harness/audio/sounds.ts";

interface Size {
  readonly requests: number;
}

const callsAtOnce = 10;
const resumeSeconds = 15;
const patienceMs = 300_000;
/** The second time comes when so large a part has been completed. */
const midway = 1 / 4;
const spokenText = "The committee will publish what it has found before the end of the month. ".repeat(2);
const heardText = "The train will leave at seven.";

/** Everything in Redis is deleted: while requests wait for their workers, and again while they are worked on. */
export const redisEmptied = scenario<Size>({
  name: "redis-emptied",
  promise: "a Redis that loses all it holds loses no accepted request, and none is completed or charged twice",
  needsServices: true,
  full: { requests: 200 },
  quick: { requests: 40 },
  run: async ({ requests }, setting) => {
    const { signal } = setting;
    await using service = await startRunningService(["api", "maintenance"], setting);
    const { resources } = service;
    const triggers = await openAuditTriggers(resources.db);
    const account = await service.account(1_000_000);
    const caller = { baseUrl: service.baseUrl, key: account.key, signal };
    const audio = await speech(heardText);
    const requestIds = await mapConcurrently([...Array(requests).keys()], callsAtOnce, (index) =>
      index % 2 === 0 ? submitText(spokenText, caller) : submitRecording(audio, caller),
    );
    const ended = (): Promise<number> => countEnded(resources, requestIds);
    const patience = { withinMs: patienceMs, signal };

    // Frozen workers keep their slots, so jobs are promoted and stay in the queue.
    const workers = await Promise.all([service.start("synthesis"), service.start("transcription")]);
    for (const worker of workers) worker.freeze();
    const inHandFirst = await countRunning(resources, 0);
    const lostWaiting = await emptyRedis(service);
    for (const worker of workers) worker.thaw();
    const emptiedFirstMs = Date.now();
    await until(async () => (await ended()) >= requests * midway, patience);
    const runs = await countRunning(resources, 0);
    const lostWorking = await emptyRedis(service);
    const emptiedAgainMs = Date.now();
    const open = requests - (await ended());
    await until(async () => (await ended()) === requests, patience);
    const counts = await countRequests(resources, requestIds, triggers);
    const completions = await triggers.completions();
    const { synthesisConcurrency, transcriptionConcurrency } = resources.config.workers;
    const inHand = Math.min(synthesisConcurrency + transcriptionConcurrency, open - 1);
    const resumed = [
      secondsToNext(completions, emptiedFirstMs, inHandFirst),
      secondsToNext(completions, emptiedAgainMs, inHand),
    ];
    const slowest = Math.max(...resumed);
    return {
      counts: { ...counts, slowestRecoverySeconds: slowest },
      checks: [
        atLeast("keys that Redis lost while requests were waiting", lostWaiting, 1),
        atLeast("keys that it lost in mid-run", lostWorking, 1),
        atLeast("runs under way then", runs, 1),
        atLeast("requests that were still to be done then", open, 1),
        atMost("slowest resumption, with work that was not in hand", slowest, { limit: resumeSeconds, unit: "s" }),
        exactly("requests completed, as submitted", counts.completed, counts.submitted),
        exactly("requests completed twice", counts.duplicates, 0),
        exactly("requests charged, as completed", counts.charged, counts.completed),
        exactly("processes that ended", service.countEnded(), 0),
        ...(await checkLedger(service, account, signal)),
      ],
      notes: [
        `Work went on after ${resumed.map((seconds) => seconds.toFixed(1)).join(" and ")} s.`,
        ...(await reasonsOfFailures(resources, requestIds)),
      ],
    };
  },
});

/** @returns how many keys there were */
async function emptyRedis({ resources: { config } }: RunningService): Promise<number> {
  if (config.redis === null) return 0;
  const redis = openRedis(config.redis, { maxRetriesPerRequest: null, reconnectMs: 100 });
  try {
    // A command waits until the client knows the nodes.
    await redis.ping();
    const servers = redis instanceof Cluster ? redis.nodes("master") : [redis];
    const sizes = await Promise.all(servers.map((server) => server.dbsize()));
    await Promise.all(servers.map((server) => server.flushall()));
    return sizes.reduce((sum, size) => sum + size, 0);
  } finally {
    redis.disconnect();
  }
}

/** From a moment to the next completion beyond so many, which may have been in hand then; infinite for never. */
function secondsToNext(completions: readonly Completion[], sinceMs: number, inHand: number): number {
  const next = completions.filter(({ atMs }) => atMs > sinceMs)[inHand];
  return next === undefined ? Infinity : (next.atMs - sinceMs) / 1000;
}
