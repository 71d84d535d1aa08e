import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { acknowledged, checkDeadlines, checkStatuses, checkRefusals, notesOnAnswers } from "#faults/answer-checks.ts";
import { checkLedger, countEnded, countRequests, reasonsOfFailures } from "#faults/ledger-checks.ts";
import { endAll, type Exit, startMore } from "#faults/exits.ts";
import { atLeast, atMost, exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { speechCalls, speechKinds } from "#faults/speech-calls.ts";
import { makeSteadyCalls } from "#faults/steady-calls.ts";
import { until } from "#harness/until.ts";
import { openAuditTriggers } from "#faults/audit-triggers.ts";
import type { Resources } from "#src/platform/resources.ts";
import { endsWithin } from "#src/platform/shutdown.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";
import type { ProcessName } from "#harness/service/service-process.ts";

interface Size {
  /** The number of outages of each kind. */
  readonly outages: number;
  readonly awayMs: number;
}

const staying = ["api", "maintenance", "synthesis", "transcription"] as const;
/** In each round another one of them is asked to end. */
const workers = ["synthesis", "transcription", "training", "billing"] as const;
/** So few that a small machine does between two outages what was asked for during one. */
const callsPerSecond = 4;
const resumeSeconds = 15;
const exitSeconds = 30;
/** Redis stays away for so long at most until those have ended that were asked to. */
const exitPatienceMs = 40_000;
const patienceMs = 600_000;

/** Redis is unavailable again and again, while callers call and processes come and are asked to go. */
export const redisOutage = scenario<Size>({
  name: "redis-outage",
  promise:
    "while Redis is stopped or paused no caller and no process hangs, and work resumes by itself when it is back",
  needsServices: true,
  alone: true,
  full: { outages: 5, awayMs: 30_000 },
  quick: { outages: 1, awayMs: 8_000 },
  run: async ({ outages: ofEach, awayMs }, setting) => {
    const { signal } = setting;
    await using service = await startRunningService(staying, setting, { QUEUE_MAX_AGE_SECONDS: "3600" });
    const { resources, baseUrl } = service;
    const triggers = await openAuditTriggers(resources.db);
    const account = await service.account(1_000_000);
    const { recording, waitForRecording, ...light } = await speechCalls({ baseUrl, key: account.key });
    const calls = [recording, ...Object.values(light), waitForRecording, ...Object.values(light)];
    await using callers = makeSteadyCalls(calls, { perSecond: callsPerSecond, signal });
    const outages: Outage[] = [];
    for (const worker of Array.from({ length: ofEach }, (_, round) => workers[round % workers.length] ?? workers[0])) {
      const leaving = ["api", "maintenance", worker] as const;
      for (const how of ["stopped", "paused"] as const) {
        outages.push(await takeRedisAway(service, { how, leaving, awayMs, signal }));
      }
    }

    const answers = await callers.stop();
    const requestIds = acknowledged(answers, speechKinds);
    const allEnded = async (): Promise<boolean> => (await countEnded(resources, requestIds)) === requestIds.length;
    await until(allEnded, { withinMs: patienceMs, signal });
    const counts = await countRequests(resources, requestIds, triggers);
    const whileAway = answers.filter(({ sentAtMs }) =>
      outages.some((one) => one.fromMs < sentAtMs && sentAtMs < one.toMs),
    );
    const exits = outages.flatMap((outage) => outage.exits);
    const slowest = Math.max(...outages.map(({ resumedSeconds }) => resumedSeconds));
    return {
      counts: { ...counts, slowestRecoverySeconds: slowest },
      checks: [
        exactly(
          "requests that came while Redis was unavailable, and were completed all the same",
          sum(outages.map(({ completed }) => completed)),
          0,
        ),
        atLeast("requests accepted meanwhile", acknowledged(whileAway, speechKinds).length, outages.length),
        checkStatuses(answers),
        checkDeadlines(answers),
        ...(await checkRefusals(resources, answers)),
        atMost("slowest resumption of both kinds of work", slowest, { limit: resumeSeconds, unit: "s" }),
        exactly("processes that were asked to end meanwhile", askedMeanwhile(outages), exits.length),
        atMost("slowest of them", Math.max(...exits.map(({ seconds }) => seconds)), { limit: exitSeconds, unit: "s" }),
        exactly("exit codes other than 0", exits.filter(({ code }) => code !== 0).length, 0),
        exactly("other processes that ended", service.countEnded(), exits.length),
        exactly("requests lost", counts.lost, 0),
        exactly("requests completed twice", counts.duplicates, 0),
        exactly("requests charged, as completed", counts.charged, counts.completed),
        ...(await checkLedger(service, account, signal)),
      ],
      notes: [
        `Work resumed after ${outages.map(({ resumedSeconds }) => resumedSeconds.toFixed(1)).join(", ")} s.`,
        ...notesOnExits(exits),
        ...notesOnAnswers(answers),
        ...(await reasonsOfFailures(resources, requestIds)),
      ],
    };
  },
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const askedMeanwhile = (outages: readonly Outage[]): number =>
  sum(outages.map(({ exits, toMs }) => exits.filter(({ askedAtMs }) => askedAtMs < toMs).length));

function notesOnExits(exits: readonly Exit[]): readonly string[] {
  const byName = [...Map.groupBy(exits, ({ name }) => name)];
  return byName.map(([name, some]) => {
    const codes = [...new Set(some.map(({ code }) => code))].join(", ");
    return `${name} ended after ${Math.max(...some.map(({ seconds }) => seconds)).toFixed(1)} s at most, with ${codes}.`;
  });
}

interface Breaking {
  readonly how: "stopped" | "paused";
  /** The processes that are asked to end meanwhile. */
  readonly leaving: readonly ProcessName[];
  readonly awayMs: number;
  readonly signal: AbortSignal;
}

interface Outage {
  readonly fromMs: number;
  readonly toMs: number;
  /** The number of completed requests that came after it had begun. */
  readonly completed: number;
  /** Exits of processes that were there before, and of processes that never knew Redis. */
  readonly exits: readonly Exit[];
  /** Until both kinds of requests were completed again. */
  readonly resumedSeconds: number;
}

async function takeRedisAway(service: RunningService, { how, leaving, awayMs, signal }: Breaking): Promise<Outage> {
  const redis = service.server("redis");
  const earlier = await startMore(service, leaving);
  if (how === "paused") redis.freeze();
  else await redis.kill();
  const fromMs = Date.now();
  const exits = Promise.all([endAll(earlier), startMore(service, leaving).then(endAll)]);
  await Promise.all([sleep(awayMs, undefined, { signal }), endsWithin(exits, exitPatienceMs)]);
  const completed = await countBegunAndCompleted(service.resources, fromMs);
  if (how === "paused") redis.thaw();
  else await redis.start();
  const toMs = Date.now();
  const both = async (): Promise<boolean> => (await countKindsCompleted(service.resources, toMs)) === 2;
  const resumed = await until(both, { withinMs: patienceMs, signal });
  const resumedSeconds = resumed ? (Date.now() - toMs) / 1000 : Infinity;
  return { fromMs, toMs, completed, exits: (await exits).flat(), resumedSeconds };
}

/** Counts the requests that were both written and completed after this. */
async function countBegunAndCompleted({ db }: Resources, sinceMs: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from fault_completions join speech_requests on id = request_id
    where created_at > ${new Date(sinceMs)}`.execute(db);
  return rows[0]?.n ?? NaN;
}

/** Counts the kinds of requests that have been completed since. */
async function countKindsCompleted({ db }: Resources, sinceMs: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct request_type)::int as n from fault_completions join speech_requests on id = request_id
    where at > ${new Date(sinceMs)}`.execute(db);
  return rows[0]?.n ?? NaN;
}
