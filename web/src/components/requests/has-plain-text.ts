import type { SpeechRequest } from "#web/api/types.ts";

type Synthesis = Extract<SpeechRequest, { request_type: "tts" }>;

/** True for a request with a text that can be spoken again as it is: markup cannot, and the text of an old request is gone. */
export const hasPlainText = (request: SpeechRequest): request is Synthesis & { readonly text: string } =>
  request.request_type === "tts" && request.input_type === "text" && request.text !== null;
