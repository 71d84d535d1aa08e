import { open } from "node:fs/promises";
import type { AudioContainer } from "#db/schema.ts";
import { detectContainer, tagLength } from "#src/domain/speech/audio-container.ts";

/** The formats of audio that are accepted, for people. */
export const acceptedAudio =
  "WAV, MP3, FLAC, Ogg (Opus, Vorbis, Speex), M4A/AAC, WebM, AMR, 3GP, WMA, AIFF, CAF, AU, W64, GSM, AC-3, or a video with sound (MP4, MKV, MPEG-TS)";

export const unsupportedAudio = `The file could not be read as audio. Send ${acceptedAudio}.`;

/** The bytes at the beginning of a file that tell its container. */
export const headBytes = 64 * 1024;
/** So many tags and heads of zeros are passed over before a file is taken for empty. */
const maxPassedOver = 64;

/** The first bytes of a file, and its container; null for what is no audio of a kind that is accepted. */
export async function readContainer(
  path: string,
  name: string,
): Promise<{ readonly head: Buffer; readonly container: AudioContainer | null }> {
  const { head, content } = await beginningsOf(path);
  return { head, container: await detectContainer(content, name) };
}

/** The first bytes of a file, and those behind its tags and zeros, which a large cover or a long pause keeps out of the first. */
async function beginningsOf(path: string): Promise<{ readonly head: Buffer; readonly content: Buffer }> {
  await using file = await open(path);
  const readAt = async (position: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, position);
    return buffer.subarray(0, bytesRead);
  };
  const head = await readAt(0);
  let content = head;
  for (let passed = 0, position = 0; passed < maxPassedOver; passed += 1) {
    const isSilent = content.length > 0 && content.every((byte) => byte === 0);
    const length = isSilent ? content.length : tagLength(content);
    if (length === 0) break;
    position += length;
    content = await readAt(position);
  }
  return { head, content };
}
