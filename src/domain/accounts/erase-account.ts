import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { deleteMails } from "#src/domain/account-mails/queries.ts";
import { deleteEndpointsOf } from "#src/domain/callbacks/endpoint-queries.ts";
import { eraseCredits } from "#src/domain/credits/erase-credits.ts";
import { deleteGroup } from "#src/domain/jobs/queries.ts";
import { deleteLiveSessionsOf } from "#src/domain/live/queries.ts";
import { erasePurchases } from "#src/domain/payments/erase-purchases.ts";
import { deleteChunksOf } from "#src/domain/speech-chunks/queries.ts";
import { deleteRequestEvents } from "#src/domain/request-events/queries.ts";
import { deleteStorageTotal } from "#src/domain/storage/queries.ts";
import { deleteUploads } from "#src/domain/uploads/queries.ts";
import { deleteFavorites } from "#src/domain/voices/favorite-queries.ts";
import { deleteVoiceUses } from "#src/domain/voices/use-queries.ts";
import { deleteNotesOf } from "./note-queries.ts";

const timeoutMs = 5 * 60_000;

/**
 * Removes everything that an account has made or holds, and keeps it from getting more until the transaction ends.
 * Objects are listed for their removal, runs in progress lose their lease.
 */
export async function eraseAccount(db: Db, userId: string): Promise<void> {
  // A busy account takes longer than any statement may otherwise: some 20 seconds for a million requests.
  await sql`set local statement_timeout = ${sql.lit(timeoutMs)}`.execute(db);
  // Waits for calls that are about to write something for this account, and makes later ones wait.
  await db.selectFrom("users").select("id").where("id", "=", userId).forUpdate().execute();
  // Jobs before their subjects, as everywhere: two that take them in different order could wait for each other.
  await deleteJobs(db, userId);
  await deleteLiveSessionsOf(db, userId);
  await deleteGroup(db, userId);
  await eraseCredits(db, userId);
  await deleteMails(db, userId);
  await deleteNotesOf(db, userId);
  await erasePurchases(db, userId);
  await deleteEndpointsOf(db, userId);
  await deleteChunksOf(db, userId);
  await deleteRequests(db, userId);
  await deleteRequestEvents(db, userId);
  await deleteFavorites(db, userId);
  await deleteVoices(db, userId);
  await deleteVoiceUses(db, userId);
  await deleteUploads(db, userId);
  await db.deleteFrom("speech_batches").where("user_id", "=", userId).execute();
  await db.deleteFrom("documents").where("user_id", "=", userId).execute();
  await deleteStorageTotal(db, userId);
  await db.deleteFrom("key_term_lists").where("user_id", "=", userId).execute();
  await db.deleteFrom("pronunciation_dictionaries").where("user_id", "=", userId).execute();
  await db.deleteFrom("feedback").where("user_id", "=", userId).execute();
  await db.deleteFrom("idempotency_keys").where("user_id", "=", userId).execute();
  await db.deleteFrom("sessions").where("user_id", "=", userId).execute();
  await db.deleteFrom("device_authorizations").where("user_id", "=", userId).execute();
  await db
    .updateTable("api_keys")
    .set({ name: "", description: "", revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where("user_id", "=", userId)
    .execute();
}

/** Removes what was written in the contact form under this address, which its provider has verified. */
export async function eraseContactSubmissions(db: Db, email: string): Promise<void> {
  await db
    .deleteFrom("contact_submissions")
    .where(sql`lower(email)`, "=", sql`lower(${email})`)
    // Elsewhere than in ASCII other letters are other addresses: the Kelvin sign in lower case is a k.
    .where(sql`lower(email collate "C")`, "=", sql`lower(${email} collate "C")`)
    .execute();
}

/**
 * One statement for each kind of subject: after waiting for a job that a worker has just changed, PostgreSQL does not find
 * it again in a `union all`, and leaves it.
 */
async function deleteJobs(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("jobs").where("account_id", "=", userId).execute();
  // Those that an earlier release wrote name no account.
  for (const subjects of ["speech_requests", "voices"] as const) {
    const ids = db.selectFrom(subjects).select("id").where("user_id", "=", userId);
    await db.deleteFrom("jobs").where("subject_id", "in", ids).execute();
  }
}

async function deleteRequests(db: Db, userId: string): Promise<void> {
  await db
    .with("gone", (inner) =>
      inner.deleteFrom("speech_requests").where("user_id", "=", userId).returning(["source_key", "result_key"]),
    )
    .insertInto("object_removals")
    .columns(["key"])
    .expression((eb) =>
      eb
        .selectFrom("gone")
        .select("source_key as key")
        .where("source_key", "is not", null)
        .unionAll(eb.selectFrom("gone").select("result_key as key").where("result_key", "is not", null)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function deleteVoices(db: Db, userId: string): Promise<void> {
  await db
    .with("gone", (inner) =>
      inner
        .deleteFrom("voices")
        .where("user_id", "=", userId)
        .returning(["sample_key", sql<string | null>`comparison ->> 'key'`.as("comparison_key")]),
    )
    .insertInto("object_removals")
    .columns(["key"])
    .expression((eb) =>
      eb
        .selectFrom("gone")
        .select("sample_key as key")
        .where("sample_key", "is not", null)
        .unionAll(eb.selectFrom("gone").select("comparison_key as key").where("comparison_key", "is not", null)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
