/** What the queues are called. */
export const queueLabels = {
  synthesis: "Synthesis",
  transcription: "Transcription",
  training: "Voices",
  billing: "Notifications",
} as const;
