import { sql } from "kysely";
import type { webhookEventStatuses } from "#db/schema.ts";
import type { Resources } from "#src/platform/resources.ts";
import type { Completion } from "./audit-triggers.ts";

type EventStatus = (typeof webhookEventStatuses)[number];

/** The number of stored webhook events by their status. */
export type EventCounts = Readonly<Record<EventStatus | "stored", number>>;

export async function countEvents({ db }: Resources): Promise<EventCounts> {
  const rows = db.selectFrom("webhook_events").select((eb) => ["status", eb.fn.countAll<string>().as("events")]);
  const found = await rows.groupBy("status").execute();
  const of = (status: EventStatus): number => Number(found.find((row) => row.status === status)?.events ?? 0);
  return {
    queued: of("queued"),
    processed: of("processed"),
    ignored: of("ignored"),
    quarantined: of("quarantined"),
    failed: of("failed"),
    stored: found.reduce((total, { events }) => total + Number(events), 0),
  };
}

/** The events that were processed, in their order. */
export async function listProcessed({ db }: Resources): Promise<readonly Completion[]> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select id, processed_at as at from webhook_events where status = 'processed' order by at`.execute(db);
  return rows.map(({ id, at }) => ({ requestId: id, atMs: at.getTime() }));
}

/** The credits that the ledger has granted for orders. */
export interface Grants {
  /** TTS credits. */
  readonly tts: number;
  /** ASR credits. */
  readonly asr: number;
  /** Orders that something was granted for. */
  readonly orders: number;
  /** Beyond the first of an order and a pool. */
  readonly duplicates: number;
  /** All of them together. */
  readonly credits: number;
}

export async function countGrants({ db }: Resources): Promise<Grants> {
  const { rows } = await sql<Grants>`
    select
      (count(*) filter (where pool = 'tts'))::int as tts,
      (count(*) filter (where pool = 'asr'))::int as asr,
      count(distinct order_id)::int as orders,
      (count(*) - count(distinct (order_id, pool)))::int as duplicates,
      coalesce(sum(credits), 0)::float8 as credits
    from credit_ledger where kind = 'grant' and order_id is not null`.execute(db);
  return rows[0] ?? { tts: 0, asr: 0, orders: 0, duplicates: 0, credits: 0 };
}
