export type { BatchOptions, BatchRecording, BatchRecordings, BatchResult } from "./batches.ts";
export * from "./errors.ts";
export type * from "./generated/types.gen.ts";
export type { CreateOptions, SpeechClientOptions } from "./open-api.ts";
export { SpeechClient } from "./speech-client.ts";
export type {
  CompletedTranscription,
  SpeakOptions,
  TranscribeOptions,
  SubtitleLayout,
  TranscriptFormat,
  Work,
} from "./speech-client.ts";
export type * from "./live-events.ts";
export type { LiveOptions, LiveTranscription } from "./live-transcription.ts";
export type { SpokenAudio } from "./spoken-audio.ts";
export type { AudioSource } from "./source.ts";
export type { WaitOptions } from "./wait.ts";
export { type VerifyOptions, verifyWebhook, type WebhookEvent, WebhookVerificationError } from "./webhooks.ts";
