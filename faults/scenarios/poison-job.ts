import { checkLedger, countEnded, countRequests, reasonsOfFailures } from "#faults/ledger-checks.ts";
import { type CallOptions, mapConcurrently, submitText } from "#faults/calls.ts";
import { atLeast, exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { until } from "#harness/until.ts";
import { openAuditTriggers } from "#faults/audit-triggers.ts";
import { findBalances } from "#src/domain/credits/queries.ts";
import { findRequest } from "#src/domain/speech/queries.ts";
import type { Resources } from "#src/platform/resources.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";

interface Size {
  /** Requests of others, for each time that the worker dies. */
  readonly requests: number;
  /** The settings by which silence is taken for death, where it is not to take as long as it does by default. */
  readonly settings: Readonly<Record<string, string>>;
}

/** As often as it may take its worker down (`crashLimit` of `workers/runtime/run-job.ts`). */
const crashLimit = 5;
/** A request that has taken its worker down so often will not be given up. */
const mostDeaths = 2 * crashLimit;
const callsAtOnce = 5;
const patienceMs = 240_000;
/** Long enough to be caught while it is worked on. */
const poisonText = "Niemand im Raum hatte erwartet, dass die Antwort so einfach sein würde. ".repeat(69);
const spokenText = "The committee will publish what it has found before the end of the month.";

/** One request kills the worker that takes it, each time, while others want to be served by the same worker. */
export const poisonJob = scenario<Size>({
  name: "poison-job",
  promise:
    "a request that kills its worker each time fails after five crashes, costs nothing and delays no other request",
  full: { requests: 20, settings: {} },
  quick: { requests: 10, settings: { HEARTBEAT_MS: "1000", LEASE_EXPIRES_MS: "4000" } },
  run: async ({ requests, settings }, setting) => {
    const { signal } = setting;
    await using service = await startRunningService(["api", "maintenance"], setting, settings);
    const { resources } = service;
    const triggers = await openAuditTriggers(resources.db);
    const [poisoner, other] = [await service.account(1_000_000), await service.account(1_000_000)];
    const before = await findBalances(resources.db, poisoner.userId);
    const poisonId = await submitText(poisonText, callerOf(service, poisoner.key, signal), { language: "de" });
    const caller = callerOf(service, other.key, signal);
    const { deaths, failures, requestIds } = await serve(service, { poisonId, caller, requests });

    const allEnded = async (): Promise<boolean> => (await countEnded(resources, requestIds)) === requestIds.length;
    await until(allEnded, { withinMs: patienceMs, signal });
    const counts = await countRequests(resources, [poisonId, ...requestIds], triggers);
    const others = await countRequests(resources, requestIds, triggers);
    const after = await findBalances(resources.db, poisoner.userId);
    const poison = await findRequest(resources.db, poisonId);
    const completedMeanwhile = (await triggers.completions()).filter(
      ({ atMs }) => atMs < (poison?.finished_at?.getTime() ?? 0),
    );
    return {
      counts: { ...counts, slowestRecoverySeconds: null },
      checks: [
        exactly("deaths of the worker with that request in hand", deaths, crashLimit),
        exactly("failures of the ordinary kind that were counted", failures, 0),
        exactly("that request failed, as engine_unavailable", poison?.error_code === "engine_unavailable" ? 1 : 0, 1),
        exactly("credits that it has cost", before.tts - after.tts, 0),
        atLeast("requests of others completed before it was given up", completedMeanwhile.length, 1),
        exactly("requests of others completed, as submitted", others.completed, others.submitted),
        exactly("requests completed twice", counts.duplicates, 0),
        exactly("requests charged, as completed", counts.charged, counts.completed),
        ...(await checkLedger(service, poisoner, signal)),
        ...(await checkLedger(service, other, signal)),
      ],
      notes: await reasonsOfFailures(resources, [poisonId, ...requestIds]),
    };
  },
});

const callerOf = ({ baseUrl }: RunningService, key: string, signal: AbortSignal): CallOptions => ({
  baseUrl,
  key,
  signal,
});

interface Service {
  readonly poisonId: string;
  readonly caller: CallOptions;
  readonly requests: number;
}

interface ServeResult {
  /** Deaths of the worker, each with the one request in hand. */
  readonly deaths: number;
  /** Failures of the ordinary kind that were counted of that request. */
  readonly failures: number;
  /** Requests of the others. */
  readonly requestIds: readonly string[];
}

/** Kills the worker whenever it works on the one request, and starts it again as a supervisor does. */
async function serve(service: RunningService, { poisonId, caller, requests }: Service): Promise<ServeResult> {
  const { resources } = service;
  const patience = { withinMs: patienceMs, signal: caller.signal };
  const requestIds: string[] = [];
  let failures = 0;
  for (let deaths = 0; ; deaths += 1) {
    const worker = await service.start("synthesis");
    const startedAtMs = Date.now();
    requestIds.push(
      ...(await mapConcurrently([...Array(requests).keys()], callsAtOnce, () => submitText(spokenText, caller))),
    );
    const decided = async (): Promise<boolean> => {
      const job = await jobOf(resources, poisonId);
      if (job === undefined) return true;
      failures = job.failures;
      // A run that was broken off still looks as if it were under way, and one too many only writes that it is over.
      const isUnderWay = job.state === "running" && (job.heartbeat_at?.getTime() ?? 0) > startedAtMs;
      return isUnderWay && job.crashes < crashLimit;
    };
    const isDecided = await until(decided, patience);
    const isOver = (await jobOf(resources, poisonId)) === undefined;
    if (isOver || !isDecided || deaths === mostDeaths) return { deaths, failures, requestIds };
    await worker.kill();
  }
}

const jobOf = ({ db }: Resources, subjectId: string) =>
  db
    .selectFrom("jobs")
    .select(["state", "crashes", "failures", "heartbeat_at"])
    .where("subject_id", "=", subjectId)
    .executeTakeFirst();
