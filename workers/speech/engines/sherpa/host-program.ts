import { accessSync, readFileSync } from "node:fs";
import { type LoadedModels, serveHost } from "#workers/speech/process/serve-host.ts";
import { openVoiceActivityDetector, type VoiceActivityDetector } from "#workers/speech/recognition/voice-activity.ts";
import { type HostModels, hostModels, hostRequest } from "#workers/speech/recognition/host-requests.ts";
import { filesOf, loadModel, type Reader } from "./load-model.ts";
import { modelKind } from "./model-kinds.ts";
import { repairAdvice, vadName } from "#workers/speech/process/repair-advice.ts";

const sampleRate = 16_000;
const fullScale = 32_768;

/** "How old is the bridge?", spoken by flite's voice slt; test-clip.md says how it was made. */
const clip = new URL("../../recognition/test-clip.raw", import.meta.url);
const clipWords = ["how", "old", "is", "the", "bridge"];
const leastClipSpeechSeconds = 0.5;

serveHost(async (models) => {
  const parsed = hostModels.parse(models);
  requireFiles(parsed);
  const test = toFloats(samplesOf(readFileSync(clip)));
  const read = await loadModel(parsed).catch((error: unknown) => {
    throw new Error(`${parsed.name} cannot be loaded: ${String(error)}. ${repairAdvice(parsed.name)}`);
  });
  const detectSpeech = openVoiceActivityDetector(parsed.vad);
  return {
    selfTest: async () => (await testModel(parsed, test, read)) ?? testVad(test, detectSpeech),
    run: async (request) => {
      const asked = hostRequest.parse(request);
      const floats = toFloats(asked.samples);
      if (asked.kind === "find languages") throw new Error(`${parsed.name} finds no languages.`);
      return asked.kind === "read" ? read(floats, asked.language) : detectSpeech(floats);
    },
  } satisfies LoadedModels;
});

function requireFiles({ name, loader, files, vad }: HostModels): void {
  const kind = modelKind(loader);
  for (const file of kind === undefined ? [] : filesOf(kind)) {
    const path = files[file];
    if (path === undefined) throw new Error(`${name} has no file ${file}. ${repairAdvice(name)}`);
    requireFile(path, name);
  }
  requireFile(vad, vadName);
}

function requireFile(file: string, name: string): void {
  try {
    accessSync(file);
  } catch {
    throw new Error(`The file ${file} is missing. ${repairAdvice(name)}`);
  }
}

/** Swapped or damaged files may load and then return nothing, without an error. */
async function testModel({ name, test }: HostModels, sound: Float32Array, read: Reader): Promise<string | null> {
  const { text } = await read(sound, test.language);
  if (text.trim() === "") {
    return `${name} returned no words for the test clip: files of the model may be swapped or damaged. ${repairAdvice(name)}`;
  }
  const lower = text.toLowerCase();
  if (clipWords.filter((word) => lower.includes(word)).length >= test.words) return null;
  return `${name} returned other words for the test clip: files of the model may be damaged. ${repairAdvice(name)}`;
}

async function testVad(sound: Float32Array, detectSpeech: VoiceActivityDetector): Promise<string | null> {
  const { ranges } = await detectSpeech(sound);
  const seconds = ranges.reduce((sum, [from, to]) => sum + to - from, 0) / sampleRate;
  if (seconds >= leastClipSpeechSeconds) return null;
  return `${vadName} found no speech in the test clip: its file may be damaged. ${repairAdvice(vadName)}`;
}

/** Copied, since an Int16Array begins at an even address. */
const samplesOf = (bytes: Uint8Array): Int16Array => new Int16Array(Uint8Array.from(bytes).buffer);

const toFloats = (samples: Int16Array): Float32Array => Float32Array.from(samples, (sample) => sample / fullScale);
