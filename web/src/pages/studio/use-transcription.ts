import { dataOf } from "#web/api/call.ts";
import { Problem } from "#web/api/problem.ts";
import { upload, type UploadOptions } from "#web/api/upload.ts";
import { useApi } from "#web/api/use-api.ts";
import { useUpload } from "#web/api/use-upload.ts";
import { formatMebibytes } from "#web/format.ts";
import { useFreshCredits } from "#web/components/use-fresh-credits.ts";
import { termsOf } from "#web/components/own-words.ts";
import type { Recording } from "#web/components/audio/use-recording.ts";
import { t } from "#web/messages/translate.ts";

const operation = "POST /v1/speech/transcriptions";
const question = "GET /v1/speech/requests/{request_id}";
const pollMs = 1_000;

/** The options of a transcription. */
export interface TranscriptionOptions {
  /** A tag, or `auto`. */
  readonly language: string;
  /** `auto`, `fast`, `accurate` or the name of a model. */
  readonly model: string;
  /** Whether the words are written as they were said, or in English. */
  readonly task: "transcribe" | "translate";
  /** The number of people to be told apart, or `any`; empty where they are not. */
  readonly speakers: string;
  /** `separate` where each channel is transcribed, and charged, by itself. */
  readonly channels: "together" | "separate";
  /** Key terms, with commas or line breaks between them. */
  readonly words: string;
  /** The id of a list of key terms; empty for none. */
  readonly list: string;
  /** The kinds of personal data that are taken out, with commas; empty where none are. */
  readonly redact: string;
  readonly profanity: "keep" | "mask";
  /** The parts that are told beside sentences; with chapters there are paragraphs, too. */
  readonly parts: "" | "paragraphs" | "chapters";
}

/** The fields of a call with these options, but for those that have their default. */
export const fieldsOf = ({ language, model, task, speakers, channels, words, list, ...text }: TranscriptionOptions) => [
  ["language", language] as const,
  ...(model === "auto" ? [] : [["model", model] as const]),
  ...(task === "transcribe" ? [] : [["task", task] as const]),
  ...(speakers === "" ? [] : [["diarize", "true"] as const]),
  ...(speakers === "" || speakers === "any" ? [] : [["speakers", speakers] as const]),
  ...(channels === "separate" ? [["channels", channels] as const] : []),
  ...(termsOf(words).length === 0 ? [] : [["key_terms", JSON.stringify(termsOf(words))] as const]),
  ...(list === "" ? [] : [["key_term_list", list] as const]),
  ...textFieldsOf(text),
];

const textFieldsOf = ({ redact, profanity, parts }: Pick<TranscriptionOptions, "redact" | "profanity" | "parts">) => [
  ...(redact === "" ? [] : [["redact", redact] as const]),
  ...(profanity === "keep" ? [] : [["profanity", profanity] as const]),
  ...(parts === "" ? [] : [["paragraphs", "true"] as const]),
  ...(parts === "chapters" ? [["chapters", "true"] as const] : []),
];

/** A recording, or its address, with its options. */
interface Upload extends TranscriptionOptions {
  readonly recording: Recording | null;
  /** In place of a recording. */
  readonly url: string;
  readonly maxBytes: number;
}

/** Sends a recording or its address. @returns the id of the request that works on it. @throws Problem, also of `upload` */
async function send({ recording, url, maxBytes, ...reading }: Upload, options: UploadOptions): Promise<string> {
  if (recording !== null && recording.audio.size > maxBytes)
    throw new Problem(413, t("The file is larger than {size}.", { size: formatMebibytes(maxBytes) }));
  const form = new FormData();
  for (const [field, value] of fieldsOf(reading)) form.set(field, value);
  if (recording === null) form.set("url", url);
  else form.set("audio", recording.audio, recording.name);
  const headers = { Prefer: "respond-async" };
  const answer = await upload({ path: "/v1/speech/transcriptions", form, headers }, options);
  return dataOf<typeof operation>(await answer.json()).request_id;
}

const isGone = (error: unknown): boolean => error instanceof Problem && error.status === 404;

/**
 * A recording on its way to a transcript: the upload, then the request `requestId`, which `onRequest` is to keep, and which is
 * asked about until it has ended.
 */
export function useTranscription(requestId: string, onRequest: (requestId: string) => void) {
  const sending = useUpload(send, onRequest);
  const { data, error, refetch } = useApi(
    question,
    { path: { request_id: requestId } },
    {
      enabled: requestId !== "",
      refetchInterval: ({ state }) => (typeof state.data?.finished_at === "string" ? false : pollMs),
    },
  );
  // A request that was deleted in the meantime is none.
  const failure = isGone(error) ? null : error;
  const request = error === null ? data : undefined;
  const hasEnded = typeof request?.finished_at === "string";
  useFreshCredits(hasEnded);
  const working = requestId !== "" && !hasEnded && error === null;
  return { sending, request, error: failure, retry: () => void refetch(), working };
}
