import type { Config } from "#src/config.ts";
import { sweepEndedKeys } from "#src/domain/api-keys/sweep-ended-keys.ts";
import { sweepClosedTickets } from "#src/domain/contact-submissions/sweep-closed-tickets.ts";
import { sweepOldFeedback } from "#src/domain/feedback/sweep-old-feedback.ts";
import { sweepRequestEvents } from "#src/domain/request-events/queries.ts";
import { type RequestRetention, sweepOldRequests } from "#src/domain/speech/sweep-old-requests.ts";
import { sweepOldEvents } from "#src/domain/webhook-events/sweep-old-events.ts";
import type { Resources } from "#src/platform/resources.ts";

/** Forgets one kind of what is old. */
export interface RetentionSweep {
  readonly name: string;
  /** Forgets a batch. @returns how much it was, which is 0 when nothing is left */
  readonly sweep: () => Promise<number>;
}

const forEver: RequestRetention = { audioDays: null, textDays: null, requestDays: null };

/** One sweep for each span that is set, and one for events of requests. They are independent, so that one which fails delays none of the others. */
export function retentionSweeps(
  resources: Pick<Resources, "db">,
  { audioDays, textDays, requestDays, ...retention }: Config["retention"],
): readonly RetentionSweep[] {
  const { webhookEventDays, contactDays, feedbackDays, revokedKeyDays } = retention;
  const sweepOf = (name: string, days: number | null, sweep: (days: number) => Promise<number>) =>
    days === null ? [] : [{ name, sweep: () => sweep(days) }];
  return [
    ...sweepOf("old requests", requestDays, (days) => sweepOldRequests(resources, { ...forEver, requestDays: days })),
    ...sweepOf("old audio", audioDays, (days) => sweepOldRequests(resources, { ...forEver, audioDays: days })),
    ...sweepOf("old texts", textDays, (days) => sweepOldRequests(resources, { ...forEver, textDays: days })),
    ...sweepOf("old notifications", webhookEventDays, (days) => sweepOldEvents(resources, days)),
    ...sweepOf("closed tickets", contactDays, (days) => sweepClosedTickets(resources, days)),
    ...sweepOf("old feedback", feedbackDays, (days) => sweepOldFeedback(resources, days)),
    ...sweepOf("ended keys", revokedKeyDays, (days) => sweepEndedKeys(resources, days)),
    { name: "old request events", sweep: () => sweepRequestEvents(resources) },
  ];
}
