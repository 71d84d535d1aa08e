import { setTimeout as sleep } from "node:timers/promises";
import { checkLedger, countEnded, countRequests, countRunning, reasonsOfFailures } from "#faults/ledger-checks.ts";
import { type CallOptions, mapConcurrently, submitRecording, submitText } from "#faults/calls.ts";
import { atMost, exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { until } from "#harness/until.ts";
import { openAuditTriggers, slowestRecoverySeconds } from "#faults/audit-triggers.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";
import { speech } from "#harness/audio/sounds.ts";

interface Size {
  readonly requests: number;
  readonly kills: number;
}

const workers = ["synthesis", "transcription"] as const;
const killEveryMs = 6_000;
/** For all that is left after the last kill. */
const restSeconds = 90;
/** A request that has not ended by then, late or not, is lost. */
const lostMs = 300_000;
const callsAtOnce = 10;
/** So many requests are left before each kill: with fewer, a job that was killed before would be hit again and again. */
const backlog = 20;
/** Workers that start beside other work are running requests that wait by then. */
const runningMs = 10_000;
const spokenText = "The committee will publish what it has found before the end of the month. ".repeat(2);
const heardText = "The train will leave at seven.";

/** Both speech workers die by `kill -9` over and over, while requests wait for them. */
export const workersKilled = scenario<Size>({
  name: "workers-killed",
  promise: "workers that die by kill -9 lose no accepted request, and none is completed or charged twice",
  full: { requests: 200, kills: 10 },
  quick: { requests: 40, kills: 3 },
  run: async ({ requests, kills: times }, setting) => {
    const { signal } = setting;
    await using service = await startRunningService(["api", "maintenance"], setting);
    const { resources } = service;
    const triggers = await openAuditTriggers(resources.db);
    const account = await service.account(1_000_000);
    const caller = { baseUrl: service.baseUrl, key: account.key, signal };
    const requestIds = [...(await submitAll(requests, caller))];
    const refill = async (): Promise<void> => {
      const left = requestIds.length - (await countEnded(resources, requestIds));
      if (left < backlog) requestIds.push(...(await submitAll(backlog, caller)));
    };
    const kills = await killRepeatedly(service, { times, refill, signal });

    const allEnded = async (): Promise<boolean> => (await countEnded(resources, requestIds)) === requestIds.length;
    await until(allEnded, { withinMs: lostMs, signal });
    const counts = await countRequests(resources, requestIds, triggers);
    const completions = await triggers.completions();
    const killedAtMs = kills.map(({ atMs }) => atMs);
    const [firstKillMs, lastKillMs] = [killedAtMs[0] ?? NaN, killedAtMs.at(-1) ?? NaN];
    const restMs = (completions.at(-1)?.atMs ?? NaN) - lastKillMs;
    return {
      counts: { ...counts, slowestRecoverySeconds: slowestRecoverySeconds(killedAtMs, completions) },
      checks: [
        exactly("kills of workers that had work in hand", kills.filter(({ runs }) => runs > 0).length, times),
        atMost("from the first kill to the last", (lastKillMs - firstKillMs) / 1000, {
          limit: (times * killEveryMs + runningMs) / 1000,
          unit: "s",
        }),
        exactly("accepted requests that failed", counts.failed, 0),
        exactly("requests lost", counts.lost, 0),
        exactly("requests completed twice", counts.duplicates, 0),
        exactly("requests charged, as completed", counts.charged, counts.completed),
        atMost("last completion after the last kill", restMs / 1000, { limit: restSeconds, unit: "s" }),
        ...(await checkLedger(service, account, signal)),
      ],
      notes: [
        `Runs that each kill broke off: ${kills.map(({ runs }) => runs).join(", ")}.`,
        ...(await reasonsOfFailures(resources, requestIds)),
      ],
    };
  },
});

/** As many texts as recordings. */
async function submitAll(requests: number, options: CallOptions): Promise<readonly string[]> {
  const audio = await speech(heardText);
  return mapConcurrently([...Array(requests).keys()], callsAtOnce, (index) =>
    index % 2 === 0 ? submitText(spokenText, options) : submitRecording(audio, options),
  );
}

interface Kill {
  readonly atMs: number;
  /** Under way at that moment. */
  readonly runs: number;
}

interface Killing {
  readonly times: number;
  /** Called before each kill, to submit more where little is left. */
  readonly refill: () => Promise<void>;
  readonly signal: AbortSignal;
}

/** Kills both workers as soon as they work, and starts them again as a supervisor does. */
async function killRepeatedly(service: RunningService, { times, refill, signal }: Killing): Promise<readonly Kill[]> {
  const begun = performance.now();
  const start = () => Promise.all(workers.map((name) => service.start(name)));
  const kills: Kill[] = [];
  let running = await start();
  while (kills.length < times) {
    await sleep(Math.max(0, begun + (kills.length + 1) * killEveryMs - performance.now()), undefined, { signal });
    // Work that an earlier kill broke off still looks as if it were under way.
    const runsNow = () => countRunning(service.resources, kills.at(-1)?.atMs ?? 0);
    await refill();
    let runs = 0;
    await until(async () => (runs = await runsNow()) > 0, { withinMs: runningMs, signal });
    await Promise.all(running.map((worker) => worker.kill()));
    kills.push({ atMs: Date.now(), runs });
    running = await start();
  }
  return kills;
}
