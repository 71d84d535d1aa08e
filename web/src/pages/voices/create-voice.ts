import { dataOf } from "#web/api/call.ts";
import { Problem } from "#web/api/problem.ts";
import type { CreatedVoice } from "#web/api/types.ts";
import { upload, type UploadOptions } from "#web/api/upload.ts";
import { t } from "#web/messages/translate.ts";
import { consentStatement } from "./consent-field.tsx";
import { sampleForm } from "./sample-form.ts";
import type { Recording } from "#web/components/audio/use-recording.ts";

const operation = "POST /v1/voices";

/** A voice that is to be made; an empty language leaves it open. */
export interface FormValues {
  readonly name: string;
  readonly description: string;
  readonly language: string;
  /** Whether the statement of consent is confirmed, and who is heard; an empty name leaves that open. */
  readonly consents: boolean;
  readonly speaker: string;
  readonly sample: Recording | null;
  readonly maxBytes: number;
}

/** Says what is missing, all at once, and else is the sample. @throws Problem */
function requireComplete({ name, sample, consents }: FormValues): Recording {
  const fields = {
    ...(name === "" && { name: t("Required.") }),
    ...(sample === null && { audio: t("Required.") }),
    ...(!consents && { consent: t("Confirm this to create the voice.") }),
  };
  if (sample === null || Object.keys(fields).length > 0) {
    throw new Problem(422, t("The form is not complete."), { fields });
  }
  return sample;
}

/** Sends a sample, from which the service trains a voice. @throws Problem, also of `upload` */
export async function createVoice(wanted: FormValues, options: UploadOptions): Promise<CreatedVoice> {
  const { name, description, language, maxBytes, speaker } = wanted;
  const form = sampleForm(requireComplete(wanted), maxBytes);
  form.set("name", name);
  form.set("description", description);
  if (language !== "") form.set("language", language);
  form.set("consent", consentStatement);
  if (speaker !== "") form.set("consent_given_by", speaker);
  const answer = await upload({ path: "/v1/voices", form }, options);
  return dataOf<typeof operation>(await answer.json());
}
