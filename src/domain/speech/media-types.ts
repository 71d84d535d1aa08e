import type { AudioFormat } from "#db/schema.ts";

/** The media type of each format. */
export const mediaTypes: Readonly<Record<AudioFormat, string>> = {
  wav: "audio/wav",
  mp3: "audio/mpeg",
  ogg: "audio/ogg",
  flac: "audio/flac",
};
