import type { AudioFormat, Encoding } from "./codecs.ts";

/** Encoded audio with the place of its sound in the stream. */
export interface EncodedPart {
  readonly content: Buffer;
  /** When its sound begins, in seconds from the beginning of the input; 0 for headers. */
  readonly start: number;
}

/** Divides what an encoder writes into frames, whose number of samples tells when they sound. */
export interface FrameReader {
  /** The frames that are complete with these bytes. */
  push(bytes: Buffer): readonly EncodedPart[];
  /** The bytes that belong to no complete frame, at the end of the stream. */
  rest(): readonly EncodedPart[];
  /** The sound of the frames so far ends here, in seconds. */
  readonly end: number;
}

/** A frame at the beginning of a buffer. */
interface Frame {
  readonly bytes: number;
  /** When its sound ends, in seconds. */
  readonly end: number;
}

/**
 * @param end when the sound of the frames before ends, in seconds
 * @returns null where the buffer holds no complete frame
 */
type FindFrame = (buffer: Buffer, end: number) => Frame | null;

/** Formats without frames are divided into parts of this length, in seconds. */
const sampleFrameSeconds = 0.02;
/** Samples by which LAME delays the sound, with those of a decoder. */
const mp3Delay = 1_105;
const aacFrameSamples = 1_024;
/** Samples a second that Opus counts, at any rate of its input (RFC 7845, section 4). */
const opusRate = 48_000;
/** Samples at 48 kHz that a decoder of ffmpeg's Opus skips. */
const opusPreSkip = 312;

/** Counts samples of a format, of which each frame holds the same number behind a delay. */
function frameEnds(sampleRate: number, delay: number): (samples: number) => number {
  let total = -delay;
  return (samples) => {
    total += samples;
    return Math.max(0, total / sampleRate);
  };
}

function findSamples(sampleRate: number, bytesPerSample: number): FindFrame {
  const samples = Math.round(sampleRate * sampleFrameSeconds);
  const endAfter = frameEnds(sampleRate, 0);
  const bytes = samples * bytesPerSample;
  return (buffer) => (buffer.length < bytes ? null : { bytes, end: endAfter(samples) });
}

const kilobitsOfMpeg1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const kilobitsOfMpeg2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

/** Frames of layer III (ISO 11172-3, 2.4.1.3; ISO 13818-3 for lower rates). */
function findMp3(sampleRate: number): FindFrame {
  const endAfter = frameEnds(sampleRate, mp3Delay);
  const isMpeg1 = sampleRate >= 32_000;
  const samples = isMpeg1 ? 1_152 : 576;
  return (buffer) => {
    if (buffer.length < 4) return null;
    const rates = buffer.readUInt8(2);
    const kilobits = (isMpeg1 ? kilobitsOfMpeg1 : kilobitsOfMpeg2)[rates >> 4] ?? 0;
    const bytes = Math.floor((samples * 125 * kilobits) / sampleRate) + ((rates >> 1) & 1);
    return buffer.length < bytes ? null : { bytes, end: endAfter(samples) };
  };
}

/** Frames of ADTS (ISO 14496-3, 1.A.2). */
function findAac(sampleRate: number): FindFrame {
  const endAfter = frameEnds(sampleRate, aacFrameSamples);
  return (buffer) => {
    if (buffer.length < 7) return null;
    const bytes = (buffer.readUIntBE(3, 3) >> 5) & 0x1fff;
    return buffer.length < bytes ? null : { bytes, end: endAfter(aacFrameSamples) };
  };
}

/** Pages of Ogg (RFC 3533, section 6), whose position is that of their last sample. */
const findOgg: FindFrame = (buffer) => {
  if (buffer.length < 27) return null;
  const segments = buffer.readUInt8(26);
  if (buffer.length < 27 + segments) return null;
  const bytes = buffer.subarray(27, 27 + segments).reduce((sum, length) => sum + length, 27 + segments);
  const samples = Number(buffer.readBigInt64LE(6)) - opusPreSkip;
  return buffer.length < bytes ? null : { bytes, end: Math.max(0, samples / opusRate) };
};

/**
 * Frames of FLAC with a fixed number of samples. They do not tell their length, so that each ends where the next one begins; the
 * header of the next one has its number and a checksum.
 */
function findFlac(sampleRate: number): FindFrame {
  let blockSamples = 0;
  let number = -1;
  return (buffer, end) => {
    if (number < 0) {
      const bytes = flacMetadataBytes(buffer);
      if (bytes === null) return null;
      blockSamples = buffer.readUInt16BE(8);
      number = 0;
      return { bytes, end };
    }
    for (let at = buffer.indexOf(0xff, 1); at !== -1; at = buffer.indexOf(0xff, at + 1)) {
      if (!isFlacHeader(buffer.subarray(at), number + 1)) continue;
      number += 1;
      return { bytes: at, end: (number * blockSamples) / sampleRate };
    }
    return null;
  };
}

/** The length of `fLaC` and all metadata blocks; null where they are not complete. */
function flacMetadataBytes(buffer: Buffer): number | null {
  for (let at = 4; at + 4 <= buffer.length;) {
    const header = buffer.readUInt32BE(at);
    at += 4 + (header & 0xffffff);
    if (header >>> 31 === 1) return at <= buffer.length ? at : null;
  }
  return null;
}

/** The codes of block sizes and sample rates that are followed by their value, with its bytes. */
const sizeBytes: Readonly<Record<number, number>> = { 6: 1, 7: 2 };
const rateBytes: Readonly<Record<number, number>> = { 12: 1, 13: 2, 14: 2 };

/** Whether the bytes begin with the complete header of the frame of this number (RFC 9639, section 9.1). */
function isFlacHeader(header: Buffer, number: number): boolean {
  if (header.length < 6 || header.readUInt16BE(0) !== 0xfff8) return false;
  const counted = Buffer.from(String.fromCodePoint(number));
  if (!header.subarray(4, 4 + counted.length).equals(counted)) return false;
  const codes = header.readUInt8(2);
  const length = 4 + counted.length + (sizeBytes[codes >> 4] ?? 0) + (rateBytes[codes & 15] ?? 0);
  return length < header.length && crc8(header.subarray(0, length)) === header.readUInt8(length);
}

/** The checksum of a FLAC header, with the polynomial x⁸ + x² + x + 1. */
function crc8(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80 ? ((crc << 1) ^ 0x07) & 0xff : crc << 1;
  }
  return crc;
}

/** Seconds that ffmpeg's reader and resampler hold back. */
const inputHeldSeconds = 0.1;
/** The most bits of earlier frames that a frame of MP3 may use (ISO 11172-3, 2.4.3.4: 511 bytes), so that LAME waits for them. */
const mp3ReservoirBits = 4_088;

/** The most of its input that an encoder holds back until there is more, in seconds; measured at all rates. */
export function heldSeconds({ format, sampleRate, bitRate }: Encoding): number {
  const frames: Readonly<Partial<Record<AudioFormat, number>>> = {
    mp3: (4 * (sampleRate >= 32_000 ? 1_152 : 576)) / sampleRate + mp3ReservoirBits / (bitRate ?? 8_000),
    aac: (3 * aacFrameSamples) / sampleRate,
    ogg: 0.15,
    flac: 0.15,
  };
  return inputHeldSeconds + (frames[format] ?? 0);
}

function finderOf(format: AudioFormat, sampleRate: number): FindFrame {
  switch (format) {
    case "mp3":
      return findMp3(sampleRate);
    case "aac":
      return findAac(sampleRate);
    case "ogg":
      return findOgg;
    case "flac":
      return findFlac(sampleRate);
    case "mulaw":
    case "alaw":
      return findSamples(sampleRate, 1);
    case "pcm":
    case "wav":
      return findSamples(sampleRate, 2);
  }
}

/** Reads what ffmpeg encodes with the arguments of the codecs; a WAV stream comes without its header. */
export function openFrameReader(format: AudioFormat, sampleRate: number): FrameReader {
  const findFrame = finderOf(format, sampleRate);
  let buffer = Buffer.alloc(0);
  let end = 0;
  return {
    push: (bytes) => {
      buffer = Buffer.concat([buffer, bytes]);
      const parts: EncodedPart[] = [];
      for (let frame = findFrame(buffer, end); frame !== null && frame.bytes > 0; frame = findFrame(buffer, end)) {
        parts.push({ content: buffer.subarray(0, frame.bytes), start: end });
        buffer = buffer.subarray(frame.bytes);
        end = frame.end;
      }
      return parts;
    },
    rest: () => (buffer.length === 0 ? [] : [{ content: buffer, start: end }]),
    get end() {
      return end;
    },
  };
}
