import { peaksOf } from "./peaks.ts";

/** Samples per second of a waveform: more cannot be seen, and an hour takes some 30 MB. */
const drawnRate = 8_000;

/** What is drawn of a sound. */
export interface WaveformData {
  readonly peaks: readonly number[];
  /** Of the whole; recordings of a browser do not say it themselves. */
  readonly seconds: number;
}

/** Decodes a sound with the browser. @throws DOMException for what it cannot decode */
export async function decodeWaveform(bytes: ArrayBuffer, count: number): Promise<WaveformData> {
  const sound = await new OfflineAudioContext(1, 1, drawnRate).decodeAudioData(bytes);
  const channels = Array.from({ length: sound.numberOfChannels }, (_, index) => sound.getChannelData(index));
  return { peaks: peaksOf(channels, count), seconds: sound.duration };
}
