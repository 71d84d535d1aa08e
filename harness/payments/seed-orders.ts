import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import type { Payment } from "#src/providers/payments/payment-provider.ts";
import { granted, paymentFor, price } from "./payment-for.ts";

/**
 * Inserts new accounts with one open order each, as a checkout does, but in one statement.
 * @returns the payments that the orders wait for
 */
export async function seedOrders(db: Db, count: number): Promise<readonly Payment[]> {
  const made = await sql<{ id: string }>`
    with member as (
      insert into users (id, email, name, username)
      select gen_random_uuid(), gen_random_uuid() || '@example.com', '', '' from generate_series(1, ${count}::int)
      returning id
    ), opened as (
      insert into balances (user_id, pool, permanent)
      select id, pool, 0 from member, (values ('tts'), ('asr')) as pools (pool)
    ), subscription as (
      insert into subscriptions (id, user_id, plan_id, status, order_id)
      select gen_random_uuid(), id, 'starter', 'pending', 'order_' || replace(id::text, '-', '') from member
      returning id, user_id, order_id
    )
    insert into payment_orders (id, provider, provider_order_id, request_id, user_id, subscription_id, plan_id, status,
      amount, currency, months, tts_credits, asr_credits)
    select order_id, 'razorpay', order_id, gen_random_uuid(), user_id, id, 'starter', 'open', ${price.amount}, ${price.currency}, 1,
      ${granted.tts}, ${granted.asr}
    from subscription returning id`.execute(db);
  return made.rows.map(({ id }) => paymentFor(id));
}
