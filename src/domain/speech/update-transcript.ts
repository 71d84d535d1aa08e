import type { TranscriptJson } from "#db/engine-schema.ts";
import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { type Corrections, withCorrections } from "./corrections.ts";
import { findRequest, type SpeechRequest } from "./queries.ts";
import { voicesIn } from "./speakers.ts";

/** New names of speakers, by their letters, or of channels, by their numbers; null takes a name away. */
export type SpeakerNames = Readonly<Record<string, string | null>>;

/** The transcript with these names; those of others stay. @throws DomainError `validation_error` where it has no such speaker or channel */
export function withNames(transcript: TranscriptJson, names: SpeakerNames): TranscriptJson {
  const voices = voicesIn(transcript);
  const unknown = Object.keys(names).find((voice) => !voices.includes(voice));
  if (unknown !== undefined) {
    const known = voices.length === 0 ? "none that are told apart" : voices.join(", ");
    const message = `The transcript has no speaker or channel '${unknown}'. It has ${known}.`;
    throw new DomainError("validation_error", message, { field: "speaker_names" });
  }
  const all = Object.entries({ ...transcript.speakerNames, ...names });
  const kept = all.flatMap(([voice, name]) => (name === null ? [] : [[voice, name] as const]));
  return { ...transcript, speakerNames: Object.fromEntries(kept) };
}

interface TranscriptChange {
  readonly requestId: string;
  readonly userId: string;
  readonly names: SpeakerNames;
  readonly corrections: Corrections;
}

/**
 * Names speakers or channels of a completed transcription, and corrects its segments. Both are a part of the transcript, and are erased
 * with it.
 * @throws DomainError `request_not_found`, `result_not_ready`, `not_found` without a transcript, `validation_error`
 */
export const updateTranscript = (
  db: Db,
  { requestId, userId, names, corrections }: TranscriptChange,
): Promise<SpeechRequest> =>
  db.transaction().execute(async (trx) => {
    const own = trx.selectFrom("speech_requests").select(["transcript", "finished_at"]).where("id", "=", requestId);
    // Two calls at once would each write the names and corrections that they know.
    const found = await own.where("user_id", "=", userId).forNoKeyUpdate().executeTakeFirst();
    if (found === undefined) throw new DomainError("request_not_found");
    if (found.finished_at === null) throw new DomainError("result_not_ready");
    if (found.transcript === null) throw new DomainError("not_found", "This request has no stored transcript.");
    const transcript = JSON.stringify(withCorrections(withNames(found.transcript, names), corrections));
    await trx.updateTable("speech_requests").set({ transcript }).where("id", "=", requestId).execute();
    const request = await findRequest(trx, requestId);
    if (request === null) throw new DomainError("request_not_found");
    return request;
  });
