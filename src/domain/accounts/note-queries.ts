import type { accountNoteKinds } from "#db/account-schema.ts";
import type { Db } from "#db/schema.ts";
import { listNewestFirst, type Page } from "#src/domain/pages/list-page.ts";

export interface NewNote {
  readonly id: string;
  readonly userId: string;
  readonly authorId: string;
  readonly kind: (typeof accountNoteKinds)[number];
  readonly text: string;
}

export async function insertNote(db: Db, { id, userId, authorId, kind, text }: NewNote): Promise<void> {
  await db.insertInto("account_notes").values({ id, user_id: userId, author_id: authorId, kind, text }).execute();
}

const selectNotes = (db: Db) =>
  db
    .selectFrom("account_notes")
    .select(["id", "user_id", "author_id", "kind", "text", "created_at"])
    .select((eb) =>
      eb.selectFrom("users").select("name").whereRef("users.id", "=", "account_notes.author_id").as("author_name"),
    );

/** A note as admins see it. */
export type AccountNote = Awaited<ReturnType<ReturnType<typeof selectNotes>["executeTakeFirstOrThrow"]>>;

/** One page of the notes about an account, newest first, and how many there are. */
export const listNotes = (db: Db, { userId, ...page }: Page & { readonly userId: string }) =>
  listNewestFirst(db, selectNotes(db).where("user_id", "=", userId), page);

export const findNote = async (db: Db, id: string): Promise<AccountNote | null> =>
  (await selectNotes(db).where("id", "=", id).executeTakeFirst()) ?? null;

/** Forgets what was written about an account. */
export async function deleteNotesOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("account_notes").where("user_id", "=", userId).execute();
}
