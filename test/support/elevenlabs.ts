import { ElevenLabsClient, ElevenLabsError } from "@elevenlabs/elevenlabs-js";
import type { ExecutionContext } from "ava";
import { z } from "zod";

/** ElevenLabs' own client, as its users make it, with another address. */
export const elevenLabsClient = (baseUrl: string, apiKey: string): ElevenLabsClient =>
  new ElevenLabsClient({ baseUrl: `${baseUrl}/elevenlabs`, apiKey });

/** The call for all voices, which other programs go on using. */
export const allVoices = (client: ElevenLabsClient, showLegacy = false) =>
  // oxlint-disable-next-line typescript/no-deprecated -- what is deprecated is for more than 500 voices
  client.voices.getAll({ showLegacy });

const detail = z.object({ detail: z.object({ status: z.string(), message: z.string() }) });
const rows = z.object({ detail: z.array(z.object({ loc: z.array(z.union([z.string(), z.int()])), msg: z.string() })) });

/** Reads what the client throws: the status, and ElevenLabs' word for the reason or the fields that are not valid. */
export async function refusalOf(
  t: ExecutionContext,
  call: PromiseLike<unknown>,
): Promise<{ status: number | undefined; words: readonly string[]; sentence: string; requestId: string | undefined }> {
  const thrown = await t.throwsAsync(Promise.resolve(call), { instanceOf: ElevenLabsError });
  const { statusCode: status, body, requestId } = thrown ?? {};
  if (status !== 422) {
    const { status: word, message } = detail.parse(body).detail;
    return { status, words: [word], sentence: message, requestId };
  }
  const faults = rows.parse(body).detail;
  return {
    status,
    words: faults.map(({ loc }) => loc.slice(1).join(".")),
    sentence: faults.map(({ msg }) => msg).join("; "),
    requestId,
  };
}
