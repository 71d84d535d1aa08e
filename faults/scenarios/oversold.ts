import { checkLedger, countEnded, countRequests } from "#faults/ledger-checks.ts";
import { callAtOnce } from "#faults/calls-at-once.ts";
import { atLeast, exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { until } from "#harness/until.ts";
import { openAuditTriggers } from "#faults/audit-triggers.ts";
import { newKey } from "#harness/service/account.ts";
import { setBalance } from "#harness/payments/credits.ts";
import { startRunningService } from "#harness/service/running-service.ts";

interface Size {
  readonly calls: number;
  readonly credits: number;
}

const keys = 5;
const workMs = 300_000;
const charged = { text: "a" };

/** Far more calls at the same moment than an account can pay for, a credit each, by several of its keys. */
export const oversold = scenario<Size>({
  name: "oversold",
  promise: "calls at the same moment never spend more credits than there are",
  full: { calls: 3_000, credits: 1_000 },
  quick: { calls: 600, credits: 200 },
  run: async ({ calls, credits }, setting) => {
    const { signal } = setting;
    await using service = await startRunningService(["api", "synthesis", "maintenance"], setting);
    const { resources, baseUrl } = service;
    const account = await service.account(0);
    const { userId } = account;
    await setBalance(resources, { userId, pool: "tts" }, credits);
    const triggers = await openAuditTriggers(resources.db);
    const callers = [account.key];
    while (callers.length < keys) callers.push(await newKey(resources, userId));

    const begun = performance.now();
    const { statuses, requestIds, mostOpen, openedSeconds } = await callAtOnce(
      Array.from({ length: calls }, (_, index) => ({ key: callers[index % keys] ?? "", json: charged })),
      { url: `${baseUrl}/v1/speech/synthesize`, signal },
    );
    const answeredSeconds = (performance.now() - begun) / 1000;
    const allEnded = async (): Promise<boolean> => (await countEnded(resources, requestIds)) === requestIds.length;
    await until(allEnded, { withinMs: workMs, signal });
    const counts = await countRequests(resources, requestIds, triggers);
    const count = (status: number): number => statuses.get(status) ?? 0;
    return {
      counts: { ...counts, slowestRecoverySeconds: null },
      checks: [
        exactly("calls that were open at once", mostOpen, calls),
        exactly("calls accepted", count(202), credits),
        exactly("calls answered 402", count(402), calls - credits),
        exactly("calls answered anything else", calls - count(202) - count(402), 0),
        exactly("requests lost", counts.lost, 0),
        exactly("requests charged, as completed", counts.charged, counts.completed),
        atLeast("lowest balance", await triggers.lowestBalance(), 0),
        ...(await checkLedger(service, account, signal)),
      ],
      notes: [
        `All were open within ${openedSeconds.toFixed(1)} s and answered within ${answeredSeconds.toFixed(1)} s: ${[...statuses].map(([status, times]) => `${status} ${times} times`).join(", ")}.`,
      ],
    };
  },
});
