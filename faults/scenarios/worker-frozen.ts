import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { countDifferences, snapshotData } from "#faults/data-snapshot.ts";
import { checkLedger, countEnded, countRequests } from "#faults/ledger-checks.ts";
import { type CallOptions, submitRecording, submitText } from "#faults/calls.ts";
import { auditObjects } from "#faults/objects.ts";
import { atLeast, exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { until } from "#harness/until.ts";
import { openAuditTriggers, slowestRecoverySeconds } from "#faults/audit-triggers.ts";
import type { Resources } from "#src/platform/resources.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";
import { speech } from "#harness/audio/sounds.ts";

interface Size {
  readonly rounds: number;
}

const workers = ["synthesis", "transcription"] as const;
/** Requests of each kind in a round; a worker takes as many at once. */
const requestsOfKind = 2;
const settleMs = 500;
const patienceMs = 90_000;
const spokenText = "Nobody in the room had expected that the answer would be so simple. ".repeat(60);
const heardText = "Whoever wakes up after a long sleep should look at the clock before going on with the work. ".repeat(
  3,
);

/** Workers stand still in the middle of their work until others have done it, and then go on as if nothing had been. */
export const workerFrozen = scenario<Size>({
  name: "worker-frozen",
  promise: "a worker that was frozen past its lease and goes on changes nothing of what was done without it",
  full: { rounds: 4 },
  quick: { rounds: 1 },
  run: async ({ rounds }, setting) => {
    const { signal, logPath } = setting;
    await using service = await startRunningService(["api", "maintenance"], setting, { LOG_LEVEL: "info" });
    const { resources } = service;
    const triggers = await openAuditTriggers(resources.db);
    const account = await service.account(1_000_000);
    const caller = { baseUrl: service.baseUrl, key: account.key, signal };
    const done: Round[] = [];
    while (done.length < rounds) done.push(await runRound(service, caller, logPath));

    const requestIds = done.flatMap((round) => round.requestIds);
    const frozenAtMs = done.map((round) => round.frozenAtMs);
    const total = (count: "runs" | "givenUp" | "changes"): number => done.reduce((sum, round) => sum + round[count], 0);
    const counts = await countRequests(resources, requestIds, triggers);
    return {
      counts: {
        ...counts,
        slowestRecoverySeconds: slowestRecoverySeconds(frozenAtMs, await triggers.completions()),
      },
      checks: [
        atLeast("runs that were frozen", total("runs"), workers.length * rounds),
        exactly("frozen runs that went on and gave up", total("givenUp"), total("runs")),
        exactly("rows and objects that changed after that", total("changes"), 0),
        exactly("objects that no row names", (await auditObjects(resources)).orphans.length, 0),
        exactly("requests completed, as submitted", counts.completed, counts.submitted),
        exactly("requests completed twice", counts.duplicates, 0),
        exactly("requests charged, as completed", counts.charged, counts.completed),
        ...(await checkLedger(service, account, signal)),
      ],
      notes: [],
    };
  },
});

interface Round {
  readonly requestIds: readonly string[];
  readonly frozenAtMs: number;
  /** Frozen ones. */
  readonly runs: number;
  /** Those of them that noticed that they were overtaken. */
  readonly givenUp: number;
  /** Rows and objects that were otherwise afterwards. */
  readonly changes: number;
}

async function runRound(service: RunningService, caller: CallOptions, logPath: string): Promise<Round> {
  const { resources } = service;
  const patience = { withinMs: patienceMs, signal: caller.signal };
  const start = () => Promise.all(workers.map((name) => service.start(name)));
  const frozen = await start();
  const requestIds = await submitBothKinds(caller);
  await until(async () => new Set((await runsUnderWay(resources)).map(({ name }) => name)).size === 2, patience);
  for (const worker of frozen) worker.freeze();
  const frozenAtMs = Date.now();
  // Statements that they have sent already may still arrive.
  await sleep(settleMs, undefined, { signal: caller.signal });
  const runs = new Set((await runsUnderWay(resources)).map(({ id }) => id));

  const others = await start();
  await until(async () => (await countEnded(resources, requestIds)) === requestIds.length, patience);
  await Promise.all(others.map((worker) => worker.stop()));
  const before = await snapshotData(resources);
  for (const worker of frozen) worker.thaw();
  const givenUp = async (): Promise<number> => (await runsGivenUp(logPath)).filter((run) => runs.has(run)).length;
  await until(async () => (await givenUp()) === runs.size, patience);
  await Promise.all(frozen.map((worker) => worker.stop()));
  const changes = countDifferences(before, await snapshotData(resources));
  return { requestIds, frozenAtMs, runs: runs.size, givenUp: await givenUp(), changes };
}

async function submitBothKinds(caller: CallOptions): Promise<readonly string[]> {
  const audio = await speech(heardText);
  const calls = Array.from({ length: requestsOfKind }, () => [
    submitRecording(audio, caller),
    submitText(spokenText, caller),
  ]);
  return Promise.all(calls.flat());
}

/** Each run by its work and number, as `subject:run`. */
async function runsUnderWay({ db }: Resources): Promise<readonly { readonly name: string; readonly id: string }[]> {
  const rows = await db
    .selectFrom("jobs")
    .select(["name", "subject_id", "run"])
    .where("state", "=", "running")
    .execute();
  return rows.map((row) => ({ name: row.name, id: `${row.subject_id}:${row.run}` }));
}

const endOfRun = z.object({ msg: z.literal("job"), subject_id: z.uuid(), run: z.int(), outcome: z.string() });

/** The runs that have logged that another one had taken over. */
async function runsGivenUp(logPath: string): Promise<readonly string[]> {
  const lines = (await readFile(logPath, "utf8")).split("\n").filter((line) => line.includes('"superseded"'));
  return lines.map((line) => {
    const { subject_id: subjectId, run } = endOfRun.parse(JSON.parse(line));
    return `${subjectId}:${run}`;
  });
}
