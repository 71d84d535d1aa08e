/** The names of the queues. */
export const queueLabels = {
  synthesis: "Synthesis",
  transcription: "Transcription",
  training: "Voices",
  billing: "Notifications",
} as const;
