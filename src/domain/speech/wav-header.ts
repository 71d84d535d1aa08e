/** The encodings of samples without a header: 16 bits little-endian, or G.711. */
export const rawEncodings = ["linear16", "mulaw", "alaw"] as const;

export interface RawSamples {
  readonly encoding: (typeof rawEncodings)[number];
  /** Hz */
  readonly sampleRate: number;
  readonly channels: number;
}

/** `WAVE_FORMAT_PCM`, `_MULAW`, `_ALAW`, and bytes of a sample. */
const facts = { linear16: [1, 2], mulaw: [7, 1], alaw: [6, 1] } as const;

export const wavHeaderBytes = 44;

/** In place of both sizes while they are not known, as ffmpeg and sox write it. */
const unknownSize = 0xff_ff_ff_ff;

/** The canonical 44 bytes of a WAV file before its samples; `dataBytes` is null where their size is not known yet. */
export function wavHeader({ encoding, sampleRate, channels }: RawSamples, dataBytes: number | null): Buffer {
  const [tag, sampleBytes] = facts[encoding];
  const header = Buffer.alloc(wavHeaderBytes);
  header.write("RIFF", 0, "ascii");
  header.writeUInt32LE(dataBytes === null ? unknownSize : wavHeaderBytes - 8 + dataBytes, 4);
  header.write("WAVEfmt ", 8, "ascii");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(tag, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * channels * sampleBytes, 28);
  header.writeUInt16LE(channels * sampleBytes, 32);
  header.writeUInt16LE(8 * sampleBytes, 34);
  header.write("data", 36, "ascii");
  header.writeUInt32LE(dataBytes ?? unknownSize, 40);
  return header;
}
