import { sql } from "kysely";
import type { Db } from "#db/schema.ts";

/** The time for which a call is known by its key. */
const kept = sql`interval '24 hours'`;
const columns = ["fingerprint", "resource_id", "status"] as const;

/** A key of an account on one route, taken by one call. */
export interface KeyClaim {
  readonly userId: string;
  readonly route: string;
  readonly key: string;
  /** SHA-256 of what makes two calls the same. */
  readonly fingerprint: Buffer;
  /** The request id of the call, which is the id of what it makes. */
  readonly resourceId: string;
}

/** The call that has the key. */
export interface KeyHolder {
  readonly fingerprint: Buffer;
  readonly resourceId: string;
  /** The status of the answer; null until then, and after an error. */
  readonly status: number | null;
  /** The time since the key was taken, in milliseconds. */
  readonly ageMs: number;
}

/** Takes a key that is free, or has been held for its 24 hours. @returns its present holder; null when the caller now holds it */
export async function claimKey(db: Db, claim: KeyClaim): Promise<KeyHolder | null> {
  const { userId, route, key, fingerprint, resourceId } = claim;
  const taken = await db
    .insertInto("idempotency_keys")
    .values({ user_id: userId, route, key, fingerprint, resource_id: resourceId })
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "route", "key"])
        .doUpdateSet({ fingerprint, resource_id: resourceId, status: null, created_at: sql<Date>`now()` })
        .where("idempotency_keys.created_at", "<", sql<Date>`now() - ${kept}`),
    )
    .returning("resource_id")
    .executeTakeFirst();
  if (taken !== undefined) return null;
  const holder = await db
    .selectFrom("idempotency_keys")
    .select([...columns, sql<number>`(extract(epoch from now() - created_at) * 1000)::float8`.as("age_ms")])
    .where("user_id", "=", userId)
    .where("route", "=", route)
    .where("key", "=", key)
    .executeTakeFirst();
  // It was given back between the two statements.
  if (holder === undefined) return claimKey(db, claim);
  return {
    fingerprint: holder.fingerprint,
    resourceId: holder.resource_id,
    status: holder.status,
    ageMs: holder.age_ms,
  };
}

const heldBy = ({ userId, route, key, resourceId }: KeyClaim) =>
  ({ user_id: userId, route, key, resource_id: resourceId }) as const;

/** Takes the key of a call that has died, or has given it back since. @returns false when another repeat was faster */
export async function takeOverKey(db: Db, claim: KeyClaim, holder: KeyHolder): Promise<boolean> {
  const { userId, route, key, fingerprint, resourceId } = claim;
  const taken = await db
    .insertInto("idempotency_keys")
    .values({ user_id: userId, route, key, fingerprint, resource_id: resourceId })
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "route", "key"])
        .doUpdateSet({ resource_id: resourceId, status: null, created_at: sql<Date>`now()` })
        .where("idempotency_keys.resource_id", "=", holder.resourceId),
    )
    .returning("resource_id")
    .executeTakeFirst();
  return taken !== undefined;
}

/** Records the success that answered the call, and the id of the created resource. */
export async function settleKey(
  db: Db,
  claim: KeyClaim,
  { id, status }: { readonly id: string; readonly status: number },
): Promise<void> {
  await db
    .updateTable("idempotency_keys")
    .set({ resource_id: id, status })
    .where((eb) => eb.and(heldBy(claim)))
    .execute();
}

/** Gives the key back, as if the call had never been made. */
export async function releaseKey(db: Db, claim: KeyClaim): Promise<void> {
  await db
    .deleteFrom("idempotency_keys")
    .where((eb) => eb.and(heldBy(claim)))
    .execute();
}

/** Forgets the keys whose time is over. */
export async function deleteExpiredKeys(db: Db): Promise<void> {
  await db
    .deleteFrom("idempotency_keys")
    .where("created_at", "<", sql<Date>`now() - ${kept}`)
    .execute();
}
