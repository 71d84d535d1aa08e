import type { AudioContainer } from "#db/schema.ts";

/** One frame of a stream: its length in bytes, and what all frames of the stream have in common. */
interface Frame {
  readonly length: number;
  readonly kind: number;
}

type ReadFrame = (bytes: Uint8Array, offset: number) => Frame | null;

/** A kind of stream whose frames are found anywhere in it, since each begins with a mark and its length. */
interface FrameStream {
  readonly container: AudioContainer;
  readonly readFrame: ReadFrame;
}

/** So many frames in a row make a chance hit implausible: where a file begins, and anywhere else. */
const framesAtStart = 3;
const framesElsewhere = 4;

/** Kilobits per second by layer and index; 0 is "free", which no encoder writes, 15 is forbidden (ISO 11172-3, 13818-3). */
const mpeg1Kilobits = [
  [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
] as const;
const lowRates = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160] as const;
const mpeg2Kilobits = [
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  lowRates,
  lowRates,
] as const;
const mpegHertz = [44_100, 48_000, 32_000] as const;

/** MPEG audio, layers I, II and III. */
function readMpeg(bytes: Uint8Array, offset: number): Frame | null {
  const [sync = 0, kind = 0, rates = 0] = bytes.subarray(offset, offset + 3);
  const version = (kind >> 3) & 3;
  const layer = 4 - ((kind >> 1) & 3);
  const fullRate = mpegHertz[(rates >> 2) & 3];
  if (sync !== 0xff || kind < 0xe0 || version === 1 || layer === 4 || fullRate === undefined) return null;
  const isMpeg1 = version === 3;
  const kilobits = (isMpeg1 ? mpeg1Kilobits : mpeg2Kilobits)[layer - 1]?.[rates >> 4];
  if (!kilobits) return null;
  const sampleRate = isMpeg1 ? fullRate : version === 2 ? fullRate / 2 : fullRate / 4;
  const padding = (rates >> 1) & 1;
  const samples = layer === 1 ? 384 : layer === 3 && !isMpeg1 ? 576 : 1152;
  // Layer I is written in slots of four bytes.
  const slot = layer === 1 ? 4 : 1;
  const slots = Math.floor((samples * kilobits * 125) / sampleRate / slot) + padding;
  return { length: slots * slot, kind: (kind & 0xfe) * 4 + ((rates >> 2) & 3) };
}

/** AAC in ADTS (ISO 14496-3 §1.A.3). */
function readAdts(bytes: Uint8Array, offset: number): Frame | null {
  const [sync = 0, kind = 0, profile = 0, high = 0, middle = 0, low = 0] = bytes.subarray(offset, offset + 6);
  const rateIndex = (profile >> 2) & 15;
  if (sync !== 0xff || (kind & 0xf6) !== 0xf0 || rateIndex > 12) return null;
  const length = ((high & 3) << 11) | (middle << 3) | (low >> 5);
  return length > 7 ? { length, kind: kind * 256 + (profile & 0xfd) } : null;
}

/** Kilobits per second of AC-3 by index (ATSC A/52, table 5.18). */
const ac3Kilobits = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640] as const;

/** AC-3 has a `bsid` of at most 10, E-AC-3 one of 11 to 16 (ATSC A/52 §5.4.2.1, annex E). */
const readAc3 =
  (isEnhanced: boolean): ReadFrame =>
  (bytes, offset) => {
    const [sync = 0, mark = 0, high = 0, low = 0, rates = 0, id = 0] = bytes.subarray(offset, offset + 6);
    const bsid = id >> 3;
    if (sync !== 0x0b || mark !== 0x77 || bsid > 16 || bsid > 10 !== isEnhanced) return null;
    const kind = bsid * 4 + (rates >> 6);
    if (isEnhanced) return { length: (((high & 7) << 8) | low) * 2 + 2, kind };
    const kilobits = ac3Kilobits[(rates & 0x3f) >> 1];
    if (kilobits === undefined) return null;
    // 1536 samples at 48, 44.1 or 32 kHz, in words of two bytes.
    const words = [kilobits * 2, Math.floor((kilobits * 320) / 147) + (rates & 1), kilobits * 3][rates >> 6];
    return words === undefined ? null : { length: words * 2, kind };
  };

/** AAC in LOAS (ISO 14496-3 §1.7.2). */
function readLoas(bytes: Uint8Array, offset: number): Frame | null {
  const [sync = 0, high = 0, low = 0] = bytes.subarray(offset, offset + 3);
  const length = (((high & 0x1f) << 8) | low) + 3;
  return sync === 0x56 && (high & 0xe0) === 0xe0 && length > 3 ? { length, kind: 0 } : null;
}

/** Packets of an MPEG transport stream (ISO 13818-1 §2.4.3); Blu-ray puts four bytes before each, some receivers 16 behind. */
const packetLengths = [188, 192, 204] as const;
const readPacket =
  (length: number): ReadFrame =>
  (bytes, offset) =>
    bytes[offset] === 0x47 ? { length, kind: 0 } : null;

/** The streams by the first byte of their frames. */
const streams: Readonly<Record<number, readonly FrameStream[]>> = {
  0xff: [
    { container: "mp3", readFrame: readMpeg },
    { container: "adts", readFrame: readAdts },
  ],
  0x0b: [
    { container: "ac3", readFrame: readAc3(false) },
    { container: "eac3", readFrame: readAc3(true) },
  ],
  0x56: [{ container: "loas", readFrame: readLoas }],
  0x47: packetLengths.map((length) => ({ container: "mpegts", readFrame: readPacket(length) })),
};

/** The stream whose frames follow one another from here; null where there are too few of one kind. */
export function frameStreamAt(bytes: Uint8Array, offset: number): AudioContainer | null {
  const isStart = offset === 0;
  const found = streams[bytes[offset] ?? 0]?.find(({ readFrame }) => {
    const first = readFrame(bytes, offset);
    let position = offset;
    for (let seen = 0; seen < (isStart ? framesAtStart : framesElsewhere); seen += 1) {
      // A short file ends before so many frames; where it begins, one whole frame is enough.
      if (position === bytes.length && seen > 0) return isStart || seen >= framesAtStart;
      const frame = readFrame(bytes, position);
      if (frame === null || frame.kind !== first?.kind) return false;
      position += frame.length;
    }
    return true;
  });
  return found?.container ?? null;
}

/** The first stream of frames anywhere in the bytes, as in a file that begins within a frame or with something else. */
export function findFrameStream(bytes: Uint8Array): AudioContainer | null {
  for (let offset = 0; offset < bytes.length; offset += 1) {
    const container = frameStreamAt(bytes, offset);
    if (container !== null) return container;
  }
  return null;
}

/** Bytes of a GSM 06.10 frame, which begins with the four bits 1101 (RFC 3551 §4.5.8.1); a second has 50. */
const gsmBytes = 33;
const gsmFrames = 25;

/** True when everything is GSM 06.10 without a header, at least half a second of it. */
export function isGsm(bytes: Uint8Array): boolean {
  const frames = Math.floor(bytes.length / gsmBytes);
  const isMarked = (_: unknown, index: number): boolean => (bytes[index * gsmBytes] ?? 0) >> 4 === 0xd;
  return frames >= gsmFrames && Array.from({ length: frames }).every(isMarked);
}

/** Bytes of a G.723.1 frame by its two lowest bits (RFC 3551 §4.5.3): 6.3 kbit/s, 5.3 kbit/s, or a description of silence. */
const g723Bytes = [24, 20, 4] as const;
const g723Frames = 16;

/** True when the bytes can be frames of G.723.1, which have no other mark. */
export function canBeG723(bytes: Uint8Array): boolean {
  let position = 0;
  for (let seen = 0; seen < g723Frames && position < bytes.length; seen += 1) {
    const length = g723Bytes[(bytes[position] ?? 0) & 3];
    if (length === undefined) return false;
    position += length;
  }
  // A text has none of the bytes above 127.
  return bytes.some((byte) => byte > 127);
}
