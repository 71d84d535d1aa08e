import { setTimeout as sleep } from "node:timers/promises";
import { acknowledged, checkStatuses, checkRefusals, notesOnAnswers } from "#faults/answer-checks.ts";
import { checkLedger, countEnded, countRequests, reasonsOfFailures } from "#faults/ledger-checks.ts";
import { mapConcurrently, submitText } from "#faults/calls.ts";
import { auditObjects } from "#faults/objects.ts";
import { atLeast, atMost, exactly } from "#faults/outcome.ts";
import { type Away, secondsToRecovery, untilRecovered, wasNoticedBy } from "#faults/recovery.ts";
import { scenario } from "#faults/scenario.ts";
import { speechCalls, speechKinds } from "#faults/speech-calls.ts";
import { makeSteadyCalls, type SteadyCall, type SteadyCalls } from "#faults/steady-calls.ts";
import { until } from "#harness/until.ts";
import { openAuditTriggers } from "#faults/audit-triggers.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";

interface Size {
  readonly awayMs: number;
}

const processes = ["api", "maintenance", "synthesis", "transcription"] as const;
const callsPerSecond = 8;
const calmMs = 5_000;
const recoverySeconds = 30;
/** A store that says nothing is waited for as long as a slow one would need. */
const answerSeconds = 40;
const patienceMs = 180_000;
/** Syntheses whose audio is read meanwhile. */
const spoken = 5;
const spokenText = "Nobody in the room had expected that the answer would be so simple. ".repeat(6);

/** The object store is stopped, and another time paused, while audio is handed over, read and made. */
export const storeOutage = scenario<Size>({
  name: "store-outage",
  promise: "an object store that is unavailable leaves no row without its object and no object without its row",
  needsServices: true,
  full: { awayMs: 30_000 },
  quick: { awayMs: 20_000 },
  run: async ({ awayMs }, setting) => {
    const { signal } = setting;
    await using service = await startRunningService(processes, setting);
    const { resources, baseUrl } = service;
    const triggers = await openAuditTriggers(resources.db);
    const account = await service.account(1_000_000);
    const caller = { baseUrl, key: account.key, signal };
    const earlier = await mapConcurrently([...Array(spoken).keys()], spoken, () => submitText(spokenText, caller));
    const ended = (requestIds: readonly string[]) => async (): Promise<boolean> =>
      (await countEnded(resources, requestIds)) === requestIds.length;
    await until(ended(earlier), { withinMs: patienceMs, signal });
    const calls = [...Object.values(await speechCalls(caller)), ...earlier.map((id) => readAudio(caller, id))];
    await using callers = makeSteadyCalls(calls, { perSecond: callsPerSecond, signal });
    const outages: Away[] = [];
    for (const how of ["stopped", "paused"] as const) {
      outages.push(await takeStoreAway(service, callers, { how, awayMs, signal }));
    }
    await sleep(calmMs, undefined, { signal });

    const answers = await callers.stop();
    const requestIds = [...earlier, ...acknowledged(answers, speechKinds)];
    await until(ended(requestIds), { withinMs: patienceMs, signal });
    const swept = async (): Promise<boolean> => (await auditObjects(resources)).orphans.length === 0;
    await until(swept, { withinMs: patienceMs, signal });
    const counts = await countRequests(resources, requestIds, triggers);
    const audit = await auditObjects(resources);
    const slowest = Math.max(...secondsToRecovery(answers, outages));
    return {
      counts: { ...counts, slowestRecoverySeconds: slowest },
      checks: [
        exactly("outages that callers noticed", outages.filter(wasNoticedBy(answers)).length, outages.length),
        atLeast("objects that rows name", audit.named, spoken),
        exactly("rows that name a missing object", audit.missing.length, 0),
        exactly("objects that no row names", audit.orphans.length, 0),
        atMost("slowest recovery of all kinds of calls", slowest, { limit: recoverySeconds, unit: "s" }),
        exactly("processes that ended", service.countEnded(), 0),
        checkStatuses(answers),
        atMost("slowest answer", Math.max(...answers.map(({ ms }) => ms)) / 1000, { limit: answerSeconds, unit: "s" }),
        ...(await checkRefusals(resources, answers)),
        exactly("accepted requests that failed", counts.failed, 0),
        exactly("requests lost", counts.lost, 0),
        exactly("requests completed twice", counts.duplicates, 0),
        exactly("requests charged, as completed", counts.charged, counts.completed),
        ...(await checkLedger(service, account, signal)),
      ],
      notes: [...notesOnAnswers(answers), ...(await reasonsOfFailures(resources, requestIds))],
    };
  },
});

const readAudio = ({ baseUrl, key }: { readonly baseUrl: string; readonly key: string }, id: string): SteadyCall => ({
  kind: "audio",
  send: (signal) => fetch(`${baseUrl}/v1/speech/requests/${id}/audio`, { headers: { "x-api-key": key }, signal }),
});

interface Breaking {
  readonly how: "stopped" | "paused";
  readonly awayMs: number;
  readonly signal: AbortSignal;
}

async function takeStoreAway(
  service: RunningService,
  callers: SteadyCalls,
  { how, awayMs, signal }: Breaking,
): Promise<Away> {
  const objects = service.server("objects");
  await sleep(calmMs, undefined, { signal });
  const fromMs = Date.now();
  if (how === "paused") objects.freeze();
  else await objects.kill();
  await sleep(awayMs, undefined, { signal });
  if (how === "paused") objects.thaw();
  else await objects.start();
  const toMs = Date.now();
  await untilRecovered(callers, toMs, signal);
  return { fromMs, toMs };
}
