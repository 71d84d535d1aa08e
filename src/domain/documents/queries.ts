import { randomUUID } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { Database, Db } from "#db/schema.ts";
import { listNewestFirst, type Page } from "#src/domain/pages/list-page.ts";
import { DomainError } from "#src/errors.ts";
import type { NewChapter } from "./split-text.ts";

export type Document = Selectable<Database["documents"]>;

/** The columns of a document. */
const documentColumns = [
  ...(["id", "user_id", "title", "author", "language", "voice_id", "speed", "speakers", "chapters"] as const),
  ...(["created_at", "updated_at"] as const),
] as const;

/** Names a document of an account. */
export interface OwnDocument {
  readonly id: string;
  readonly userId: string;
}

const ownDocuments = (db: Db, userId: string) =>
  db.selectFrom("documents").select(documentColumns).where("user_id", "=", userId);

/** A document of an account. @throws DomainError `document_not_found` */
export async function requireDocument(db: Db, { id, userId }: OwnDocument): Promise<Document> {
  const found = await ownDocuments(db, userId).where("id", "=", id).executeTakeFirst();
  if (found === undefined) throw new DomainError("document_not_found");
  return found;
}

/** The titles of those documents of an account that are there, by their ids. */
export async function findDocumentTitles(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const own = db.selectFrom("documents").select(["id", "title"]).where("user_id", "=", userId);
  const rows = await own.where("id", "=", sql<string>`any(${ids}::uuid[])`).execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Documents of an account, the newest first, each with its number of paragraphs and of their characters. */
export const listDocuments = (db: Db, { userId, ...page }: { readonly userId: string } & Page) =>
  listNewestFirst(
    db,
    ownDocuments(db, userId).select([
      sql<number>`(select count(*)::int from document_paragraphs where document_id = documents.id)`.as("paragraphs"),
      sql<number>`(
        select coalesce(sum(char_length(text)), 0)::int from document_paragraphs where document_id = documents.id
      )`.as("characters"),
    ]),
    page,
  );

const selectParagraphs = (db: Db) =>
  db
    .selectFrom("document_paragraphs as paragraph")
    .leftJoin("speech_requests as request", "request.id", "paragraph.request_id")
    .select(["paragraph.id", "paragraph.chapter", "paragraph.text", "paragraph.voice_id"])
    .select(["paragraph.request_id", "paragraph.spoken_as", "request.status", "request.result_key"])
    .select(["request.error_code", "request.error_message", "request.duration_seconds"])
    .orderBy("paragraph.position");

/** A paragraph with the request that has spoken it last, whose columns are null when it is gone. */
export type Paragraph = Awaited<ReturnType<ReturnType<typeof selectParagraphs>["executeTakeFirstOrThrow"]>>;

/** The paragraphs of a document in their order. */
const listParagraphs = (db: Db, documentId: string): Promise<Paragraph[]> =>
  selectParagraphs(db).where("paragraph.document_id", "=", documentId).execute();

/** The credits that were charged for paragraphs of a document, whose requests are still in the history. */
async function sumCharges(db: Db, documentId: string): Promise<number> {
  const requests = db.selectFrom("speech_requests").where("document_id", "=", documentId);
  const summed = requests.select((eb) => eb.fn.sum<string | null>("credits").as("credits"));
  return Number((await summed.executeTakeFirstOrThrow()).credits ?? 0);
}

/** A document with its paragraphs. */
export interface WholeDocument {
  readonly document: Document;
  readonly paragraphs: readonly Paragraph[];
}

/** The same with the credits that were charged for it, also for audio that was replaced since. */
export interface ChargedDocument extends WholeDocument {
  readonly creditsCharged: number;
}

/** @throws DomainError `document_not_found` */
export async function readDocument(db: Db, own: OwnDocument): Promise<ChargedDocument> {
  const document = await requireDocument(db, own);
  const paragraphs = await listParagraphs(db, own.id);
  return { document, paragraphs, creditsCharged: await sumCharges(db, own.id) };
}

/** Writes the paragraphs of these chapters in place of all that a document has. Those that are named by their ids keep what has spoken them. */
export async function replaceParagraphs(db: Db, documentId: string, chapters: readonly NewChapter[]): Promise<void> {
  const gone = await db
    .deleteFrom("document_paragraphs")
    .where("document_id", "=", documentId)
    .returning(["id", "request_id", "spoken_as"])
    .execute();
  const former = new Map(gone.map((row) => [row.id, row]));
  const all = chapters.flatMap(({ paragraphs }, chapter) => paragraphs.map((one) => ({ ...one, chapter })));
  const rows = all.map(({ id = "", chapter, text, voiceId = null }, position) => {
    const kept = former.get(id) ?? { id: randomUUID(), request_id: null, spoken_as: null };
    // A paragraph that is sent twice is a copy the second time.
    former.delete(id);
    return { ...kept, document_id: documentId, position, chapter, text, voice_id: voiceId };
  });
  await db.insertInto("document_paragraphs").values(rows).execute();
}
