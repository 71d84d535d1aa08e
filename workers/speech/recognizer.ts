import { DomainError } from "#src/errors.ts";
import type {
  EngineManifest,
  EngineStatus,
  PcmFile,
  Recognition,
  RecognitionEngine,
  RecognizeOptions,
} from "./engine.ts";
import { languageNames, nothingFound, readLanguages } from "./recognition/read-languages.ts";
import { supportsLanguage } from "./recognition/supports-language.ts";

/** An engine that may be opened. */
export interface EngineChoice {
  readonly manifest: EngineManifest;
  readonly open: () => RecognitionEngine;
  /** Opened with the recognizer, as the preferred engine is, and not on first use. */
  readonly opensAtOnce?: boolean;
  /** While it is not open. Default: idle. */
  readonly status?: () => EngineStatus;
  /** False while it is not to be known of, as where its model is not installed and need not be. Default: true. */
  readonly isOffered?: () => boolean;
}

/** An engine as it is now. */
export interface EngineSnapshot extends EngineStatus {
  readonly manifest: EngineManifest;
  /** The process ids of its running children, each a process group leader. */
  readonly pids: readonly number[];
}

/** The language, or `auto`, and the model of what is to be read. */
type Wanted = Pick<RecognizeOptions, "language" | "model">;

export interface Recognizer {
  /** The manifests of all engines that are not unavailable, in the order of preference. */
  readonly manifests: readonly EngineManifest[];
  /** All engines as they are now. */
  snapshots(): readonly EngineSnapshot[];
  /**
   * As an engine does, by the first one that fits the language and `model` and is available. With `auto` the language is found first,
   * where an engine can do so, and the engine chosen by it.
   * @throws DomainError as the engines do; `language_unsupported` for a language of none
   */
  transcribe(audio: PcmFile, options: RecognizeOptions): Promise<Recognition>;
  /** Whether there is an engine that reads the language and that the model allows. */
  reads(options: Wanted): boolean;
  /** The name of the engine that is asked first. @throws DomainError as `ask` */
  chosen(options: Wanted): string;
  /** The answer of the first engine that fits the language and `model` and is available. Errors as `transcribe`. */
  ask<Answer>(options: Wanted, question: (engine: RecognitionEngine) => Promise<Answer>): Promise<Answer>;
  close(): Promise<void>;
}

interface Candidate {
  readonly manifest: EngineManifest;
  /** Returns the same engine every time. */
  readonly engine: () => RecognitionEngine;
}

export interface RecognizerOptions {
  /** Called when an engine replaces one that is unavailable, once until the message changes. */
  readonly log: (message: string) => void;
  /** Says of a language, a primary tag, that no engine reads it, and what to do. */
  readonly unsupported: (language: string) => string;
}

/** Recognition by several engines, the preferred one first. That one is opened at once, others on first use or as they say. */
export function openRecognizer(choices: readonly EngineChoice[], { log, unsupported }: RecognizerOptions): Recognizer {
  const opened = new Map<EngineChoice, RecognitionEngine>();
  const engineOf = (choice: EngineChoice): RecognitionEngine => {
    const engine = opened.get(choice) ?? choice.open();
    opened.set(choice, engine);
    return engine;
  };
  const offered = () => choices.filter(({ isOffered }) => isOffered?.() ?? true);
  const candidates = () =>
    offered().map((choice): Candidate => ({ manifest: choice.manifest, engine: () => engineOf(choice) }));
  for (const [index, choice] of choices.entries()) if (index === 0 || choice.opensAtOnce === true) engineOf(choice);
  const logOnce = withoutRepeats(log);
  const snapshots = (): readonly EngineSnapshot[] => offered().map((choice) => snapshotOf(choice, opened.get(choice)));
  return {
    get manifests() {
      return snapshots().flatMap(({ manifest, state }) => (state === "unavailable" ? [] : [manifest]));
    },
    snapshots,
    transcribe: async (audio, options) => {
      const own = { ...options, onProgress: neverFalling(options.onProgress) };
      return recognise(candidates(), { audio, options: own, log: logOnce, unsupported });
    },
    reads: (options) => mayRead(candidates(), options),
    chosen: (options) => candidatesFor(candidates(), { options, unsupported })[0]?.manifest.name ?? "",
    ask: async (options, question) =>
      firstOf(candidatesFor(candidates(), { options, unsupported }), { log: logOnce }, question),
    close: async () => {
      await Promise.all([...opened.values()].map((engine) => engine.close()));
    },
  };
}

const notOpen = (): EngineStatus => ({ state: "idle" });

function snapshotOf({ manifest, status = notOpen }: EngineChoice, engine?: RecognitionEngine): EngineSnapshot {
  return { manifest, ...(engine?.status() ?? status()), pids: engine?.pids?.() ?? [] };
}

/** The values of `model` that are no name of one. */
const preferences: readonly string[] = ["auto", "fast", "accurate"];

interface Search extends Pick<RecognizerOptions, "unsupported"> {
  readonly options: Wanted & Pick<RecognizeOptions, "task">;
}

/** The engines that may read this, the preferred one first. A tier is a preference; a name is not. */
function candidatesFor(candidates: readonly Candidate[], { options, unsupported }: Search): readonly Candidate[] {
  const { language, model = "auto", task } = options;
  const fitting = candidates.filter(
    ({ manifest }) => supportsLanguage(manifest, language) && (task !== "translate" || manifest.translates === true),
  );
  if (fitting.length === 0) throw new DomainError("language_unsupported", unsupported(language));
  if (model === "auto") return fitting;
  if (!preferences.includes(model)) {
    const named = fitting.filter(({ manifest }) => manifest.name === model);
    if (named.length > 0) return named;
    throw new DomainError(
      "engine_unavailable",
      `The model ${model} is not installed, or does not support the language.`,
    );
  }
  return fitting.toSorted((a, b) => Number(b.manifest.tier === model) - Number(a.manifest.tier === model));
}

interface Work extends RecognizerOptions {
  readonly audio: PcmFile;
  readonly options: RecognizeOptions;
}

/** Reads a recording; one of an unknown language by the engines of the language that the first of the others finds. */
async function recognise(candidates: readonly Candidate[], work: Work): Promise<Recognition> {
  const fitting = candidatesFor(candidates, work);
  if (work.options.language !== "auto") {
    const read = await readBy(fitting, work);
    return (await isOfOtherLanguage(candidates, work, read)) ? { ...read, isOtherLanguage: true } : read;
  }
  return firstOf(fitting, work, async (engine) => {
    if (engine.findLanguage === undefined) return readBy(fitting, work);
    return readLanguages(work.audio, {
      find: (audio) => engine.findLanguage?.(audio, work.options) ?? Promise.resolve(null),
      canRead: (language) => mayRead(candidates, { ...work.options, language }),
      read: (audio, language, onProgress) => {
        const options = { ...work.options, language, onProgress };
        return readBy(candidatesFor(candidates, { ...work, options }), { ...work, audio, options });
      },
      isWhole: work.options.task === "translate",
      mayLeaveOut: work.options.mayLeaveOut ?? false,
      unsupported: work.unsupported,
      signal: work.options.signal,
      onProgress: (percent) => work.options.onProgress?.(percent),
    });
  });
}

/** Whether one of the engines that the model leaves reads the language. */
const mayRead = (candidates: readonly Candidate[], { language, model = "auto" }: Wanted): boolean =>
  candidates.some(
    ({ manifest }) => (preferences.includes(model) || manifest.name === model) && supportsLanguage(manifest, language),
  );

/** The mean confidence of the words of clear speech in a language that the model knows is seldom below this. */
const doubtfulConfidence = 0.7;
/** Speech of one sentence in English is found to be English with more than this. */
const leastProbability = 0.6;

/** Whether speech without words, or whose words fit the sound badly, is found to be of another language by an engine that finds languages. */
async function isOfOtherLanguage(
  candidates: readonly Candidate[],
  { audio, options }: Work,
  { words, confidenceSource, unintelligible = [], isOtherLanguage = false }: Recognition,
): Promise<boolean> {
  if (isOtherLanguage) return true;
  const sum = words.reduce((total, { confidence }) => total + confidence, 0);
  const fitsBadly = confidenceSource === "alignment" && sum / words.length < doubtfulConfidence;
  if (!(words.length === 0 ? unintelligible.length > 0 : fitsBadly)) return false;
  const detecting = candidates.filter(({ manifest }) => manifest.detectsLanguage).map(({ engine }) => engine());
  const finder = detecting.find((engine) => engine.findLanguage !== undefined);
  const found = (await finder?.findLanguage?.(audio, options).catch(nothingFound)) ?? null;
  return found !== null && found.language !== options.language && found.probability >= leastProbability;
}

/** Why an engine was taken of those that may read a recording, the preferred one first. */
function reasonFor(
  { name, tier }: EngineManifest,
  fitting: readonly Candidate[],
  { language, model = "auto" }: RecognizeOptions,
): string {
  const [first] = fitting;
  if (first !== undefined && first.manifest.name !== name) return `${first.manifest.name} was not available`;
  if (!preferences.includes(model)) return "the model that was asked for";
  const spoken = language === "auto" ? "any language" : (languageNames.of(language) ?? language);
  if (fitting.length === 1) return `the only model that reads ${spoken}`;
  if (model !== "auto" && tier !== model) return `no model for ${spoken} is ${model}`;
  return `the ${tier} model for ${spoken}`;
}

/** Read by the first of these engines that is available, with the reason for it. */
const readBy = (candidates: readonly Candidate[], { audio, options, log }: Work): Promise<Recognition> =>
  firstOf(candidates, { log }, async (engine) => {
    const read = await engine.transcribe(audio, options);
    return { ...read, modelReason: reasonFor(engine.manifest, candidates, options) };
  });

/** The result of the first candidate that is available. */
async function firstOf<Answer>(
  candidates: readonly Candidate[],
  { log }: Pick<Work, "log">,
  ask: (engine: RecognitionEngine) => Promise<Answer>,
): Promise<Answer> {
  let failure: unknown;
  for (const [index, { manifest, engine }] of candidates.entries()) {
    try {
      return await ask(engine());
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== "engine_unavailable") throw error;
      // The preferred engine's reason says more than that of a substitute.
      failure ??= error;
      const next = candidates[index + 1]?.manifest.name;
      if (next !== undefined) log(`${manifest.name} is not available, so ${next} is used. ${error.message}`);
    }
  }
  throw failure;
}

/** Drops a message that equals the previous one. */
export function withoutRepeats(log: (message: string) => void): (message: string) => void {
  let last = "";
  return (message) => {
    if (message !== last) log(message);
    last = message;
  };
}

/** A fallback engine starts at 0 again. */
function neverFalling(onProgress: ((percent: number) => void) | undefined): (percent: number) => void {
  let highest = -1;
  return (percent) => {
    if (percent <= highest) return;
    highest = percent;
    onProgress?.(percent);
  };
}
