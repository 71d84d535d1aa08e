import { checkLedger, countRequests } from "#faults/ledger-checks.ts";
import { attackByGreedyCallers } from "#faults/exhaustion/greedy-callers.ts";
import type { Part } from "#faults/exhaustion/part.ts";
import { attackBySlowInput } from "#faults/exhaustion/slow-input.ts";
import { attackByStalledUploads } from "#faults/exhaustion/stalled-uploads.ts";
import { attackByStoredBytes } from "#faults/exhaustion/stored-bytes.ts";
import { attackByUnreadCalls } from "#faults/exhaustion/unread-calls.ts";
import { exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { openAuditTriggers } from "#faults/audit-triggers.ts";
import { startRunningService } from "#harness/service/running-service.ts";

interface Size {
  /** For how long the callers of each address leave their answers unread. */
  readonly unreadMs: number;
  readonly uploads: number;
  readonly trickleSeconds: number;
  readonly demoCalls: number;
  readonly texts: number;
  readonly demoTexts: number;
  readonly shortCalls: number;
  readonly slack: number;
}

/** An empty variable counts as unset. */
const defaultBodyLimits = {
  ...{ UPLOADS_PER_ADDRESS: "", UPLOADS_PER_ACCOUNT: "", UPLOADS_MAX: "" },
  ...{ JSON_BYTES_PER_CALLER: "", JSON_BYTES_MAX: "" },
};

/** Callers take all they can get: connections, processor time, disk, object store, and worker slots. */
export const exhaustion = scenario<Size>({
  name: "exhaustion",
  promise: "no caller uses up the memory, the time, the disk, the store or the workers that others need",
  alone: true,
  full: {
    unreadMs: 10_000,
    uploads: 60,
    trickleSeconds: 60,
    demoCalls: 100,
    texts: 8,
    demoTexts: 20,
    shortCalls: 5,
    slack: 1,
  },
  quick: {
    unreadMs: 2_000,
    uploads: 60,
    trickleSeconds: 60,
    demoCalls: 20,
    texts: 8,
    demoTexts: 20,
    shortCalls: 2,
    slack: 2,
  },
  run: async ({ unreadMs, uploads, trickleSeconds, demoCalls, texts, demoTexts, shortCalls, slack }, setting) => {
    const { signal } = setting;
    await using service = await startRunningService(["api", "synthesis", "transcription", "maintenance"], setting, {
      // Callers of the demo differ by the address in X-Forwarded-For.
      TRUSTED_PROXY_HOPS: "1",
      ...defaultBodyLimits,
    });
    const { resources } = service;
    const triggers = await openAuditTriggers(resources.db);
    const account = await service.account(1_000_000);
    const target = { service, account, signal, slack };
    const parts: Part[] = [];
    parts.push(await attackByUnreadCalls(target, unreadMs));
    parts.push(await attackBySlowInput(target));
    parts.push(await attackByStalledUploads(target, { uploads, trickleSeconds }));
    parts.push(await attackByStoredBytes(target, demoCalls));
    parts.push(await attackByGreedyCallers(target, { texts, demoTexts, shortCalls }));
    const requestIds = parts.flatMap((part) => part.requestIds);
    const counts = await countRequests(resources, requestIds, triggers);
    return {
      counts: { ...counts, slowestRecoverySeconds: null },
      checks: [
        ...parts.flatMap(({ checks }) => checks),
        exactly("processes that ended", service.countEnded(), 0),
        exactly("requests lost", counts.lost, 0),
        exactly("requests charged, as completed", counts.charged, counts.completed),
        ...(await checkLedger(service, account, signal)),
      ],
      notes: parts.flatMap(({ notes }) => notes),
    };
  },
});
