import { dataOf } from "#web/api/call.ts";
import { Problem } from "#web/api/problem.ts";
import type { CreatedVoice } from "#web/api/types.ts";
import { upload, type UploadOptions } from "#web/api/upload.ts";
import { formatMebibytes } from "#web/format.ts";
import type { Recording } from "#web/components/audio/use-recording.ts";

const operation = "POST /v1/voices";

/** A voice that is to be made; an empty language leaves it open. */
export interface FormValues {
  readonly name: string;
  readonly description: string;
  readonly language: string;
  /** What the speaker has agreed to; empty where nothing is said. */
  readonly consent: string;
  /** Whether to search for a better match. */
  readonly improve: boolean;
  readonly sample: Recording | null;
  readonly maxBytes: number;
}

/** Sends a sample, from which the service trains a voice. @throws Problem, also of `upload` */
export async function createVoice(wanted: FormValues, options: UploadOptions): Promise<CreatedVoice> {
  const { name, description, language, consent, improve, sample, maxBytes } = wanted;
  if (sample !== null && sample.audio.size > maxBytes) {
    throw new Problem(413, `The sample is larger than ${formatMebibytes(maxBytes)}.`);
  }
  const form = new FormData();
  form.set("name", name);
  form.set("description", description);
  if (language !== "") form.set("language", language);
  if (consent !== "") form.set("consent", consent);
  if (improve) form.set("improve", "true");
  if (sample !== null) form.set("audio", sample.audio, sample.name);
  const answer = await upload({ path: "/v1/voices", form }, options);
  return dataOf<typeof operation>(await answer.json());
}
