/** Bytes of the name and the length of a chunk (RIFF). */
const chunkHeader = 8;
const riffHeader = 12;
const pcm = 1;
/** The format whose samples its own header describes: here PCM, too (WAVE_FORMAT_EXTENSIBLE). */
const extensible = 0xff_fe;

/**
 * The samples in the sound of a message, which are 16 bits of one channel: all of it, or those of a WAV file that begins there. Clients
 * send either by the same name.
 * @returns null for a WAV file of other samples, or of another rate (Hz)
 */
export function samplesIn(sound: Buffer, sampleRate: number): Buffer | null {
  if (sound.toString("latin1", 0, 4) !== "RIFF" || sound.toString("latin1", 8, riffHeader) !== "WAVE") return sound;
  let at = riffHeader;
  while (at + chunkHeader <= sound.length) {
    const name = sound.toString("latin1", at, at + 4);
    const size = sound.readUInt32LE(at + 4);
    const content = sound.subarray(at + chunkHeader, at + chunkHeader + size);
    if (name === "fmt " && !isReadable(content, sampleRate)) return null;
    // A program that writes while it records does not know the size yet.
    if (name === "data") return size === 0 ? sound.subarray(at + chunkHeader) : content;
    at += chunkHeader + size + (size % 2);
  }
  return Buffer.alloc(0);
}

function isReadable(format: Buffer, sampleRate: number): boolean {
  if (format.length < 16) return false;
  const [tag, channels, hertz, bits] = [
    ...[format.readUInt16LE(0), format.readUInt16LE(2), format.readUInt32LE(4), format.readUInt16LE(14)],
  ];
  return (tag === pcm || tag === extensible) && channels === 1 && hertz === sampleRate && bits === 16;
}
