import type { Operations } from "./types.ts";

export type AudioFormat = NonNullable<Operations["POST /v1/speech/synthesize"]["body"]["format"]>;

interface AudioFormatFacts {
  readonly contentType: string;
  /** The extension of a file's name. */
  readonly extension: string;
  /** False for what browsers do not play. */
  readonly isPlayable: boolean;
}

/** The formats that the API can encode. */
export const audioFormatFacts: Readonly<Record<AudioFormat, AudioFormatFacts>> = {
  mp3: { contentType: "audio/mpeg", extension: "mp3", isPlayable: true },
  wav: { contentType: "audio/wav", extension: "wav", isPlayable: true },
  ogg: { contentType: "audio/ogg", extension: "ogg", isPlayable: true },
  flac: { contentType: "audio/flac", extension: "flac", isPlayable: true },
  aac: { contentType: "audio/aac", extension: "aac", isPlayable: true },
  pcm: { contentType: "audio/pcm", extension: "pcm", isPlayable: false },
  mulaw: { contentType: "audio/pcmu", extension: "ulaw", isPlayable: false },
  alaw: { contentType: "audio/pcma", extension: "alaw", isPlayable: false },
};

const formats: readonly AudioFormat[] = ["mp3", "wav", "ogg", "flac", "aac", "pcm", "mulaw", "alaw"];

/** Those that can be heard on a page, in the order in which they are offered. */
export const playableFormats = formats.filter((format) => audioFormatFacts[format].isPlayable);

/** By the content type of a request. */
export const factsOfType = (contentType: string): AudioFormatFacts =>
  Object.values(audioFormatFacts).find((facts) => facts.contentType === contentType) ?? audioFormatFacts.wav;
