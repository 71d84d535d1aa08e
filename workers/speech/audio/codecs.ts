/** How a format is encoded: ffmpeg's arguments for its codec and its container, tuned for one voice. */
const codecs = {
  wav: ["-c:a", "pcm_s16le", "-f", "wav"],
  mp3: ["-c:a", "libmp3lame", "-f", "mp3"],
  ogg: ["-c:a", "libopus", "-application", "voip", "-f", "ogg"],
  flac: ["-c:a", "flac", "-f", "flac"],
  aac: ["-c:a", "aac", "-f", "adts"],
  pcm: ["-c:a", "pcm_s16le", "-f", "s16le"],
  mulaw: ["-c:a", "pcm_mulaw", "-f", "mulaw"],
  alaw: ["-c:a", "pcm_alaw", "-f", "alaw"],
} as const;

export type AudioFormat = keyof typeof codecs;

export interface Encoding {
  readonly format: AudioFormat;
  /** Hz; one that the codec takes. */
  readonly sampleRate: number;
  /** Bits per second; left to the codec when null. */
  readonly bitRate: number | null;
}

/** ffmpeg's arguments for an output without metadata, which is the same at each run. */
export const codecArguments = ({ format, sampleRate, bitRate }: Encoding): readonly string[] => [
  ...["-ar", `${sampleRate}`, ...(bitRate === null ? [] : ["-b:a", `${bitRate}`])],
  ...["-map_metadata", "-1", "-fflags", "+bitexact", ...codecs[format]],
];
