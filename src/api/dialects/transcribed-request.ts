import type { TranscriptJson } from "#db/engine-schema.ts";
import type { SpeechRequest } from "#src/domain/speech/queries.ts";
import { DomainError } from "#src/errors.ts";

/** A completed transcription. */
export type TranscribedRequest = SpeechRequest & { readonly transcript: TranscriptJson };

/** A completed request with its transcript. @throws DomainError `request_not_found` when it has none */
export function requireTranscript(request: SpeechRequest): TranscribedRequest {
  const { transcript } = request;
  if (transcript === null) throw new DomainError("request_not_found");
  return { ...request, transcript };
}
