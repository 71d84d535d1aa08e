/** Kilobits per second by index; 0 is "free", which no encoder writes, 15 is forbidden. ISO 11172-3 and 13818-3, layer III. */
const kilobits = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;

const hertz = [44_100, 48_000, 32_000] as const;

/** How many frames in a row make a chance hit implausible. */
const framesToSee = 3;

/** Bytes of the layer III frame whose header is here, or 0 when there is none. */
function layer3FrameLength(bytes: Uint8Array, offset: number): number {
  const [sync = 0, kind = 0, rates = 0] = bytes.subarray(offset, offset + 3);
  const version = (kind >> 3) & 3;
  const isLayer3 = sync === 0xff && (kind & 0xe6) === 0xe2 && version !== 1;
  const isMpeg1 = version === 3;
  const bitrate = (isMpeg1 ? kilobits.mpeg1 : kilobits.mpeg2)[rates >> 4];
  const fullRate = hertz[(rates >> 2) & 3];
  if (!isLayer3 || !bitrate || fullRate === undefined) return 0;
  const sampleRate = isMpeg1 ? fullRate : version === 2 ? fullRate / 2 : fullRate / 4;
  const padding = (rates >> 1) & 1;
  return Math.floor(((isMpeg1 ? 144_000 : 72_000) * bitrate) / sampleRate) + padding;
}

/** Bytes of the ADTS frame whose header is here (ISO 14496-3 §1.A.3), or 0 when there is none. */
function adtsFrameLength(bytes: Uint8Array, offset: number): number {
  const [sync = 0, kind = 0, profile = 0, high = 0, middle = 0, low = 0] = bytes.subarray(offset, offset + 6);
  const rateIndex = (profile >> 2) & 15;
  if (sync !== 0xff || (kind & 0xf6) !== 0xf0 || rateIndex > 12) return 0;
  const length = ((high & 3) << 11) | (middle << 3) | (low >> 5);
  return length > 7 ? length : 0;
}

type FrameLength = (bytes: Uint8Array, offset: number) => number;

/** True when frame follows upon frame from here, at least to the end of what can be seen. */
function areFrames(bytes: Uint8Array, offset: number, frameLength: FrameLength): boolean {
  let position = offset;
  for (let seen = 0; seen < framesToSee; seen += 1) {
    const length = frameLength(bytes, position);
    if (length === 0) return false;
    position += length;
    if (position >= bytes.length) return true;
  }
  return true;
}

/** True when frames of MPEG audio layer III begin at the offset. */
export const isMpegLayer3 = (bytes: Uint8Array, offset: number): boolean => areFrames(bytes, offset, layer3FrameLength);

/** True when frames of AAC in ADTS begin at the offset. */
export const isAdts = (bytes: Uint8Array, offset: number): boolean => areFrames(bytes, offset, adtsFrameLength);
