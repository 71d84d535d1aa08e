import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { z } from "zod";
import { defaultModelDirectory } from "#workers/speech/alignment/run-pocketsphinx.ts";
import { openAligner } from "#workers/speech/alignment/align-words.ts";

/**
 * Reads recordings one after the other, as little around the engines as there can be: voice activity detection, pieces of at
 * most 24 s, the model, and the alignment of its words. A message is the path of raw 16 kHz s16le mono; the answer is its text.
 */

const [modelsDirectory = "", directory = ""] = process.argv.slice(2);
const sampleRate = 16_000;
const windowSize = 512;
const maxSamples = 24 * sampleRate;
const padding = 0.2 * sampleRate;
const mergedGap = 1.5 * sampleRate;

interface Stream {
  acceptWaveform(wave: { readonly sampleRate: number; readonly samples: Float32Array }): void;
}
interface Recognizer {
  createStream(): Stream;
  decode(stream: Stream): void;
  getResult(stream: Stream): unknown;
}
interface VoiceActivity {
  acceptWaveform(samples: Float32Array): void;
  flush(): void;
  reset(): void;
  isEmpty(): boolean;
  front(external: boolean): { readonly start: number; readonly samples: Float32Array };
  pop(): void;
}
interface Sherpa {
  readonly OfflineRecognizer: new (config: object) => Recognizer;
  readonly Vad: new (config: object, bufferSeconds: number) => VoiceActivity;
}

const isSherpa = (value: unknown): boolean => typeof value === "object" && value !== null && "Vad" in value;
const sherpa = z.custom<Sherpa>(isSherpa).parse(createRequire(import.meta.url)("sherpa-onnx-node"));
const moonshine = join(modelsDirectory, "moonshine-tiny-en");
const recognizer = new sherpa.OfflineRecognizer({
  featConfig: { sampleRate, featureDim: 80 },
  modelConfig: {
    moonshine: {
      encoder: join(moonshine, "encoder_model.ort"),
      mergedDecoder: join(moonshine, "decoder_model_merged.ort"),
    },
    tokens: join(moonshine, "tokens.txt"),
    numThreads: 1,
    provider: "cpu",
  },
});
const vadOptions = {
  threshold: 0.5,
  minSpeechDuration: 0.25,
  minSilenceDuration: 0.3,
  maxSpeechDuration: 23,
  windowSize,
};
const vad = new sherpa.Vad(
  {
    sileroVad: { model: join(modelsDirectory, "silero-vad", "silero_vad.onnx"), ...vadOptions },
    sampleRate,
    numThreads: 1,
  },
  60,
);
const align = openAligner({ modelDirectory: defaultModelDirectory });
const result = z.object({ text: z.string() });

function findSpeech(samples: Float32Array): readonly (readonly [from: number, to: number])[] {
  const found: [number, number][] = [];
  const take = (): void => {
    for (; !vad.isEmpty(); vad.pop()) {
      const { start, samples: speech } = vad.front(false);
      const last = found.at(-1);
      const end = start + speech.length;
      if (last !== undefined && start - last[1] < mergedGap && end - last[0] <= maxSamples - 2 * padding) last[1] = end;
      else found.push([start, end]);
    }
  };
  vad.reset();
  for (let at = 0; at + windowSize <= samples.length; at += windowSize) {
    vad.acceptWaveform(samples.subarray(at, at + windowSize));
    take();
  }
  vad.flush();
  take();
  return found.map(([from, to]) => [Math.max(0, from - padding), Math.min(samples.length, to + padding)]);
}

async function readRecording(path: string): Promise<string> {
  const bytes = await readFile(path);
  const pcm = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  const samples = Float32Array.from(pcm, (value) => value / 32_768);
  const speech = findSpeech(samples);
  const texts: string[] = [];
  for (const [from, to] of speech.length === 0 ? [[0, samples.length] as const] : speech) {
    const stream = recognizer.createStream();
    stream.acceptWaveform({ sampleRate, samples: samples.slice(from, to) });
    recognizer.decode(stream);
    const text = result.parse(recognizer.getResult(stream)).text.trim();
    if (text === "") continue;
    const words = text.split(" ");
    await align({ samples: pcm.slice(from, to), words, directory, signal: AbortSignal.timeout(60_000) });
    texts.push(text);
  }
  return texts.join(" ");
}

process.on("message", (path) => {
  void readRecording(z.string().parse(path)).then((text) => process.send?.(text));
});
process.send?.("ready");
