import { sql } from "kysely";
import type { Db } from "#db/schema.ts";

/** The calls of one endpoint at the same time; of one that failed last, one. Single calls, which share an endpoint, have several addresses. */
const perEndpoint = 4;
/** The time of an attempt, its record included, after which its process is taken to be dead. */
const leaseSeconds = 45;

/** A delivery whose attempt is to be made now. */
export interface DueDelivery {
  readonly id: string;
  readonly endpointId: string;
  readonly userId: string;
  readonly eventId: string;
  readonly type: string;
  readonly subjectId: string | null;
  readonly payload: string;
  readonly url: string;
  readonly form: string;
  readonly method: string;
  readonly sealedHeaders: Buffer | null;
  readonly options: unknown;
  readonly include: readonly string[];
  /** Those that sign, the newest first. */
  readonly sealedSecrets: readonly Buffer[];
  /** Attempts that were made. */
  readonly attempts: number;
  /** True where the last attempt at the endpoint failed. */
  readonly isFailing: boolean;
  /** The span in which the event was written; null where none was recorded. */
  readonly traceparent: string | null;
}

/** The free places of a process for attempts, and the forms that it knows: a newer release may have others. */
export interface FreePlaces {
  readonly forms: readonly string[];
  readonly all: number;
  /** Those for endpoints whose last attempt failed: they may hang for the whole time. */
  readonly failing: number;
}

/**
 * The endpoints with waiting deliveries, found by a loose index scan: its cost grows with the endpoints, not with what waits for them. Each has
 * its own few places, so that one which hangs keeps those of others free. Accounts take turns: the one with the fewest calls in progress is next.
 */
const due = ({ all, failing, forms }: FreePlaces) => sql`
  with recursive waiting (id) as (
    (select endpoint_id from webhook_deliveries where status = 'pending' order by endpoint_id limit 1)
    union all
    select (
      select endpoint_id from webhook_deliveries
      where status = 'pending' and endpoint_id > waiting.id order by endpoint_id limit 1
    ) from waiting where waiting.id is not null
  ), open_endpoints as materialized (
    select endpoint.id, endpoint.user_id, endpoint.failing_since is not null as is_failing, sending.count as busy,
      case when endpoint.failing_since is null or endpoint.url is null then ${sql.lit(perEndpoint)} else 1 end as places
    from waiting join webhook_endpoints as endpoint using (id) cross join lateral (
      select count(*) from webhook_deliveries
      where endpoint_id = endpoint.id and sending_until is not null and sending_until > now()
    ) as sending where endpoint.state = 'enabled'
  ), due as materialized (
    select delivery.id, delivery.next_at, is_failing, account.busy + row_number() over (
      partition by open_endpoints.user_id, is_failing order by delivery.next_at, delivery.id) as turn
    from open_endpoints
    join (select user_id, sum(busy) as busy from open_endpoints group by user_id) as account using (user_id)
    cross join lateral (
      select id, next_at from webhook_deliveries
      where endpoint_id = open_endpoints.id and status = 'pending' and next_at <= now() and form = any (${forms}::text[])
      order by next_at limit greatest(places - open_endpoints.busy, 0)
    ) as delivery
  ), placed as materialized (
    select *, row_number() over (partition by is_failing order by turn, next_at, id) as place from due
  ), chosen as materialized (
    select id from placed where not is_failing or place <= ${failing}::int
    order by is_failing, turn, next_at, id limit ${all}::int
  )`;

/**
 * Takes the deliveries that are due, as many as there are places, for one attempt. What is not recorded in time is due again.
 * @returns none while another process takes some
 */
export const takeDeliveries = (db: Db, free: FreePlaces): Promise<readonly DueDelivery[]> =>
  db.transaction().execute(async (trx) => {
    // The next statement must see what the taker before has taken.
    const { rows: locks } = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('taking of webhook deliveries', 0)) as taken`.execute(trx);
    if (locks[0]?.taken !== true) return [];
    const { rows } = await sql<DueDelivery>`${due(free)}
      update webhook_deliveries as taken set
        sending_until = now() + make_interval(secs => ${sql.lit(leaseSeconds)}),
        next_at = now() + make_interval(secs => ${sql.lit(leaseSeconds)})
      from chosen, webhook_endpoints as endpoint
      where taken.id = chosen.id and endpoint.id = taken.endpoint_id
      returning taken.id, taken.endpoint_id as "endpointId", endpoint.user_id as "userId", taken.event_id as "eventId",
        taken.type, taken.subject_id as "subjectId", taken.payload, coalesce(taken.url, endpoint.url) as url, taken.form, taken.method,
        taken.sealed_headers as "sealedHeaders", taken.options, endpoint.include, taken.attempts, taken.traceparent,
        array_remove(array[endpoint.secret,
          case when endpoint.former_secret_until > now() then endpoint.former_secret end], null) as "sealedSecrets",
        endpoint.failing_since is not null as "isFailing"`.execute(trx);
    return rows;
  });

/** Gives deliveries back whose attempts were broken off by the end of their process. */
export async function returnDeliveries(db: Db, deliveries: readonly Pick<DueDelivery, "id">[]): Promise<void> {
  if (deliveries.length === 0) return;
  const ids = deliveries.map(({ id }) => id);
  await sql`
    update webhook_deliveries set sending_until = null, next_at = now()
    where id = any (${ids}::uuid[]) and status = 'pending'`.execute(db);
}
