import type { Batch } from "#web/api/types.ts";
import { formatNumber } from "#web/format.ts";
import { type Message, t } from "#web/messages/translate.ts";

const counted = {
  completed: "{number} completed",
  failed: "{number} failed",
  cancelled: "{number} cancelled",
  running: "{number} queued or running",
  waiting: "{number} waiting",
} as const satisfies Readonly<Record<string, Message>>;

/** The counts of a batch that are not zero. */
export const countsOf = (batch: Batch): string =>
  (["completed", "failed", "cancelled", "running", "waiting"] as const)
    .filter((state) => batch[state] > 0)
    .map((state) => t(counted[state], { number: formatNumber(batch[state]) }))
    .join(", ");
