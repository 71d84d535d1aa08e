export * from "./errors.ts";
export type * from "./generated/types.gen.ts";
export { SpeechClient } from "./speech-client.ts";
export type {
  CompletedTranscription,
  CreateOptions,
  SpeakOptions,
  SpeechClientOptions,
  TranscribeOptions,
  SubtitleLayout,
  TranscriptFormat,
  Work,
} from "./speech-client.ts";
export type { SpokenAudio } from "./spoken-audio.ts";
export type { AudioSource } from "./source.ts";
export type { WaitOptions } from "./wait.ts";
