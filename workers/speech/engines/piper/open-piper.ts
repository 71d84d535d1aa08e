import { DomainError } from "#src/errors.ts";
import type { EngineManifest, PcmFile, SynthesisEngine, SynthesizeOptions } from "#workers/speech/engine.ts";
import { espeakPronounces } from "#workers/speech/synthesis/phonemes/espeak-languages.ts";
import {
  openSynthesisHosts,
  type SynthesisHostOptions,
  type SynthesisHosts,
  speakRequests,
} from "#workers/speech/synthesis/synthesis-hosts.ts";
import type { PiperConfiguration } from "./configuration.ts";
import type { HostModels, SpeakRequest } from "./host-requests.ts";
import { idsOf, lettersOf, readSentences } from "./sentences.ts";

export interface PiperModel {
  readonly name: string;
  /** The path of `model.onnx`. */
  readonly path: string;
  readonly configuration: PiperConfiguration;
  /** The primary tag of its language. */
  readonly language: string;
}

export interface PiperOptions extends SynthesisHostOptions {
  /** One at least; the first one is loaded when a host starts. */
  readonly models: readonly PiperModel[];
  /** The best voice of each language, by primary tag. */
  readonly preferredVoices: Readonly<Record<string, string>>;
}

/** Its name is the engine of its voices in the catalogue. */
export const piperManifest = ({
  models,
  memoryMb,
  preferredVoices,
}: Pick<PiperOptions, "memoryMb" | "models" | "preferredVoices">): EngineManifest => ({
  ...{ name: "piper", kind: "synthesis", tier: "fast", detectsLanguage: false, memoryMb, preferredVoices },
  languages: [...new Set(models.map(({ language }) => language))],
  requires: "A model of Piper, such as piper-en-us-joe, and the package espeak-ng.",
});

const program = new URL("./host-program.ts", import.meta.url);
/** A third of a second to two seconds of processor time. */
const segmentLetters = 300;
/** Models leave little silence behind a sentence. */
const pauseSeconds = 0.25;

/** Its name is that of the model, with the number of the speaker behind a slash where it has several. */
export const voiceName = (model: string, speaker: number | null): string =>
  speaker === null ? model : `${model}/${speaker}`;

/**
 * Voices of Piper in hosts that have all models at hand and those loaded that are used. Each speaks one language; espeak-ng
 * pronounces it, unless the model was trained on letters.
 */
export function openPiper({ models, preferredVoices, ...options }: PiperOptions): SynthesisEngine {
  const manifest = piperManifest({ ...options, models, preferredVoices });
  const hosted: HostModels = { threads: options.threads, models: Object.fromEntries(models.map(hostedModel)) };
  const model = models[0]?.name ?? manifest.name;
  const hosts = openSynthesisHosts({ ...options, engine: manifest.name, model, program, models: hosted });
  return {
    manifest,
    segmentLetters,
    canSpeak: (text, language, { name }) => pronounces(findVoice(models, name)?.model, text, language),
    hasFairQueue: true,
    synthesize: (synthesis) => synthesize(hosts, models, synthesis),
    status: () => hosts.status(),
    pids: () => hosts.pids(),
    close: () => hosts.close(),
  };
}

/** Every language has some of these. */
const testSymbols = "anˈamanˈa";

function hostedModel({ name, path, configuration }: PiperModel): [string, HostModels["models"][string]] {
  const { sampleRate, symbols } = configuration;
  const letters = [...symbols.keys()].filter((symbol) => /\p{L}/u.test(symbol)).slice(0, 6);
  const test = idsOf(testSymbols, configuration) ?? idsOf(letters.join(""), configuration) ?? [0];
  return [name, { path, sampleRate, test }];
}

interface PiperVoice {
  readonly model: PiperModel;
  readonly speaker: number;
}

function findVoice(models: readonly PiperModel[], voice: string): PiperVoice | null {
  const [name, speaker = "0"] = voice.split("/");
  const model = models.find((one) => one.name === name);
  const count = model?.configuration.speakers.length ?? 0;
  return model === undefined || Number(speaker) >= Math.max(1, count) ? null : { model, speaker: Number(speaker) };
}

/** True when the voice says every letter, in its own language. */
function pronounces(model: PiperModel | undefined, text: string, language: string): boolean {
  if (model === undefined || model.language !== language) return false;
  const { espeakVoice, symbols, replacements } = model.configuration;
  if (espeakVoice !== null) return espeakPronounces(text, language);
  const letters = lettersOf(text).match(/[\p{L}\p{N}]/gu) ?? [];
  return letters.every((letter) => symbols.has(letter) || replacements.has(letter));
}

async function synthesize(
  hosts: SynthesisHosts,
  models: readonly PiperModel[],
  options: SynthesizeOptions,
): Promise<PcmFile> {
  const { text, language, voice, speed } = options;
  const found = findVoice(models, voice.name);
  if (found === null)
    throw new DomainError("engine_unavailable", `Piper has no voice ${voice.name}. Its model is not installed here.`);
  const { model, speaker } = found;
  if (model.language !== language) throw new DomainError("language_unsupported");
  const { sampleRate, noise, length, lengthNoise } = model.configuration;
  const sentences = await readSentences(text, model.configuration, options);
  const requests = sentences.flatMap(({ symbols, isEnd }, at) => {
    const ids = idsOf(symbols, model.configuration);
    if (ids === null) return [];
    const request: SpeakRequest = { model: model.name, ids, noise, length: length / speed, lengthNoise, speaker };
    const isLast = at === sentences.length - 1;
    return [{ request, phonemes: symbols.length, pauseSeconds: isEnd && !isLast ? pauseSeconds / speed : 0 }];
  });
  return speakRequests(hosts, { engine: "piper", sampleRate, requests }, options);
}
