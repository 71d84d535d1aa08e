import { wav } from "#harness/audio/sounds.ts";

const [headerBytes, sampleBytes, sampleRate] = [44, 2, 16_000];
/** Offsets in the header of a WAV file. */
const at = { size: 4, channels: 22, byteRate: 28, blockBytes: 32, dataBytes: 40 };

/** A WAV file of 16 kHz that has each of these, WAV files of 16 kHz and one channel, in a channel; the shorter ones end in silence. */
export function inChannels(...sounds: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const samples = Math.max(...sounds.map(({ length }) => (length - headerBytes) / sampleBytes));
  const block = sampleBytes * sounds.length;
  const file = Buffer.alloc(headerBytes + samples * block);
  file.set(wav(0).subarray(0, headerBytes));
  for (const [channel, sound] of sounds.entries()) {
    const content = Buffer.from(sound.subarray(headerBytes));
    for (let index = 0; index < content.length / sampleBytes; index += 1) {
      file.writeInt16LE(content.readInt16LE(sampleBytes * index), headerBytes + block * index + sampleBytes * channel);
    }
  }
  file.writeUInt32LE(file.length - 8, at.size);
  file.writeUInt16LE(sounds.length, at.channels);
  file.writeUInt32LE(sampleRate * block, at.byteRate);
  file.writeUInt16LE(block, at.blockBytes);
  file.writeUInt32LE(samples * block, at.dataBytes);
  return Uint8Array.from(file);
}
