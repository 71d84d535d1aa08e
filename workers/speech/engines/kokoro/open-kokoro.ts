import { DomainError } from "#src/errors.ts";
import type {
  EngineManifest,
  EngineVoice,
  SpokenPcm,
  StyleProfile,
  SynthesisEngine,
  SynthesizeOptions,
} from "#workers/speech/engine.ts";
import { espeakPronounces } from "#workers/speech/synthesis/phonemes/espeak-languages.ts";
import { packPhonemes } from "#workers/speech/synthesis/phonemes/pack-phonemes.ts";
import {
  openSynthesisHosts,
  type SynthesisHostOptions,
  type SynthesisHosts,
  speakRequests,
} from "#workers/speech/synthesis/synthesis-hosts.ts";
import type { HostModels, SpeakRequest } from "./host-requests.ts";
import { maxPhonemes } from "./kokoro-phonemes.ts";
import { phonemizeClauses, phonemizeWords } from "./phonemize.ts";
import { kokoroLanguages, kokoroVoices } from "./voices.ts";
import { wordsOfClauses } from "./phoneme-times.ts";

export interface KokoroOptions extends SynthesisHostOptions {
  /** The model, and the paths of its files by their names in the catalogue. */
  readonly model: Pick<HostModels, "name" | "files">;
}

const british = "en-gb";

/** Its name is the engine of its voices in the catalogue. */
export const kokoroManifest = (memoryMb: number): EngineManifest => ({
  ...{ name: "kokoro", kind: "synthesis", languages: [...kokoroLanguages.keys()], tier: "accurate" },
  ...{ detectsLanguage: false, memoryMb, requires: "The model kokoro-82m and the package espeak-ng." },
});

const program = new URL("./host-program.ts", import.meta.url);
const sampleRate = 24_000;
/** About five seconds of processor time on one core. */
const segmentLetters = 300;

/**
 * Kokoro-82M in hosts, with the pronunciation of espeak-ng: voices of its own, and custom ones that are near one of these. A text
 * that is too long for it is spoken in several parts.
 */
export function openKokoro({ model, ...options }: KokoroOptions): SynthesisEngine {
  const manifest = kokoroManifest(options.memoryMb);
  const models: HostModels = { ...model, threads: options.threads };
  const hosts = openSynthesisHosts({ ...options, engine: manifest.name, model: model.name, program, models });
  return {
    manifest,
    segmentLetters,
    canSpeak: (text, language) => kokoroLanguages.has(language) && espeakPronounces(text, language),
    hasFairQueue: true,
    synthesize: (synthesis) => synthesize(hosts, synthesis),
    status: () => hosts.status(),
    pids: () => hosts.pids(),
    close: () => hosts.close(),
  };
}

async function synthesize(hosts: SynthesisHosts, options: SynthesizeOptions): Promise<SpokenPcm> {
  const { text, language, directory, signal, speed, findSounds } = options;
  const settings = settingsOf(options.voice);
  const voice =
    language === "en" && settings.voice.startsWith("b") ? british : kokoroLanguages.get(language)?.espeakVoice;
  if (voice === undefined) throw new DomainError("language_unsupported");
  const reading = { text, voice, directory, signal, findSounds };
  const clauses = await phonemizeClauses(reading);
  const parts = packPhonemes(
    clauses.map((clause) => clause.phonemes),
    maxPhonemes,
  );
  const requests = parts.map((phonemes) => {
    const request: SpeakRequest = { ...settings, phonemes, speed };
    return { request, phonemes: phonemes.length };
  });
  const { sounds, ...pcm } = await speakRequests(hosts, { engine: "kokoro", sampleRate, requests }, options);
  if (options.wordTimestamps !== true) return pcm;
  const sounding = sounds.map((sound, at) => ({ ...sound, phonemes: parts[at] ?? "" }));
  const words = await wordsOfClauses(clauses, sounding, (all) => phonemizeWords(all, reading));
  return words === null ? pcm : { ...pcm, words };
}

function settingsOf({ name, profile }: EngineVoice): Omit<SpeakRequest, "phonemes" | "speed"> {
  const style: StyleProfile | null = profile?.kind === "style" ? profile : null;
  const voice = style?.baseVoice ?? name;
  if (!kokoroVoices.includes(voice)) throw new DomainError("engine_unavailable", `Kokoro has no voice ${voice}.`);
  const { styleOffset = null, resampling = 1, equalizer = null } = style ?? {};
  return { voice, styleOffset, resampling, equalizer };
}
