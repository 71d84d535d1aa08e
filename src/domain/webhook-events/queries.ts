import { type QueryCreator, sql } from "kysely";
import type { Database, Db, webhookEventStatuses, webhookProviders } from "#db/schema.ts";
import type { JobName } from "#src/jobs/catalogue.ts";
import { currentTraceparent } from "#src/spans.ts";

export interface NewWebhookEvent {
  readonly id: string;
  readonly provider: (typeof webhookProviders)[number];
  /** The key that two deliveries of the same event share. */
  readonly dedupeKey: string;
  readonly eventId: string;
  readonly eventType: string;
  /** Whom it is about: the provider's id of the person or the order. */
  readonly subject: string | null;
  readonly payload: string | null;
  readonly status: "queued" | "ignored";
}

const insertEvent = (db: QueryCreator<Database>, event: NewWebhookEvent) =>
  db
    .insertInto("webhook_events")
    .values({
      id: event.id,
      provider: event.provider,
      dedupe_key: event.dedupeKey,
      event_id: event.eventId,
      event_type: event.eventType,
      subject: event.subject,
      payload: event.payload,
      status: event.status,
      ...(event.status === "ignored" && { processed_at: sql<Date>`now()` }),
    })
    .onConflict((conflict) => conflict.columns(["provider", "dedupe_key"]).doNothing())
    .returning("id");

/** @returns false when the event is there already */
export const insertWebhookEvent = async (db: Db, event: NewWebhookEvent): Promise<boolean> =>
  (await insertEvent(db, event).executeTakeFirst()) !== undefined;

/**
 * Writes an event and its work in one statement: a flood of them keeps each connection for a moment only.
 * @returns false when the event is there already
 */
export async function insertWebhookEventWithJob(db: Db, event: NewWebhookEvent, job: JobName): Promise<boolean> {
  const traceparent = sql<string | null>`${currentTraceparent()}::text`;
  const row = await db
    .with("event", (inner) => insertEvent(inner, event))
    .insertInto("jobs")
    .columns(["subject_id", "name", "group_key", "traceparent"])
    .expression((eb) =>
      eb
        .selectFrom("event")
        .select(["event.id", sql.lit(job).as("name"), sql.lit(job).as("group_key"), traceparent.as("traceparent")]),
    )
    .returning("subject_id")
    .executeTakeFirst();
  return row !== undefined;
}

export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  readonly subject: string | null;
  /** The body as it was signed; null once it was erased. */
  readonly payload: string | null;
}

export async function findWebhookEvent(db: Db, id: string): Promise<WebhookEvent | null> {
  const row = await db
    .selectFrom("webhook_events")
    .select(["id", "event_type as type", "subject", "payload"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** The outcome of the work on an event; `detail` says why where it did not do what it asked for. */
export interface WebhookOutcome {
  readonly status: Exclude<(typeof webhookEventStatuses)[number], "queued">;
  readonly detail: string | null;
}

export async function writeWebhookOutcome(db: Db, id: string, outcome: WebhookOutcome): Promise<void> {
  await db
    .updateTable("webhook_events")
    .set({ ...outcome, processed_at: sql<Date>`now()` })
    .where("id", "=", id)
    .execute();
}

/** The events of a person or an order, without those whose payload was erased. */
export async function findWebhookPayloads(
  db: Db,
  { provider, subject }: Pick<NewWebhookEvent, "provider" | "subject">,
): Promise<readonly Pick<WebhookEvent, "type" | "payload">[]> {
  return db
    .selectFrom("webhook_events")
    .select(["event_type as type", "payload"])
    .where("provider", "=", provider)
    .where("subject", "=", subject)
    .where("payload", "is not", null)
    .execute();
}

/** Erases what the events of a person or an order say of it; that they came stays known. */
export async function eraseWebhookPayloads(
  db: Db,
  { provider, subject }: Pick<NewWebhookEvent, "provider" | "subject">,
): Promise<void> {
  await db
    .updateTable("webhook_events")
    .set({ payload: null, detail: null })
    .where("provider", "=", provider)
    .where("subject", "=", subject)
    .where("payload", "is not", null)
    .execute();
}
