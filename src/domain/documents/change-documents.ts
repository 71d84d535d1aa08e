import { sql } from "kysely";
import type { SpeakerVoiceJson } from "#db/document-schema.ts";
import type { Db } from "#db/schema.ts";
import { accountTransaction } from "#src/domain/accounts/account-transaction.ts";
import { removeRequests } from "#src/domain/speech/remove-request.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import { type OwnDocument, readDocument, replaceParagraphs, requireDocument, type ChargedDocument } from "./queries.ts";
import { documentBounds, type NewChapter } from "./split-text.ts";

type Context = Pick<Resources, "db" | "mutex">;

/** The choices for a document, and its parts. */
interface DocumentChoices {
  readonly title: string;
  /** Empty for none. */
  readonly author: string;
  readonly language: string | null;
  readonly voiceId: string | null;
  readonly speed: number;
  readonly speakers: readonly SpeakerVoiceJson[];
  readonly chapters: readonly NewChapter[];
}

const titlesOf = (chapters: readonly NewChapter[]): string => JSON.stringify(chapters.map(({ title }) => title));

/** Keeps a document, of which nothing is spoken yet. @throws DomainError `document_limit` */
export const createDocument = (context: Context, made: OwnDocument & DocumentChoices): Promise<ChargedDocument> =>
  accountTransaction(context, made.userId, async (trx) => {
    const { id, userId, title, author, language, voiceId, speed, speakers, chapters } = made;
    const own = trx.selectFrom("documents").where("user_id", "=", userId);
    const { count } = await own.select((eb) => eb.fn.countAll<string>().as("count")).executeTakeFirstOrThrow();
    if (Number(count) >= documentBounds.documents) throw new DomainError("document_limit");
    const row = { id, user_id: userId, title, author, language, voice_id: voiceId, speed };
    const parts = { speakers: JSON.stringify(speakers), chapters: titlesOf(chapters) };
    await trx
      .insertInto("documents")
      .values({ ...row, ...parts })
      .execute();
    await replaceParagraphs(trx, id, chapters);
    return readDocument(trx, made);
  });

/** A change of what is given; the rest stays. */
type Change = { readonly [Name in keyof DocumentChoices]?: DocumentChoices[Name] | undefined };

/**
 * Changes what is given of a document. Nothing is spoken by that: paragraphs that would be spoken otherwise now are unspoken.
 * @throws DomainError `document_not_found`
 */
export const changeDocument = (context: Context, { id, userId, ...change }: OwnDocument & Change) =>
  accountTransaction(context, userId, async (trx) => {
    await requireDocument(trx, { id, userId });
    const { title, author, language, voiceId, speed, speakers, chapters } = change;
    const changed = trx.updateTable("documents").set({
      ...(title !== undefined && { title }),
      ...(author !== undefined && { author }),
      ...(language !== undefined && { language }),
      ...(voiceId !== undefined && { voice_id: voiceId }),
      ...(speed !== undefined && { speed }),
      ...(speakers !== undefined && { speakers: JSON.stringify(speakers) }),
      ...(chapters !== undefined && { chapters: titlesOf(chapters) }),
      updated_at: sql<Date>`now()`,
    });
    await changed.where("id", "=", id).execute();
    if (chapters !== undefined) await replaceParagraphs(trx, id, chapters);
    return readDocument(trx, { id, userId });
  });

interface ParagraphChange extends OwnDocument {
  readonly paragraphId: string;
  readonly text: string | undefined;
  readonly voiceId: string | null | undefined;
}

/** Changes what is given of a paragraph. @throws DomainError `document_not_found`, `paragraph_not_found` */
export const changeParagraph = (context: Context, change: ParagraphChange): Promise<ChargedDocument> =>
  accountTransaction(context, change.userId, async (trx) => {
    const { id, paragraphId, text, voiceId } = change;
    await requireDocument(trx, change);
    const row = { ...(text !== undefined && { text }), ...(voiceId !== undefined && { voice_id: voiceId }) };
    await requireParagraph(trx, { id, paragraphId });
    if (Object.keys(row).length > 0) {
      await trx.updateTable("document_paragraphs").set(row).where("id", "=", paragraphId).execute();
    }
    const now = sql<Date>`now()`;
    await trx.updateTable("documents").set({ updated_at: now }).where("id", "=", id).execute();
    return readDocument(trx, change);
  });

async function requireParagraph(
  db: Db,
  { id, paragraphId }: Pick<ParagraphChange, "id" | "paragraphId">,
): Promise<void> {
  const own = db.selectFrom("document_paragraphs").select("id").where("document_id", "=", id);
  const found = await own.where("id", "=", paragraphId).executeTakeFirst();
  if (found === undefined) throw new DomainError("paragraph_not_found");
}

/** The requests that are removed at once. */
const removedAtOnce = 200;

/**
 * Deletes a document with the requests that have spoken its paragraphs last; what is being spoken stops, and costs what was done of it.
 * @throws DomainError `document_not_found`
 */
export async function deleteDocument(
  resources: Context & Pick<Resources, "store">,
  { id, userId }: OwnDocument,
): Promise<void> {
  const { paragraphs } = await readDocument(resources.db, { id, userId });
  const ids = paragraphs.flatMap((paragraph) => paragraph.request_id ?? []);
  for (let done = 0; done < ids.length; done += removedAtOnce) {
    await removeRequests(resources, { requestIds: ids.slice(done, done + removedAtOnce), userId });
  }
  await resources.db.deleteFrom("documents").where("id", "=", id).where("user_id", "=", userId).execute();
}
