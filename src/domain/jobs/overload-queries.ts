import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { batchGroupPattern, demoGroupPattern, isolatedGroupPattern } from "./groups.ts";

/** The times that a job may wait, and after which a lease without a heartbeat expires, in milliseconds. */
interface QueueAges {
  readonly queueMaxAgeMs: number;
  readonly leaseExpiresMs: number;
}

const msAgo = (ms: number) => sql<Date>`now() - make_interval(secs => ${ms / 1000})`;

const tooLongInQueue = (db: Db, name: string, { queueMaxAgeMs }: Pick<QueueAges, "queueMaxAgeMs">) =>
  db
    .selectFrom("jobs as waiting")
    .select("waiting.subject_id")
    .where("waiting.name", "=", name)
    .where("waiting.state", "=", sql.lit("queued"))
    .where("waiting.group_key", "not like", sql.lit(demoGroupPattern))
    .where("waiting.group_key", "not like", sql.lit(isolatedGroupPattern))
    .where("waiting.group_key", "not like", sql.lit(batchGroupPattern))
    .where("waiting.run_at", "<", msAgo(queueMaxAgeMs))
    .limit(1);

/**
 * Whether a job of this name has been due for longer than it may, while no job of its account is running and none was
 * promoted for as long: accounts take turns, so one may briefly have nothing running.
 */
export async function isAnyAccountStarved(db: Db, name: string, ages: QueueAges): Promise<boolean> {
  const kept = tooLongInQueue(db, name, ages)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("jobs as running")
            .select("running.subject_id")
            .whereRef("running.account_id", "=", "waiting.account_id")
            .where("running.name", "=", name)
            .where("running.state", "=", sql.lit("running"))
            .where("running.heartbeat_at", ">=", msAgo(ages.leaseExpiresMs)),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("job_groups as latest")
            .select("latest.name")
            .whereRef("latest.group_key", "=", "waiting.group_key")
            .where("latest.name", "=", name)
            .where("latest.served_at", ">=", msAgo(ages.queueMaxAgeMs)),
        ),
      ),
    );
  return (await kept.executeTakeFirst()) !== undefined;
}

/** Whether a job of this name and account has been due for longer than it may. */
export async function isAccountOverdue(
  db: Db,
  { name, accountId }: { readonly name: string; readonly accountId: string },
  ages: Pick<QueueAges, "queueMaxAgeMs">,
): Promise<boolean> {
  const own = tooLongInQueue(db, name, ages).where("waiting.account_id", "=", accountId);
  return (await own.executeTakeFirst()) !== undefined;
}
