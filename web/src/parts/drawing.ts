import { peaksOf } from "./peaks.ts";

/** The samples a second of what is drawn: nobody sees more, and an hour is some 30 MB at it. */
const drawnRate = 8_000;

/** What is drawn of a sound. */
export interface Drawing {
  readonly peaks: readonly number[];
  /** Of the whole; recordings of a browser do not say it themselves. */
  readonly seconds: number;
}

/** Decodes a sound with the browser. @throws DOMException for what it cannot decode */
export async function drawingOf(bytes: ArrayBuffer, count: number): Promise<Drawing> {
  const sound = await new OfflineAudioContext(1, 1, drawnRate).decodeAudioData(bytes);
  const channels = Array.from({ length: sound.numberOfChannels }, (_, index) => sound.getChannelData(index));
  return { peaks: peaksOf(channels, count), seconds: sound.duration };
}
