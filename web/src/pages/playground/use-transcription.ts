import { dataOf } from "#web/api/call.ts";
import { Problem } from "#web/api/problem.ts";
import { upload, type UploadOptions } from "#web/api/upload.ts";
import { useApi } from "#web/api/use-api.ts";
import { useUpload } from "#web/api/use-upload.ts";
import { formatMebibytes } from "#web/format.ts";
import type { Recording } from "#web/components/audio/use-recording.ts";

const operation = "POST /v1/speech/transcriptions";
const question = "GET /v1/speech/requests/{request_id}";
const pollMs = 1_000;

/** The options of a transcription. */
export interface TranscriptionOptions {
  /** A tag, or `auto`. */
  readonly language: string;
  /** `auto`, `fast`, `accurate` or the name of a model. */
  readonly model: string;
}

/** A recording with its options. */
interface Upload extends TranscriptionOptions {
  readonly recording: Recording;
  readonly maxBytes: number;
}

/** Sends a recording. @returns the id of the request that works on it. @throws Problem, also of `upload` */
async function send({ recording, language, model, maxBytes }: Upload, options: UploadOptions): Promise<string> {
  const { audio, name } = recording;
  if (audio.size > maxBytes) throw new Problem(413, `The file is larger than ${formatMebibytes(maxBytes)}.`);
  const form = new FormData();
  form.set("language", language);
  form.set("model", model);
  form.set("audio", audio, name);
  const headers = { Prefer: "respond-async" };
  const answer = await upload({ path: "/v1/speech/transcriptions", form, headers }, options);
  return dataOf<typeof operation>(await answer.json()).request_id;
}

/** A recording on its way to a transcript: the upload, then the request that is asked about until it has ended. */
export function useTranscription() {
  const sending = useUpload(send);
  const request = useApi(
    question,
    { path: { request_id: sending.made ?? "" } },
    {
      enabled: sending.made !== undefined,
      refetchInterval: ({ state: { data } }) => (typeof data?.finished_at === "string" ? false : pollMs),
    },
  );
  const hasEnded = typeof request.data?.finished_at === "string";
  return { sending, request, working: sending.made !== undefined && !hasEnded && request.error === null };
}
