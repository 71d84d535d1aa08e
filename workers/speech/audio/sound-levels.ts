import { open } from "node:fs/promises";

/** Samples of one frame: 10 ms at 16 kHz, the grid on which the decoder counts. */
const frameSamples = 160;
export const framesPerSecond = 100;
const frameBytes = frameSamples * 2;

const framesPerRead = 2048;

/**
 * The level of every whole frame of a raw 16 kHz s16le mono file: decibels of the variance in units of one step of the
 * converter, so 0 is digital silence and 90 is full scale. Yields to the event loop after every 20 s of audio.
 */
export async function readSoundLevels(path: string): Promise<Float32Array> {
  await using file = await open(path);
  const { size } = await file.stat();
  const levels = new Float32Array(Math.floor(size / frameBytes));
  const samples = new Int16Array(framesPerRead * frameSamples);
  for (let frame = 0; frame < levels.length;) {
    const { bytesRead } = await file.read(samples, 0, samples.byteLength, frame * frameBytes);
    const frames = Math.floor(bytesRead / frameBytes);
    if (frames === 0) break;
    for (let index = 0; index < frames; index += 1) {
      levels[frame + index] = levelOf(samples.subarray(index * frameSamples, (index + 1) * frameSamples));
    }
    frame += frames;
  }
  return levels;
}

/** Variance and not power, so that an offset of the recorder's zero is not taken for sound. */
function levelOf(samples: Int16Array): number {
  let sum = 0;
  let squares = 0;
  for (const sample of samples) {
    sum += sample;
    squares += sample * sample;
  }
  const mean = sum / samples.length;
  return 10 * Math.log10(1 + Math.max(0, squares / samples.length - mean * mean));
}
