import type { TranscriptJson } from "#db/engine-schema.ts";
import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { corrected, type Corrections, withCorrections } from "./corrections.ts";
import { findRequest, type SpeechRequest } from "./queries.ts";
import { type SegmentSpeakers, withSegmentSpeakers } from "./segment-speakers.ts";
import { voicesIn } from "./speakers.ts";

/** New names of speakers, by their letters, or of channels, by their numbers; null takes a name away. */
export type SpeakerNames = Readonly<Record<string, string | null>>;

/** The transcript with these names; those of others stay. @throws DomainError `validation_error` where it has no such speaker or channel */
export function withNames(transcript: TranscriptJson, names: SpeakerNames): TranscriptJson {
  const voices = [...new Set([...voicesIn(transcript), ...voicesIn(corrected(transcript))])];
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
  readonly speakers: SegmentSpeakers;
}

/** The transcript with all changes; a name may be that of a speaker to whom a segment is given by the same call. */
function changed(
  transcript: TranscriptJson,
  { names, corrections, speakers }: Pick<TranscriptChange, "names" | "corrections" | "speakers">,
): TranscriptJson {
  return withNames(withCorrections(withSegmentSpeakers(transcript, speakers), corrections), names);
}

/**
 * Names speakers or channels of a completed transcription, gives segments to speakers, and corrects their texts. All are a part of the transcript, and are erased
 * with it.
 * @throws DomainError `request_not_found`, `result_not_ready`, `not_found` without a transcript, `validation_error`
 */
export const updateTranscript = (db: Db, { requestId, userId, ...changes }: TranscriptChange): Promise<SpeechRequest> =>
  db.transaction().execute(async (trx) => {
    const own = trx.selectFrom("speech_requests").select(["transcript", "finished_at"]).where("id", "=", requestId);
    // Two calls at once would each write the names and corrections that they know.
    const found = await own.where("user_id", "=", userId).forNoKeyUpdate().executeTakeFirst();
    if (found === undefined) throw new DomainError("request_not_found");
    if (found.finished_at === null) throw new DomainError("result_not_ready");
    if (found.transcript === null) throw new DomainError("not_found", "This request has no stored transcript.");
    const transcript = JSON.stringify(changed(found.transcript, changes));
    await trx.updateTable("speech_requests").set({ transcript }).where("id", "=", requestId).execute();
    const request = await findRequest(trx, requestId);
    if (request === null) throw new DomainError("request_not_found");
    return request;
  });
