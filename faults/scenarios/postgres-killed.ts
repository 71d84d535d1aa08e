import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Away, secondsToRecovery, untilRecovered, wasNoticedBy } from "#faults/recovery.ts";
import { acknowledged, checkStatuses, notesOnAnswers } from "#faults/answer-checks.ts";
import { checkLedger, countEnded, countRequests, countRunning, reasonsOfFailures } from "#faults/ledger-checks.ts";
import { auditObjects } from "#faults/objects.ts";
import { atMost, exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { speechCalls, speechKinds } from "#faults/speech-calls.ts";
import { makeSteadyCalls, type SteadyCall, type SteadyCalls } from "#faults/steady-calls.ts";
import { until } from "#harness/until.ts";
import { openAuditTriggers } from "#faults/audit-triggers.ts";
import type { Resources } from "#src/platform/resources.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";

interface Size {
  readonly kills: number;
}

const processes = ["api", "maintenance", "synthesis", "transcription"] as const;
const callsPerSecond = 50;
const recoverySeconds = 10;
/** Long enough for a call to be made that should have been answered well again. */
const killEveryMs = 12_000;
/** By then a worker has begun something. */
const idleMs = 30_000;
const patienceMs = 180_000;

/** PostgreSQL dies by `kill -9` with all its processes, in the middle of reads and writes, and is started again. */
export const postgresKilled = scenario<Size>({
  name: "postgres-killed",
  promise: "a PostgreSQL that dies by kill -9 takes nothing with it that was acknowledged, and all goes on by itself",
  full: { kills: 5 },
  quick: { kills: 1 },
  run: async ({ kills: times }, setting) => {
    const { signal } = setting;
    await using service = await startRunningService(processes, setting);
    const { resources, baseUrl } = service;
    const triggers = await openAuditTriggers(resources.db);
    const account = await service.account(1_000_000);
    const calls = await mixedCalls({ baseUrl, key: account.key });
    await using callers = makeSteadyCalls(calls, { perSecond: callsPerSecond, signal });
    const kills: Kill[] = [];
    while (kills.length < times) kills.push(await killPostgres(service, callers, signal));
    await sleep(killEveryMs, undefined, { signal });

    const answers = await callers.stop();
    const requestIds = acknowledged(answers, speechKinds);
    const allEnded = async (): Promise<boolean> => (await countEnded(resources, requestIds)) === requestIds.length;
    await until(allEnded, { withinMs: patienceMs, signal });
    const swept = async (): Promise<boolean> => (await auditObjects(resources)).orphans.length === 0;
    await until(swept, { withinMs: patienceMs, signal });
    const audit = await auditObjects(resources);
    const counts = await countRequests(resources, requestIds, triggers);
    const tickets = acknowledged(answers, [ticketKind]);
    const recovered = secondsToRecovery(answers, kills);
    const slowest = Math.max(...recovered);
    return {
      counts: { ...counts, slowestRecoverySeconds: slowest },
      checks: [
        exactly(
          "kills that were noticed: calls met a database that was gone",
          kills.filter(wasNoticedBy(answers)).length,
          times,
        ),
        exactly("kills while runs were under way", kills.filter(({ runs }) => runs > 0).length, times),
        atMost("slowest recovery: each kind of call succeeds, and goes on to, after it is up", slowest, {
          limit: recoverySeconds,
          unit: "s",
        }),
        exactly("acknowledged requests that failed", counts.failed, 0),
        exactly("acknowledged requests lost", counts.lost, 0),
        exactly("acknowledged tickets lost", tickets.length - (await countTickets(resources, tickets)), 0),
        exactly("requests completed twice", counts.duplicates, 0),
        exactly("requests charged, as completed", counts.charged, counts.completed),
        exactly("rows that name a missing object", audit.missing.length, 0),
        exactly("objects that no row names", audit.orphans.length, 0),
        exactly("processes that ended", service.countEnded(), 0),
        checkStatuses(answers),
        ...(await checkLedger(service, account, signal)),
      ],
      notes: [
        `It was gone for ${inSeconds(kills.map(({ fromMs, toMs }) => (toMs - fromMs) / 1000))}.`,
        `All kinds of calls succeeded after another ${inSeconds(recovered)}.`,
        `${tickets.length} tickets were acknowledged.`,
        ...notesOnAnswers(answers),
        ...(await reasonsOfFailures(resources, requestIds)),
      ],
    };
  },
});

const inSeconds = (numbers: readonly number[]): string => `${numbers.map((one) => one.toFixed(1)).join(", ")} s`;

const ticketKind = "ticket";

/** One half writes, of which most are light, so that a small machine can do fifty a second. */
async function mixedCalls({ baseUrl, key }: { readonly baseUrl: string; readonly key: string }) {
  const { text, waitForText, recording, list, keys, unknownKey } = await speechCalls({ baseUrl, key });
  const ticket: SteadyCall = {
    kind: ticketKind,
    send: (signal) =>
      fetch(`${baseUrl}/v1/contact-submissions`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name: "Ann", email: `${randomUUID()}@example.com` }),
        signal,
      }),
  };
  const light = [ticket, list, ticket, keys, ticket, list, ticket, unknownKey];
  return [text, ...light, waitForText, ...light, recording, ...light];
}

interface Kill extends Away {
  /** Under way when it was killed. */
  readonly runs: number;
}

async function killPostgres(
  { postgres, resources }: RunningService,
  callers: SteadyCalls,
  signal: AbortSignal,
): Promise<Kill> {
  await sleep(killEveryMs, undefined, { signal });
  let runs = 0;
  const isBusy = async (): Promise<boolean> => {
    // Work that an earlier kill broke off still looks as if it were under way.
    runs = await countRunning(resources, Date.now() - killEveryMs);
    return runs > 0;
  };
  await until(isBusy, { withinMs: idleMs, signal });
  const fromMs = Date.now();
  await postgres.kill();
  await postgres.start();
  const toMs = Date.now();
  await untilRecovered(callers, toMs, signal);
  return { fromMs, toMs, runs };
}

async function countTickets({ db }: Resources, ids: readonly string[]): Promise<number> {
  const rows = await db.selectFrom("contact_submissions").select("id").execute();
  const kept = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => kept.has(id)).length;
}
