import type { CallbackForm } from "#src/api/callbacks/forms.ts";
import { findRequest } from "#src/domain/speech/queries.ts";
import { presentTranscription } from "./present.ts";

/** Bytes of a transcript that a body may hold. */
const transcriptMax = 256 * 1024;

/** `{type, timestamp, data}`, by Standard Webhooks, with the transcript where the endpoint includes it. */
export const standardForm: CallbackForm = {
  body: async (db, { type, include, subjectId, payload }) => {
    if (type !== "speech.request.completed" || subjectId === null || !include.includes("transcript")) return payload;
    const request = await findRequest(db, subjectId);
    if (request === null || request.transcript === null) return payload;
    const transcript = JSON.stringify(presentTranscription(request));
    const isTooLarge = Buffer.byteLength(transcript) > transcriptMax;
    const more = isTooLarge ? `"transcript":null,"transcript_omitted":"too_large"` : `"transcript":${transcript}`;
    // The payload ends with its data, which is an object with members.
    return `${payload.slice(0, -2)},${more}}}`;
  },
};
