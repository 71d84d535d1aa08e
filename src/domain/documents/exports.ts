import { type Selectable, sql } from "kysely";
import type { Database, Db } from "#db/schema.ts";
import { accountTransaction } from "#src/domain/accounts/account-transaction.ts";
import { promoteNext, type PromoterContext } from "#src/domain/jobs/promote-next.ts";
import { countJobs, insertJob, type JobLease, underLease } from "#src/domain/jobs/queries.ts";
import { LeaseLostError } from "#src/domain/jobs/lease-lost-error.ts";
import { requireStorageQuota } from "#src/domain/storage/require-storage-quota.ts";
import type { ClaimObject } from "#src/domain/uploads/upload-then-commit.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import type { exportFormats } from "#db/document-schema.ts";
import { type OwnDocument, type Paragraph, readDocument, requireDocument, type WholeDocument } from "./queries.ts";
import { isSettled, spokenOf, stateOf } from "./spoken.ts";

export type DocumentExport = Omit<Selectable<Database["document_exports"]>, "bytes"> & {
  readonly bytes: number | null;
};

/** The columns of an export. */
const columns = [
  ...(["id", "document_id", "user_id", "format", "chapter", "status", "result_key", "duration_seconds"] as const),
  ...(["error_code", "error_message", "created_at", "finished_at"] as const),
] as const;

const bytes = sql<number | null>`bytes::float8`.as("bytes");

/** The exports that an account may have in work at once. */
const openExportsMax = 4;

interface NewExport extends OwnDocument {
  readonly exportId: string;
  readonly format: (typeof exportFormats)[number];
  /** The number of a chapter, from 0 on; null for the whole. */
  readonly chapter: number | null;
}

/** The paragraphs of a document or of a chapter. @throws DomainError `chapter_not_found` */
function paragraphsIn({ document, paragraphs }: WholeDocument, chapter: number | null): readonly Paragraph[] {
  if (chapter === null) return paragraphs;
  if (chapter >= document.chapters.length) throw new DomainError("chapter_not_found");
  return paragraphs.filter((one) => one.chapter === chapter);
}

/** @throws DomainError `document_not_spoken` where paragraphs have no audio */
function requireSpoken({ document }: WholeDocument, paragraphs: readonly Paragraph[]): void {
  const states = paragraphs.map((one) => ({ one, state: stateOf(document, one) }));
  const open = states.filter(({ state }) => state !== "spoken");
  if (open.length === 0) return;
  const left = open.filter(({ state }) => !isSettled(state)).map(({ one }) => [...spokenOf(document, one).text].length);
  const characters = left.reduce((sum, count) => sum + count, 0);
  throw new DomainError("document_not_spoken", undefined, { paragraphs: open.length, characters_left: characters });
}

/**
 * Has the audio of a document, or of a chapter, joined to one file, in place of an earlier one of the same kind. It costs nothing.
 * @throws DomainError `document_not_found`, `chapter_not_found`, `document_not_spoken`, `storage_limit`, `concurrency_limited`
 */
export async function createExport(
  resources: PromoterContext & Pick<Resources, "mutex">,
  { exportId, format, chapter, ...own }: NewExport,
): Promise<DocumentExport> {
  const { maxBytes } = resources.config.limits.storage;
  const made = await accountTransaction(resources, own.userId, async (trx) => {
    const whole = await readDocument(trx, own);
    requireSpoken(whole, paragraphsIn(whole, chapter));
    await requireStorageQuota(trx, { userId: own.userId, bytes: 1, maxBytes });
    if ((await countJobs(trx, own.userId, ["export-document"])) >= openExportsMax) {
      throw new DomainError("concurrency_limited", undefined, { max_unfinished: openExportsMax, retry_after: 1 });
    }
    const former = trx.deleteFrom("document_exports").where("document_id", "=", own.id).where("format", "=", format);
    const same = sql<boolean>`chapter is not distinct from ${chapter}::integer`;
    await former.where("finished_at", "is not", null).where(same).execute();
    const row = { id: exportId, document_id: own.id, user_id: own.userId, format, chapter };
    const created = await trx
      .insertInto("document_exports")
      .values(row)
      .returning([...columns, bytes])
      .executeTakeFirstOrThrow();
    await insertJob(trx, { subjectId: exportId, name: "export-document", accountId: own.userId });
    return created;
  });
  promoteNext(resources);
  return made;
}

const ownExports = (db: Db, documentId: string) =>
  db
    .selectFrom("document_exports")
    .select([...columns, bytes])
    .where("document_id", "=", documentId);

/** The exports of a document, the newest first. @throws DomainError `document_not_found` */
export async function listExports(db: Db, own: OwnDocument): Promise<DocumentExport[]> {
  await requireDocument(db, own);
  return ownExports(db, own.id).orderBy("created_at", "desc").orderBy("id").execute();
}

/** @throws DomainError `document_not_found`, `export_not_found` */
export async function requireExport(
  db: Db,
  { exportId, ...own }: OwnDocument & Pick<NewExport, "exportId">,
): Promise<DocumentExport> {
  await requireDocument(db, own);
  const found = await ownExports(db, own.id).where("id", "=", exportId).executeTakeFirst();
  if (found === undefined) throw new DomainError("export_not_found");
  return found;
}

/** An export with what it is made of. */
export interface ExportWork extends WholeDocument {
  readonly made: DocumentExport;
}

/**
 * Marks an export as being worked on, and reads what it is made of.
 * @throws LeaseLostError when it has ended or is gone
 * @throws DomainError `document_not_spoken` when audio has expired, or a paragraph was changed
 */
export async function startExport(db: Db, id: string): Promise<ExportWork> {
  const made = await db
    .updateTable("document_exports")
    .set({ status: "processing" })
    .where("id", "=", id)
    .where("finished_at", "is", null)
    .returning([...columns, bytes])
    .executeTakeFirst();
  if (made === undefined) throw new LeaseLostError();
  const { document, paragraphs } = await readDocument(db, { id: made.document_id, userId: made.user_id });
  const work = { document, paragraphs: paragraphsIn({ document, paragraphs }, made.chapter), made };
  requireSpoken(work, work.paragraphs);
  return work;
}

interface ExportedFile {
  readonly resultKey: string;
  readonly bytes: number;
  readonly durationSeconds: number;
}

/** Writes the file of an export. @throws LeaseLostError when another run has taken over, or the document is gone */
export const completeExport = (
  { db, claimObject }: { readonly db: Db; readonly claimObject: ClaimObject },
  lease: JobLease,
  { resultKey, bytes: size, durationSeconds }: ExportedFile,
): Promise<void> =>
  underLease(db, lease, async (trx) => {
    const result = { result_key: resultKey, bytes: String(size), duration_seconds: durationSeconds };
    const ended = trx
      .updateTable("document_exports")
      .set({ ...result, status: "completed", finished_at: sql<Date>`now()` });
    const row = await ended.where("id", "=", lease.subjectId).returning("user_id").executeTakeFirst();
    if (row === undefined) throw new LeaseLostError();
    await claimObject(trx, row.user_id);
  });

/** Writes why an export has failed. @throws LeaseLostError when another run has taken over */
export const failExport = (db: Db, lease: JobLease, { code, message }: DomainError): Promise<void> =>
  underLease(db, lease, async (trx) => {
    const failure = { status: "failed", error_code: code, error_message: message } as const;
    const ended = trx.updateTable("document_exports").set({ ...failure, finished_at: sql<Date>`now()` });
    await ended.where("id", "=", lease.subjectId).execute();
  });
