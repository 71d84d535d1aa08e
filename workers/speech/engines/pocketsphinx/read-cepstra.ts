import { open } from "node:fs/promises";
import { powerSpectrum, transformSize } from "./power-spectrum.ts";
import { frameBytes, framesPerSecond } from "#workers/speech/audio/sound-levels.ts";

/** Coefficients of a cepstrum, loudness first; with more of them, what is said counts for more, and who says it for less. */
export const cepstrumSize = 7;

/** Every second frame is looked at: twice as fast, and neighbours are alike. */
export const cepstrumFrames = 2;

const sampleRate = 16_000;
const frameSamples = sampleRate / framesPerSecond;
const windowSamples = 400;
const framesPerRead = 2048;
const preEmphasis = 0.97;

/** Added to every band, so that digital silence and faint hiss are alike. */
const bandFloor = 1e4;

const bandCount = 26;
const [lowestHz, highestHz] = [130, 6800];

const melOf = (hz: number): number => 1127 * Math.log(1 + hz / 700);
const hzOf = (mel: number): number => 700 * (Math.exp(mel / 1127) - 1);

/** The bins of the spectrum where the bands begin, peak and end: band n has edges n, n + 1 and n + 2. */
const edges = Array.from({ length: bandCount + 2 }, (_, index) => {
  const mel = melOf(lowestHz) + ((melOf(highestHz) - melOf(lowestHz)) * index) / (bandCount + 1);
  return (hzOf(mel) * transformSize) / sampleRate;
});

const bands = Array.from({ length: bandCount }, (_, band) => {
  const [begin = 0, peak = 0, end = 0] = edges.slice(band, band + 3);
  const first = Math.ceil(begin);
  const weights = Float64Array.from({ length: Math.ceil(end) - first }, (_value, index) => {
    const bin = first + index;
    return bin < peak ? (bin - begin) / (peak - begin) : (end - bin) / (end - peak);
  });
  return { first, weights };
});

const cosines = Array.from({ length: cepstrumSize }, (_, coefficient) =>
  Float64Array.from(
    { length: bandCount },
    (_value, band) => Math.cos((Math.PI * coefficient * (band + 0.5)) / bandCount) / bandCount,
  ),
);

const hamming = Float64Array.from(
  { length: windowSamples },
  (_, index) => 0.54 - 0.46 * Math.cos((2 * Math.PI * index) / (windowSamples - 1)),
);

/**
 * Mel-frequency cepstra (Davis & Mermelstein 1980) of a raw 16 kHz s16le mono file: `cepstrumSize` numbers for every
 * `cepstrumFrames`th frame, one after the other; zeros where the frame is not wanted. Yields to the event loop after every
 * 20 s of audio.
 */
export async function readCepstra(path: string, wanted: Uint8Array): Promise<Float32Array> {
  await using file = await open(path);
  const cepstra = new Float32Array(Math.ceil(wanted.length / cepstrumFrames) * cepstrumSize);
  const samples = new Int16Array(framesPerRead * frameSamples + windowSamples);
  for (let start = 0; start < wanted.length; start += framesPerRead) {
    samples.fill(0);
    await file.read(samples, 0, samples.byteLength, start * frameBytes);
    for (let frame = start; frame < Math.min(start + framesPerRead, wanted.length); frame += cepstrumFrames) {
      if (wanted[frame] !== 1) continue;
      const from = (frame - start) * frameSamples;
      cepstra.set(cepstrumOf(samples.subarray(from, from + windowSamples)), (frame / cepstrumFrames) * cepstrumSize);
    }
  }
  return cepstra;
}

function cepstrumOf(samples: Int16Array): readonly number[] {
  const windowed = new Float64Array(transformSize);
  for (let index = 1; index < samples.length; index += 1) {
    windowed[index] = ((samples[index] ?? 0) - preEmphasis * (samples[index - 1] ?? 0)) * (hamming[index] ?? 0);
  }
  const spectrum = powerSpectrum(windowed);
  const loudness = bands.map(({ first, weights }) =>
    Math.log(bandFloor + weights.reduce((sum, weight, index) => sum + weight * (spectrum[first + index] ?? 0), 0)),
  );
  return cosines.map((row) => row.reduce((sum, cosine, band) => sum + cosine * (loudness[band] ?? 0), 0));
}
