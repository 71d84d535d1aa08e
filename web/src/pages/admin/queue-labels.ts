import { t } from "#web/messages/translate.ts";

/** The names of the queues. */
export const queueLabels = {
  synthesis: t("Synthesis"),
  transcription: t("Transcription"),
  training: t("Voices"),
  billing: t("Provider events"),
} as const;
