import type { AudioFormat } from "#db/schema.ts";
import type { WantedEncoding } from "#src/domain/speech/audio-formats.ts";

/** Ours, by ElevenLabs' names. */
const codecs: Readonly<Record<string, AudioFormat>> = {
  mp3: "mp3",
  opus: "ogg",
  pcm: "pcm",
  wav: "wav",
  ulaw: "mulaw",
  alaw: "alaw",
};

/** The formats whose parts can be sent one after the other: a codec, Hz, and kbit/s where there are several. */
export const streamedFormats = [
  ...(["mp3_22050_32", "mp3_24000_48", "mp3_44100_32", "mp3_44100_64"] as const),
  ...(["mp3_44100_96", "mp3_44100_128", "mp3_44100_192"] as const),
  ...(["opus_48000_32", "opus_48000_64", "opus_48000_96", "opus_48000_128", "opus_48000_192"] as const),
  ...(["pcm_8000", "pcm_16000", "pcm_22050", "pcm_24000", "pcm_32000", "pcm_44100", "pcm_48000"] as const),
  ...(["ulaw_8000", "alaw_8000"] as const),
] as const;

/** All formats. */
export const outputFormats = [
  ...streamedFormats,
  ...(["wav_8000", "wav_16000", "wav_22050", "wav_24000", "wav_32000", "wav_44100", "wav_48000"] as const),
] as const;

/** The encoding that a name means. */
export function encodingOf(name: (typeof outputFormats)[number]): WantedEncoding {
  const [codec = "", hertz, kilobits] = name.split("_");
  const bitRate = kilobits === undefined ? {} : { bitRate: Number(kilobits) * 1000 };
  return { format: codecs[codec] ?? "mp3", sampleRate: Number(hertz), ...bitRate };
}
