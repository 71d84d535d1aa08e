import type { Db } from "#db/schema.ts";

/** The credits that were charged for paragraphs of a document, whose requests are still in the history. */
export async function chargedForDocument(db: Db, documentId: string): Promise<number> {
  const requests = db.selectFrom("speech_requests").where("document_id", "=", documentId);
  const { credits } = await requests
    .select((eb) => eb.fn.sum<string | null>("credits").as("credits"))
    .executeTakeFirstOrThrow();
  return Number(credits ?? 0);
}
