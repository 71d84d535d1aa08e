import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { alertsOf } from "./queries.ts";

/** Endpoints that are called when credits run low. */
const isTold = sql`endpoint.state = 'enabled' and 'credits.low' = any (endpoint.events)`;
/** An event of a grant and of the percent that are left of it has the same id whenever it is written. */
const eventId = (percent: ReturnType<typeof sql>) => sql`md5('credits.low ' || grant_id || ' ' || ${percent})::uuid`;

/**
 * Tells endpoints that as much is used of a grant as the account has chosen, or that 5 % or nothing is left of it, to accounts that have used something since yesterday (UTC): each once, and none
 * for more than was left before.
 */
export async function insertLowCreditEvents(db: Db): Promise<void> {
  const active = sql<boolean>`balances.user_id in (
    select usage_totals.user_id from usage_totals join webhook_endpoints as endpoint using (user_id)
    where day >= (now() at time zone 'utc')::date - 1 and ${isTold})`;
  await sql`
    with low as (
      select *, case when remaining = 0 then 0
        when remaining * 20 <= granted then least(5, 100 - alert_percent) else 100 - alert_percent end as percent
      from (${alertsOf(active)}) as alert
    )
    insert into webhook_deliveries (id, endpoint_id, event_id, type, payload, next_at)
    select gen_random_uuid(), endpoint.id, ${eventId(sql`percent`)}, 'credits.low', json_build_object(
        'type', 'credits.low',
        'timestamp', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'data', json_build_object(
          'request_type', pool, 'percent_remaining', percent, 'remaining', remaining, 'granted', granted)
      )::text, now()
    from low join webhook_endpoints as endpoint using (user_id)
    where ${isTold} and not exists (
      select from webhook_deliveries as known cross join generate_series(0, percent) as step
      where known.endpoint_id = endpoint.id and known.event_id = ${eventId(sql`step`)})
    for key share of endpoint
    on conflict (endpoint_id, event_id) do nothing`.execute(db);
}
