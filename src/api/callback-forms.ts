import type { CallbackForms } from "./callbacks/forms.ts";
import { assemblyAiForm, assemblyAiFormName } from "./dialects/assemblyai/webhook-fields.ts";
import { deepgramForm, deepgramFormName } from "./dialects/deepgram/callback-form.ts";
import { sarvamForm, sarvamFormName } from "./dialects/sarvam/present-job.ts";
import { standardForm } from "./speech/callback-form.ts";

/** Every form that a callback may have. */
export const callbackForms: CallbackForms = new Map([
  ["standard", standardForm],
  [deepgramFormName, deepgramForm],
  [assemblyAiFormName, assemblyAiForm],
  [sarvamFormName, sarvamForm],
]);
