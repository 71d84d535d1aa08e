import type { RequestContext } from "#src/api/route.ts";
import { findApiKeyNames } from "#src/domain/api-keys/queries.ts";
import { findDocumentTitles } from "#src/domain/documents/queries.ts";
import type { SpeechRequestSummary } from "#src/domain/speech/queries.ts";
import { findVoiceNames } from "#src/domain/voices/queries.ts";
import type { ListNames } from "./present.ts";

/** The names of the voices, keys and documents of these requests, read at once. */
export async function namesOf(
  { resources: { db, config } }: Pick<RequestContext, "resources">,
  userId: string,
  requests: readonly SpeechRequestSummary[],
): Promise<ListNames> {
  const idsOf = (name: "voice_id" | "api_key_id" | "document_id") => [
    ...new Set(requests.flatMap((request) => request[name] ?? [])),
  ];
  const [voices, apiKeys, documents] = await Promise.all([
    findVoiceNames(db, idsOf("voice_id")),
    findApiKeyNames(db, userId, idsOf("api_key_id")),
    findDocumentTitles(db, userId, idsOf("document_id")),
  ]);
  return { voices, apiKeys, documents, publicUrl: config.publicUrl };
}
