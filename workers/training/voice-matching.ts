import { createHash } from "node:crypto";
import { access, constants, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#src/config.ts";
import { matchingModels, matchingNotInstalled } from "#src/domain/voices/voice-matching-models.ts";
import { configuredNames, readCatalogue } from "#src/models/catalogue.ts";
import { checkInstalledModel, findInstalledModel } from "#src/models/installed.ts";
import { kokoroEngine } from "#workers/synthesis/kokoro-engine.ts";
import { sherpaEngines } from "#workers/transcription/sherpa-engines.ts";
import { convertPcm } from "#workers/speech/audio/convert-pcm.ts";
import type { RecognitionEngine } from "#workers/speech/engine.ts";
import { kokoroVoices } from "#workers/speech/engines/kokoro/voices.ts";
import type { ObserveProcesses } from "#workers/speech/process/engine-process.ts";
import { openVoiceAnalyzer } from "#workers/speech/voices/matching/voice-analyzer.ts";
import type { VoiceMatching } from "#workers/speech/voices/matching/train-style-voice.ts";
import { openSynthesizer } from "#workers/speech/synthesizer.ts";
import type { VoiceComparing } from "./compare-voice.ts";
import type { TrialTools } from "#workers/speech/voices/matching/trial-speech.ts";

export interface MatchingOptions {
  /** A private folder that goes with the worker. */
  readonly directory: string;
  readonly log: (message: string) => void;
  readonly observe: ObserveProcesses;
}

/** The engines that match voices, with their end. */
export interface OpenMatching {
  readonly matching: VoiceMatching & VoiceComparing;
  close(): Promise<void>;
}

/** Trainings are rare, and the models need 2 GB together. */
const idleMs = 120_000;
const english = "en";
const notInstalled =
  "It needs kokoro-82m, ge2e-speaker-encoder, dnsmos and silero-vad, installed and named by SPEECH_MODELS. " +
  "The operator installs them with: npm run models -- pull";
/** A digest of the sentences and styles of the reference voices, and of how they are heard. */
const recipeVersion = 1;

/**
 * Opens what matches voices; its models are loaded when they are needed.
 * @throws DomainError `voice_matching_not_installed` where Kokoro, the speaker encoder, DNSMOS or Silero VAD is not installed or
 * not named by SPEECH_MODELS
 */
export async function openVoiceMatching(config: Config, options: MatchingOptions): Promise<OpenMatching> {
  const files = await findFiles(config, options.log);
  const workers = { ...config.workers, synthesisEngines: 1, engineIdleMs: idleMs };
  const kokoro = await kokoroEngine({ ...config, workers }, options);
  if (kokoro === null) throw matchingNotInstalled(notInstalled);
  const { encoder, dnsmos, vad, styles } = files;
  const models = { encoder: encoder.path, dnsmos: dnsmos.path, vad: vad.path, styles: styles.path };
  const analyzer = openVoiceAnalyzer({ models, log: options.log, idleMs });
  const recognizer = await openRecognizer(config, options);
  const synthesizer = openSynthesizer({ engines: [kokoro] });
  const engine = kokoro.manifest.name;
  return {
    matching: {
      ...{ analyzer, engine, voiceNames: kokoroVoices, hear: recognizer.hear },
      speak: ({ profile, ...spoken }) =>
        kokoro.synthesize({ ...spoken, language: english, voice: { engine, name: profile.baseVoice, profile } }),
      readSample: recognizer.read,
      speakText: (spoken) => synthesizer.synthesize({ ...spoken, speed: 1 }),
      referenceFolder: await referenceFolder(config, files),
    },
    close: async () => {
      await Promise.all([synthesizer.close(), analyzer.close(), recognizer.close()]);
    },
  };
}

interface ModelFile {
  readonly path: string;
  readonly sha256: string;
}

type Files = Readonly<Record<"encoder" | "dnsmos" | "vad" | "styles", ModelFile>>;

async function findFiles({ models }: Pick<Config, "models">, log: (message: string) => void): Promise<Files> {
  const catalogue = await readCatalogue();
  const { defaults, others } = configuredNames(catalogue, models.names);
  const configured = [...defaults, ...others];
  const find = async (wanted: readonly string[], file: string): Promise<ModelFile> => {
    for (const name of wanted.filter((one) => configured.includes(one))) {
      const path = (await findInstalledModel(models.directory, name, log))?.files[file];
      const facts = path === undefined ? null : await checkInstalledModel(models.directory, name);
      const sha256 = facts?.files.find((one) => one.path === file)?.sha256;
      if (path !== undefined && sha256 !== undefined) return { path, sha256 };
    }
    throw matchingNotInstalled(notInstalled);
  };
  return {
    encoder: await find(matchingModels.encoder, "encoder.onnx"),
    dnsmos: await find(matchingModels.dnsmos, "sig_bak_ovr.onnx"),
    vad: await find(matchingModels.vad, "silero_vad.onnx"),
    styles: await find(matchingModels.kokoro, "voices.bin"),
  };
}

/** Reads with the first model for English, which is opened when it is needed; null where there is none. */
async function openRecognizer(config: Config, options: MatchingOptions) {
  const choices = await sherpaEngines(config, { ...options, processes: 1, idleMs });
  const choice = choices.find(({ manifest }) => manifest.languages.includes(english));
  let engine: RecognitionEngine | undefined;
  const read: VoiceComparing["readSample"] = async (sample, signal) => {
    if (choice === undefined) return null;
    engine ??= choice.open();
    return engine.transcribe(sample, { language: english, signal });
  };
  const hear: TrialTools["hear"] = async (speech, signal) => {
    if (choice === undefined) return null;
    const sound = await convertPcm(speech, { path: `${speech.path}.16k`, sampleRate: 16_000, signal });
    const heard = await read(sound, signal);
    await rm(sound.path, { force: true });
    return heard?.text ?? null;
  };
  return { read, hear, close: async () => engine?.close() };
}

/**
 * Where the reference voices of these models lie: beside the models, or, where that cannot be written to, as in a container, in
 * DATA_DIR. Both of Kokoro's models have the same styles, and their speech is the same to the speaker encoder.
 */
async function referenceFolder({ models, dataDir }: Config, { styles, encoder }: Files): Promise<string> {
  const hash = createHash("sha256").update([recipeVersion, styles.sha256, encoder.sha256].join(" "));
  const name = `voice-matching-${hash.digest("hex").slice(0, 16)}`;
  const beside = join(models.directory, name);
  try {
    await mkdir(beside, { recursive: true });
    await access(beside, constants.W_OK);
    return beside;
  } catch {
    return join(dataDir, name);
  }
}
