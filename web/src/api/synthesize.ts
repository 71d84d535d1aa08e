import type { AudioFormat } from "./audio-formats.ts";
import { type Answer, call, type Input } from "./call.ts";
import { problemFromFailure } from "./problem.ts";

const operation = "POST /v1/speech/synthesize";
const pollMs = 1_000;

/** The values of the form; an empty `language` or `voiceId` leaves the choice to the service. */
export interface FormValues {
  readonly text: string;
  readonly language: string;
  readonly voiceId: string;
  readonly speed: number;
  readonly format: AudioFormat;
  /** Bits per second; the default of the format when absent or 0. */
  readonly bitRate?: number;
}

/** The request that was spoken, and the address of its audio. */
export interface Synthesized {
  readonly address: string;
  readonly format: AudioFormat;
  readonly characters: number;
  readonly seconds: number;
  readonly voice: string;
}

/** The body of the call, in the words of the API; what is usual is left out. */
export const bodyOf = ({
  text,
  language,
  voiceId,
  speed,
  format,
  bitRate = 0,
}: FormValues): Input<typeof operation>["body"] => ({
  text,
  ...(language !== "" && { language }),
  ...(voiceId !== "" && { voice_id: voiceId }),
  ...(speed !== 1 && { speed }),
  format,
  ...(bitRate > 0 && { bit_rate: bitRate }),
});

interface Spoken extends FormValues {
  /** The id of a pronunciation dictionary that comes before the usual ones; none when absent. */
  readonly dictionaryId?: string;
}

/** Speaks, however long it takes. @throws Problem */
export async function synthesize({ dictionaryId: which, ...wanted }: Spoken): Promise<Synthesized> {
  const body = { ...bodyOf(wanted), ...(which !== undefined && { pronunciation_dictionary: which }) };
  const { request_id: id } = await call(operation, { body });
  const spoken = await ended(id);
  if (spoken.error !== null) throw problemFromFailure(spoken.error);
  return {
    address: `/v1/speech/requests/${id}/audio`,
    format: wanted.format,
    characters: spoken.request_type === "tts" ? spoken.characters : 0,
    seconds: spoken.duration_seconds ?? 0,
    voice: spoken.request_type === "tts" ? spoken.voice.name : "",
  };
}

/** The request once it has ended: the call that made it may have been answered before. */
async function ended(requestId: string): Promise<Answer<"GET /v1/speech/requests/{request_id}">> {
  const request = await call("GET /v1/speech/requests/{request_id}", { path: { request_id: requestId } });
  if (request.finished_at !== null) return request;
  await new Promise((done) => setTimeout(done, pollMs));
  return ended(requestId);
}
