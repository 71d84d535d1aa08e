import { open } from "node:fs/promises";
import type { PcmFile } from "#workers/speech/engine.ts";

/** About −36 dB of full scale; the voices here peak above −12 dB. */
const audibleSample = 500;

/** Faster than any voice reads any script at speed 1. */
const shortestSecondsPerLetter = 0.01;

const isAudible = async (pcm: PcmFile): Promise<boolean> => {
  const chunk = Buffer.alloc(65_536);
  await using file = await open(pcm.path);
  for (;;) {
    const { bytesRead } = await file.read(chunk);
    if (bytesRead === 0) return false;
    for (let at = 0; at + 1 < bytesRead; at += 2) if (Math.abs(chunk.readInt16LE(at)) > audibleSample) return true;
  }
};

/** False when audio cannot be the text: silence, or far too short for its letters and digits. */
export const isPlausibleAudio = async (pcm: PcmFile, text: string, speed: number): Promise<boolean> => {
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (letters === 0) return true;
  return pcm.durationSeconds >= (letters * shortestSecondsPerLetter) / speed && isAudible(pcm);
};
