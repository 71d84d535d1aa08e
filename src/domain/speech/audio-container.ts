import type { AudioContainer } from "#db/schema.ts";
import { isAdts, isMpegLayer3 } from "./mpeg-frames.ts";

/** Major brands of ISO 14496-12 files that hold sound (M4A, MP4, fragmented MP4, 3GP, QuickTime); pictures use others. */
const audioBrand = /^(?:M4[ABPV] |mp4[12]|isom|iso[2-9]|avc1|dash|qt {2}|3g[2ep].|MSNV|mmp4|f4[av] |F4[AV] )$/;

/** First packets of the sound codecs of an Ogg stream. */
const oggCodecs = ["OpusHead", "\u0001vorbis", "\u007FFLAC"];

const matroskaHeader = 0x1a45dfa3;
const matroskaDocType = 0x4282;

const text = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.subarray(from, to)).toString("latin1");

/**
 * Tells the container of an audio file from its first bytes (64 KiB are enough, fewer will do), never from its name.
 * Null: not audio of a kind that is accepted; playlists, scripts, video-only formats, pictures and archives are null.
 */
export function detectContainer(head: Uint8Array): AudioContainer | null {
  const start = text(head, 0, 12);
  if (/^(?:RIFF|RF64|BW64)[^]{4}WAVE/.test(start)) return "wav";
  if (start.startsWith("OggS")) return hasOggAudio(head) ? "ogg" : null;
  if (start.slice(4, 8) === "ftyp") return audioBrand.test(start.slice(8, 12)) ? "mp4" : null;
  if (readNumber(head, 0, 4) === matroskaHeader) return isMatroska(head) ? "webm" : null;
  return detectAfterTags(head);
}

/** MP3, ADTS and FLAC may follow ID3v2 tags (id3.org, ID3v2.4 §3.1) and zero bytes. */
function detectAfterTags(head: Uint8Array): AudioContainer | null {
  let offset = 0;
  while (/^ID3[\x02-\x04]/.test(text(head, offset, offset + 4))) offset += id3Length(head, offset);
  // A tag with a large picture is longer than what we see; the files that carry one are nearly always MP3.
  if (offset >= head.length) return offset > 0 ? "mp3" : null;
  while (head[offset] === 0) offset += 1;
  if (text(head, offset, offset + 4) === "fLaC") return "flac";
  if (isAdts(head, offset)) return "adts";
  return isMpegLayer3(head, offset) ? "mp3" : null;
}

/** Ten bytes of header, a length of four times seven bits, and ten more bytes when there is a footer. */
function id3Length(head: Uint8Array, offset: number): number {
  const length = [6, 7, 8, 9].reduce((sum, index) => sum * 128 + ((head[offset + index] ?? 0) & 0x7f), 0);
  const hasFooter = ((head[offset + 5] ?? 0) & 0x10) !== 0;
  return length + (hasFooter ? 20 : 10);
}

/** Big-endian, at most six bytes. */
const readNumber = (bytes: Uint8Array, from: number, length: number): number =>
  bytes.subarray(from, from + length).reduce((sum, byte) => sum * 256 + byte, 0);

/** The first pages announce the codec of every stream (RFC 3533 §4). */
function hasOggAudio(head: Uint8Array): boolean {
  const firstPages = text(head, 0, 8192);
  return oggCodecs.some((codec) => firstPages.includes(codec));
}

/** Walks the EBML header (RFC 8794 §11.2) to its DocType. */
function isMatroska(head: Uint8Array): boolean {
  const size = readSize(head, 4);
  const end = Math.min(size.next + size.value, head.length);
  let offset = size.next;
  while (offset < end) {
    const idLength = Math.clz32(head[offset] ?? 0) - 23;
    if (idLength > 4) return false;
    const id = readNumber(head, offset, idLength);
    const element = readSize(head, offset + idLength);
    offset = element.next + element.value;
    if (id !== matroskaDocType) continue;
    return ["webm", "matroska"].includes(text(head, element.next, offset).replaceAll("\0", ""));
  }
  return false;
}

/** A variable-size integer of EBML: leading zeros of the first byte tell its length, the marker bit is not part of it. */
function readSize(bytes: Uint8Array, offset: number): { readonly value: number; readonly next: number } {
  const first = bytes[offset] ?? 0;
  const length = Math.clz32(first) - 23;
  // Longer than any header we accept; beyond the end stops the walk.
  if (length > 6) return { value: Number.MAX_SAFE_INTEGER, next: bytes.length };
  const value = readNumber(bytes, offset, length) - 2 ** (7 * length);
  return { value, next: offset + length };
}
