import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { asynchronousCommit } from "#src/domain/asynchronous-commit.ts";
import type { EngineReport } from "./manifest.ts";

/** The last time at which an engine was there. */
const lastThere = sql<Date>`coalesce(ended_at, seen_at)`;
const msAgo = (ms: number) => sql<Date>`now() - make_interval(secs => ${ms / 1000})`;

/** Writes down what the engines of a process can do, and that it is alive. */
export async function upsertEngines(db: Db, instanceId: string, reports: readonly EngineReport[]): Promise<void> {
  if (reports.length === 0) return;
  await db
    .insertInto("engines")
    .values(
      reports.map(({ manifest, state, reason = null }) => ({
        ...{ instance_id: instanceId, name: manifest.name, kind: manifest.kind, state, reason },
        manifest: JSON.stringify(manifest),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["instance_id", "name"]).doUpdateSet((eb) => ({
        manifest: eb.ref("excluded.manifest"),
        state: eb.ref("excluded.state"),
        reason: eb.ref("excluded.reason"),
        seen_at: sql<Date>`now()`,
      })),
    )
    .returning(asynchronousCommit)
    .execute();
}

/** Removes the engines that a process does not have any more. */
export async function deleteOtherEngines(db: Db, instanceId: string, names: readonly string[]): Promise<void> {
  await db
    .deleteFrom("engines")
    .where("instance_id", "=", instanceId)
    .where("name", "!=", sql<string>`all(${names}::text[])`)
    .execute();
}

/** Notes that a process has ended. */
export async function endEngines(db: Db, instanceId: string): Promise<void> {
  await db
    .updateTable("engines")
    .set({ ended_at: sql<Date>`now()` })
    .where("instance_id", "=", instanceId)
    .execute();
}

/** A process that was not seen for `leaseExpiresMs` is dead. */
export interface EngineAges {
  readonly leaseExpiresMs: number;
}

const dayMs = 24 * 3_600_000;
/** For so long a process that has ended is expected to come back, as when it is replaced. */
const returnMs = 120_000;
const expectedSince = ({ leaseExpiresMs }: EngineAges) => msAgo(Math.max(returnMs, leaseExpiresMs));

/** All engines that are known, and those of processes that have ended, the latest first. */
export const selectEngines = (db: Db, ages: EngineAges) =>
  db
    .selectFrom("engines")
    .select([
      "manifest",
      "state",
      "reason",
      sql<boolean>`ended_at is null and seen_at > ${msAgo(ages.leaseExpiresMs)}`.as("isAlive"),
      sql<boolean>`${lastThere} >= ${expectedSince(ages)}`.as("isExpected"),
    ])
    .orderBy("seen_at", "desc")
    .orderBy("name")
    .execute();

/**
 * Removes the engines of processes that are not expected back. The last ones are kept for a week: those that recognise while there
 * is no later one, and those that speak while there is no later one of their name, since their voices stay listed.
 * @returns how many there were
 */
export async function deleteDeadEngines(db: Db, ages: EngineAges): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("engines")
    .where(lastThere, "<", expectedSince(ages))
    .where((eb) =>
      eb.or([
        eb(lastThere, "<", msAgo(7 * dayMs)),
        eb.exists(
          eb
            .selectFrom("engines as later")
            .select("later.name")
            .whereRef("later.kind", "=", "engines.kind")
            .where(sql<boolean>`(later.kind = 'recognition' or later.name = engines.name)`)
            .where(sql<Date>`coalesce(later.ended_at, later.seen_at)`, ">=", expectedSince(ages)),
        ),
      ]),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
