import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "#src/errors.ts";
import { pcmSeconds } from "#workers/speech/encode/wav.ts";
import type {
  EngineManifest,
  EngineVoice,
  SpokenPcm,
  StyleProfile,
  SynthesisEngine,
  SynthesisOptions,
} from "#workers/speech/engine.ts";
import { espeakPronounces } from "#workers/speech/engines/espeak-ng/espeak-languages.ts";
import { withRemedy } from "#workers/speech/engines/sherpa/remedy.ts";
import { startHost } from "#workers/speech/host/start-host.ts";
import type { EngineProcess, ObserveProcesses } from "#workers/speech/process/engine-process.ts";
import { openProcessPool, type ProcessPool } from "#workers/speech/process/process-pool.ts";
import { type HostModels, type SpeakRequest, spokenSound } from "./host-requests.ts";
import { packPhonemes } from "./kokoro-phonemes.ts";
import { readClauses, readSeparately } from "./read-phonemes.ts";
import { kokoroVoices } from "./voices.ts";
import { type Sounding, wordsOfClauses } from "./word-times.ts";

export interface KokoroOptions {
  /** The model, and the paths of its files by their names in the catalogue. */
  readonly model: Pick<HostModels, "name" | "files">;
  /** What one host in use holds. One that holds half as much again is replaced between two texts. */
  readonly memoryMb: number;
  /** Hosts that run side by side. */
  readonly processes: number;
  /** Cores that each of them uses. */
  readonly threads: number;
  /** A host without work for so long is ended until there is some. Default: it stays. */
  readonly idleMs?: number | null;
  readonly log?: (message: string) => void;
  readonly observe?: ObserveProcesses;
  /** In place of a host. */
  readonly start?: () => EngineProcess<unknown, unknown>;
}

/** What espeak-ng calls the languages that Kokoro was trained on. */
const espeakVoices: ReadonlyMap<string, string> = new Map([
  ["en", "en-us"],
  ["es", "es"],
  ["fr", "fr-fr"],
  ["hi", "hi"],
  ["it", "it"],
  ["ja", "ja"],
  ["pt", "pt-br"],
]);
const british = "en-gb";

/** Its name is the engine of its voices in the catalogue. */
export const kokoroManifest = (memoryMb: number): EngineManifest => ({
  ...{ name: "kokoro", kind: "synthesis", languages: [...espeakVoices.keys()], tier: "accurate" },
  ...{ detectsLanguage: false, memoryMb, requires: "The model kokoro-82m and the package espeak-ng." },
});

const program = new URL("./host-program.ts", import.meta.url);
const sampleRate = 24_000;
const silentSeconds = 0.25;
/** About five seconds of processor time on one core. */
const segmentLetters = 300;
const memoryFactor = 1.5;
/** A slow disk reads 20 MB in a second, and the self-test takes some seconds of a busy core. */
const loadTimeoutMs = 120_000;
/** One phoneme is about 0.07 s of speech, and that about as much of one idle core. */
const baseTimeoutMs = 30_000;
const perPhonemeMs = 600;
const longestWaitMs = 300_000;
/** Recognition has 10: of a processor that is short, it gets three times as much. */
const niceness = 15;

/**
 * Kokoro-82M in hosts, with the pronunciation of espeak-ng: voices of its own, and custom ones that are near one of these. A text
 * that is too long for it is spoken in several parts.
 */
export function openKokoro(options: KokoroOptions): SynthesisEngine {
  const { model, memoryMb, processes, threads, log = () => undefined } = options;
  const { name } = model;
  const manifest = kokoroManifest(memoryMb);
  const command = { name, program, models: { ...model, threads }, loadTimeoutMs, log, niceness };
  const start = () => withRemedy(startHost({ ...command, memoryMb: Math.round(memoryFactor * memoryMb) }), name);
  const pool: ProcessPool<unknown, unknown> = openProcessPool({
    ...{ name: `host of ${name}`, processes, longestWaitMs, log, onAbort: "finish", idleMs: options.idleMs ?? null },
    start: options.start ?? start,
    observe: (event) => options.observe?.(manifest.name, event),
  });
  return {
    manifest,
    segmentLetters,
    canSpeak: (text, language) => espeakVoices.has(language) && espeakPronounces(text, language),
    hasFairQueue: true,
    synthesize: (synthesis) => synthesize(pool, synthesis),
    status: () => pool.status(),
    pids: () => pool.pids(),
    close: () => pool.close(),
  };
}

async function synthesize(pool: ProcessPool<unknown, unknown>, options: SynthesisOptions): Promise<SpokenPcm> {
  const { text, language, directory, signal, speed } = options;
  const { account, file } = options.owner ?? { account: randomUUID(), file: options };
  const settings = settingsOf(options.voice);
  const voice = language === "en" && settings.voice.startsWith("b") ? british : espeakVoices.get(language);
  if (voice === undefined) throw new DomainError("language_unsupported");
  const reading = { text, voice, directory, signal };
  const clauses = await readClauses(reading);
  const parts: Int16Array[] = clauses.length > 0 ? [] : [new Int16Array(silentSeconds * sampleRate)];
  const sounding: Sounding[] = [];
  let samplesBefore = 0;
  for (const phonemes of packPhonemes(clauses.map((clause) => clause.phonemes))) {
    const request: SpeakRequest = { ...settings, phonemes, speed };
    const timeoutMs = baseTimeoutMs + perPhonemeMs * phonemes.length;
    const reply = await pool.of(account).run(file, { request, timeoutMs, signal }).catch(anotherMayDoBetter);
    const { samples, symbolTimes } = spokenSound.parse(reply);
    parts.push(samples);
    sounding.push({ phonemes, symbolTimes, offset: samplesBefore / sampleRate });
    samplesBefore += samples.length;
  }
  const words =
    options.wordTimes === true ? await wordsOfClauses(clauses, sounding, (all) => readSeparately(all, reading)) : null;
  const path = join(directory, `kokoro-${randomUUID()}.pcm`);
  const bytes = Buffer.concat(
    parts.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
  await writeFile(path, bytes, { flag: "wx", mode: 0o600 });
  const pcm = { path, sampleRate, durationSeconds: pcmSeconds(bytes.length, sampleRate) };
  return words === null ? pcm : { ...pcm, words };
}

function settingsOf({ name, profile }: EngineVoice): Omit<SpeakRequest, "phonemes" | "speed"> {
  const style: StyleProfile | null = profile?.kind === "style" ? profile : null;
  const voice = style?.baseVoice ?? name;
  if (!kokoroVoices.includes(voice)) throw new DomainError("engine_unavailable", `Kokoro has no voice ${voice}.`);
  const { styleOffset = null, resampling = 1, equalizer = null } = style ?? {};
  return { voice, styleOffset, resampling, equalizer };
}

/** A host that takes too long says more about the machine than about the text: another engine may do better. */
function anotherMayDoBetter(error: unknown): never {
  throw error instanceof DomainError && error.code === "engine_timeout" ? new DomainError("engine_unavailable") : error;
}
