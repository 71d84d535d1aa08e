import { type Selectable, sql } from "kysely";
import type { Database, Db } from "#db/schema.ts";
import { canReceiveMail } from "#src/domain/account-mails/queries.ts";
import { graceEnd, gracePeriod, now } from "#src/domain/subscriptions/queries.ts";

/** The columns that tell reminders apart: there is one for each end of what is paid, before it and after it. */
export type ReminderKey = Pick<
  Selectable<Database["subscription_reminders"]>,
  "subscription_id" | "period_end" | "kind"
>;

/** A subscription of which its account is reminded. */
export interface Reminder {
  readonly planName: string;
  /** The time until which it can be renewed from its end on. */
  readonly graceEndsAt: Date;
}

/** The kind of reminder that is due now for a row of `subscriptions`; null for none. One that was cancelled ends as its owner wants. */
const dueKind = sql<ReminderKey["kind"] | null>`case
  when subscription.status = 'active' and subscription.current_period_end > ${now} then 'ending'
  when subscription.status in ('active', 'past_due') and subscription.current_period_end <= ${now}
    and subscription.current_period_end > ${graceEnd} then 'ended' end`;

/** Writes down the reminders of subscriptions that end within so many days, 0 for none of these, and of those that have ended. */
export async function insertReminders(
  db: Db,
  { days, ...to }: { readonly days: number; readonly unverified: boolean },
): Promise<void> {
  await sql`
    insert into subscription_reminders (subscription_id, period_end, kind, user_id)
    select subscription.id, subscription.current_period_end, ${dueKind}, subscription.user_id
    from subscriptions as subscription join users on users.id = subscription.user_id
    where subscription.status in ('active', 'past_due') and ${dueKind} is not null and ${canReceiveMail(to)}
      and subscription.current_period_end <= now() + ${days}::int * interval '24 hours'
    on conflict do nothing`.execute(db);
}

/** @returns null when it is over: renewed, cancelled, or ended meanwhile */
export async function findReminder(
  db: Db,
  { subscription_id: id, period_end: periodEnd, kind }: ReminderKey,
): Promise<Reminder | null> {
  const row = await db
    .selectFrom("subscriptions as subscription")
    .innerJoin("plans as plan", "plan.id", "subscription.plan_id")
    .select("plan.display_name as planName")
    .select(sql<Date>`subscription.current_period_end + ${gracePeriod}`.as("graceEndsAt"))
    .where("subscription.id", "=", id)
    .where("subscription.current_period_end", "=", periodEnd)
    .where(dueKind, "=", kind)
    .executeTakeFirst();
  return row ?? null;
}
