import { accessSync, readFileSync } from "node:fs";
import sherpa from "sherpa-onnx-node";
import { z } from "zod";
import { type LoadedModels, serveHost } from "#workers/speech/host/serve-host.ts";
import { openSpeechFinder, type SpeechFinder } from "./find-speech.ts";
import { type HostModels, hostModels, hostRequest } from "./host-requests.ts";

const sampleRate = 16_000;
const featureDim = 80;
const fullScale = 32_768;
const result = z.object({ text: z.string() });

/** "How old is the bridge?", spoken by flite's voice slt; test-clip.md says how it was made. */
const clip = new URL("./test-clip.raw", import.meta.url);
const clipWords = ["how", "old", "is", "the", "bridge"];
const leastClipSpeechSeconds = 0.5;

const remedy = "Run: npm run models -- verify moonshine-tiny-en";
const vadRemedy = "Run: npm run models -- verify silero-vad";

type Reader = (samples: Float32Array) => Promise<string>;

serveHost(async (models) => {
  const files = hostModels.parse(models);
  for (const file of Object.values(files.model)) requireFile(file, remedy);
  requireFile(files.vad, vadRemedy);
  const test = toFloats(samplesOf(readFileSync(clip)));
  const read = await openReader(files);
  const findSpeech = openSpeechFinder(files.vad);
  return {
    selfTest: () => selfTest(test, read, findSpeech),
    run: async (request) => {
      const { kind, samples } = hostRequest.parse(request);
      const floats = toFloats(samples);
      return kind === "read" ? { text: await read(floats) } : findSpeech(floats);
    },
  } satisfies LoadedModels;
});

function requireFile(file: string, advice: string): void {
  try {
    accessSync(file);
  } catch {
    throw new Error(`The file ${file} is missing. ${advice}`);
  }
}

async function openReader({ model: { tokens, ...moonshine } }: HostModels): Promise<Reader> {
  const recognizer = await sherpa.OfflineRecognizer.createAsync({
    featConfig: { sampleRate, featureDim },
    modelConfig: { moonshine, tokens, numThreads: 1, provider: "cpu", debug: 0 },
  }).catch((error: unknown) => {
    throw new Error(`moonshine-tiny-en cannot be loaded: ${String(error)}. ${remedy}`);
  });
  return async (samples) => {
    const stream = recognizer.createStream();
    stream.acceptWaveform({ sampleRate, samples });
    return result.parse(await recognizer.decodeAsync(stream)).text;
  };
}

/** Swapped or damaged files may load and then give nothing at all, without a word. */
async function selfTest(test: Float32Array, read: Reader, findSpeech: SpeechFinder): Promise<string | null> {
  const words = await read(test);
  if (words.trim() === "") {
    return `moonshine-tiny-en returned no words for the test clip: files of the model may be swapped or damaged. ${remedy}`;
  }
  const lower = words.toLowerCase();
  if (!clipWords.every((word) => lower.includes(word))) {
    return `moonshine-tiny-en returned other words for the test clip: files of the model may be damaged. ${remedy}`;
  }
  const { ranges } = await findSpeech(test);
  const seconds = ranges.reduce((sum, [from, to]) => sum + to - from, 0) / sampleRate;
  if (seconds >= leastClipSpeechSeconds) return null;
  return `silero-vad found no speech in the test clip: its file may be damaged. ${vadRemedy}`;
}

/** Copied, since an Int16Array begins at an even address. */
const samplesOf = (bytes: Uint8Array): Int16Array => new Int16Array(Uint8Array.from(bytes).buffer);

const toFloats = (samples: Int16Array): Float32Array => Float32Array.from(samples, (sample) => sample / fullScale);
