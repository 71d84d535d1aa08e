import { sql } from "kysely";
import type { Config } from "#src/config.ts";
import { sweepEndedKeys } from "#src/domain/api-keys/sweep-ended-keys.ts";
import { deleteOldest } from "#src/domain/delete-oldest.ts";
import { type RequestRetention, sweepOldRequests } from "#src/domain/speech/sweep-old-requests.ts";
import { sweepUploads } from "#src/domain/uploads/queries.ts";
import type { Resources } from "#src/platform/resources.ts";

/** Forgets one kind of what is old. */
export interface RetentionSweep {
  readonly name: string;
  /** Forgets a batch. @returns how much it was, which is 0 when nothing is left */
  readonly sweep: () => Promise<number>;
}

const forEver: RequestRetention = { audioDays: null, textDays: null, requestDays: null };

/** Request events have no setting, since nothing reads them for longer. */
const requestEventDays = 30;
/** Notifications that an admin should resolve stay. One that is delivered again later changes nothing, since its effect is unique. */
const isResolved = sql`status in ('processed', 'ignored')`;
/** Deliveries about low credits stay, so that these are not sent again; those that are still to be made go with their endpoint. */
const hasEnded = sql`status in ('delivered', 'failed') and type <> 'credits.low'`;

/** One sweep for each span that is set, one for events of requests, and one for uploads. They are independent, so that one which fails delays none of the others. */
export function retentionSweeps(
  resources: Pick<Resources, "db">,
  { audioDays, textDays, requestDays, ...retention }: Config["retention"],
): readonly RetentionSweep[] {
  const { db } = resources;
  const { webhookEventDays, deliveryDays, contactDays, feedbackDays, revokedKeyDays } = retention;
  const sweepOf = (name: string, days: number | null, sweep: (days: number) => Promise<number>) =>
    days === null ? [] : [{ name, sweep: () => sweep(days) }];
  return [
    ...sweepOf("old requests", requestDays, (days) => sweepOldRequests(resources, { ...forEver, requestDays: days })),
    ...sweepOf("old batches", requestDays, (days) =>
      deleteOldest(db, { table: "speech_batches", time: "finished_at", days }),
    ),
    ...sweepOf("old audio", audioDays, (days) => sweepOldRequests(resources, { ...forEver, audioDays: days })),
    ...sweepOf("old document exports", audioDays, (days) =>
      deleteOldest(db, { table: "document_exports", time: "finished_at", days }),
    ),
    ...sweepOf("old texts", textDays, (days) => sweepOldRequests(resources, { ...forEver, textDays: days })),
    ...sweepOf("old notifications", webhookEventDays, (days) =>
      deleteOldest(db, { table: "webhook_events", time: "processed_at", days, where: isResolved }),
    ),
    ...sweepOf("old deliveries", deliveryDays, (days) =>
      deleteOldest(db, { table: "webhook_deliveries", time: "created_at", days, where: hasEnded }),
    ),
    ...sweepOf("closed tickets", contactDays, (days) =>
      deleteOldest(db, { table: "contact_submissions", time: "closed_at", days }),
    ),
    ...sweepOf("old feedback", feedbackDays, (days) =>
      deleteOldest(db, { table: "feedback", time: "created_at", days }),
    ),
    ...sweepOf("ended keys", revokedKeyDays, (days) => sweepEndedKeys(resources, days)),
    ...sweepOf("old request events", requestEventDays, (days) =>
      deleteOldest(db, { table: "request_events", time: "created_at", days }),
    ),
    { name: "old uploads", sweep: () => sweepUploads(resources) },
  ];
}
