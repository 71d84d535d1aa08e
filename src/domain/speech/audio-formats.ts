import type { AudioFormat } from "#db/schema.ts";

interface Range {
  readonly min: number;
  readonly max: number;
}

/** The properties of an output format. One channel; 16 bits a sample in uncompressed formats. */
export interface AudioFormatFacts {
  readonly contentType: string;
  /** The file extension, without the dot. */
  readonly extension: string;
  /** Hz, ascending. */
  readonly sampleRates: readonly number[];
  readonly defaultSampleRate: number;
  /** The bit rates at a sample rate, in bits per second; null for formats without a choice of bit rates. */
  readonly bitRates: ((sampleRate: number) => Range) | null;
  readonly defaultBitRate: number | null;
}

/** The sample rates that sound usually has, in Hz. A filter between other rates may take seconds to make, and megabytes. */
export const usualSampleRates = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;

/** The sample rate of speech before it is encoded. */
const speechRate = { sampleRates: usualSampleRates, defaultSampleRate: 24_000 } as const;
const uncompressed = { ...speechRate, bitRates: null, defaultBitRate: null } as const;
/** G.711 (ITU-T), as telephones use it. */
const telephone = { ...uncompressed, sampleRates: [8_000, 16_000], defaultSampleRate: 8_000 } as const;

/** MPEG-1, MPEG-2 and MPEG-2.5 have layer III at bit rates of their own (ISO 11172-3, 13818-3). */
const mp3Rates = (sampleRate: number): Range => {
  if (sampleRate >= 32_000) return { min: 32_000, max: 320_000 };
  return { min: 8_000, max: sampleRate >= 16_000 ? 160_000 : 64_000 };
};

/** At most 6144 bits in a frame of 1024 samples (ISO 14496-3, 4.5.3). */
const aacRates = (sampleRate: number): Range => ({ min: 8_000, max: Math.min(192_000, 6 * sampleRate) });

export const audioFormatFacts: Readonly<Record<AudioFormat, AudioFormatFacts>> = {
  wav: { ...uncompressed, contentType: "audio/wav", extension: "wav" },
  mp3: { ...speechRate, contentType: "audio/mpeg", extension: "mp3", bitRates: mp3Rates, defaultBitRate: 48_000 },
  ogg: {
    ...{ contentType: "audio/ogg", extension: "ogg" },
    // Those of Opus (RFC 6716, section 2); one channel takes no more than 256 kbit/s.
    ...{ sampleRates: [8_000, 12_000, 16_000, 24_000, 48_000], defaultSampleRate: 24_000 },
    ...{ bitRates: () => ({ min: 6_000, max: 256_000 }), defaultBitRate: 32_000 },
  },
  flac: { ...uncompressed, contentType: "audio/flac", extension: "flac" },
  // ADTS.
  aac: { ...speechRate, contentType: "audio/aac", extension: "aac", bitRates: aacRates, defaultBitRate: 48_000 },
  // Little-endian samples without a header, like the next two.
  pcm: { ...uncompressed, contentType: "audio/pcm", extension: "pcm" },
  mulaw: { ...telephone, contentType: "audio/pcmu", extension: "ulaw" },
  alaw: { ...telephone, contentType: "audio/pcma", extension: "alaw" },
};

/** A format, with the rates that a caller may choose. */
export interface WantedEncoding {
  readonly format: AudioFormat;
  /** Hz; the default of the format when absent. */
  readonly sampleRate?: number | undefined;
  /** Bits per second; the default of the format when absent. */
  readonly bitRate?: number | undefined;
}

/** The encoding of speech. */
export interface AudioEncoding {
  readonly format: AudioFormat;
  /** Hz */
  readonly sampleRate: number;
  /** Bits per second; null for formats without a choice of bit rates. */
  readonly bitRate: number | null;
}

/** Completes an encoding with the defaults of its format. */
export function resolveEncoding({ format, sampleRate, bitRate }: WantedEncoding): AudioEncoding {
  const { defaultSampleRate, defaultBitRate } = audioFormatFacts[format];
  return { format, sampleRate: sampleRate ?? defaultSampleRate, bitRate: bitRate ?? defaultBitRate };
}
