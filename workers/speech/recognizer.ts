import { DomainError } from "#src/errors.ts";
import type {
  EngineManifest,
  EngineStatus,
  PcmFile,
  Recognition,
  RecognitionEngine,
  RecognizeOptions,
} from "./engine.ts";
import { supportsLanguage } from "./recognition/supports-language.ts";

/** An engine that may be opened. */
export interface EngineChoice {
  readonly manifest: EngineManifest;
  readonly open: () => RecognitionEngine;
  /** Opened with the recognizer, as the preferred engine is, and not on first use. */
  readonly opensAtOnce?: boolean;
  /** While it is not open. Default: idle. */
  readonly status?: () => EngineStatus;
}

/** An engine as it is now. */
export interface EngineSnapshot extends EngineStatus {
  readonly manifest: EngineManifest;
  /** The process ids of its running children, each a process group leader. */
  readonly pids: readonly number[];
}

export interface Recognizer {
  /** The manifests of all engines that are not unavailable, in the order of preference. */
  readonly manifests: readonly EngineManifest[];
  /** All engines as they are now. */
  snapshots(): readonly EngineSnapshot[];
  /**
   * As an engine does, by the first one that fits the language and `model` and is available.
   * @throws DomainError as the engines do; `language_unsupported` for a language of none
   */
  transcribe(audio: PcmFile, options: RecognizeOptions): Promise<Recognition>;
  close(): Promise<void>;
}

interface Candidate {
  readonly manifest: EngineManifest;
  /** Returns the same engine every time. */
  readonly engine: () => RecognitionEngine;
}

/**
 * Recognition by several engines, the preferred one first. That one is opened at once, others on first use or as they say.
 *
 * @param log called when an engine replaces one that is unavailable, once until the message changes
 */
export function openRecognizer(choices: readonly EngineChoice[], log: (message: string) => void): Recognizer {
  const opened = new Map<EngineChoice, RecognitionEngine>();
  const engineOf = (choice: EngineChoice): RecognitionEngine => {
    const engine = opened.get(choice) ?? choice.open();
    opened.set(choice, engine);
    return engine;
  };
  const candidates = choices.map((choice): Candidate => {
    return { manifest: choice.manifest, engine: () => engineOf(choice) };
  });
  for (const [index, choice] of choices.entries()) if (index === 0 || choice.opensAtOnce === true) engineOf(choice);
  const logOnce = withoutRepeats(log);
  const snapshots = (): readonly EngineSnapshot[] => choices.map((choice) => snapshotOf(choice, opened.get(choice)));
  return {
    get manifests() {
      return snapshots().flatMap(({ manifest, state }) => (state === "unavailable" ? [] : [manifest]));
    },
    snapshots,
    transcribe: (audio, options) => transcribe(candidatesFor(candidates, options), { audio, options, log: logOnce }),
    close: async () => {
      await Promise.all([...opened.values()].map((engine) => engine.close()));
    },
  };
}

const notOpen = (): EngineStatus => ({ state: "idle" });

function snapshotOf({ manifest, status = notOpen }: EngineChoice, engine?: RecognitionEngine): EngineSnapshot {
  return { manifest, ...(engine?.status() ?? status()), pids: engine?.pids?.() ?? [] };
}

/** The engines that may read this, the preferred one first. A tier is a preference; a name is not. */
function candidatesFor(
  candidates: readonly Candidate[],
  { language, model = "auto" }: RecognizeOptions,
): readonly Candidate[] {
  const fitting = candidates.filter(({ manifest }) => supportsLanguage(manifest, language));
  if (fitting.length === 0) throw new DomainError("language_unsupported");
  if (model === "auto") return fitting;
  if (model !== "fast" && model !== "accurate") {
    const named = fitting.filter(({ manifest }) => manifest.name === model);
    if (named.length > 0) return named;
    throw new DomainError(
      "engine_unavailable",
      `The model ${model} is not installed, or does not support the language.`,
    );
  }
  return fitting.toSorted((a, b) => Number(b.manifest.tier === model) - Number(a.manifest.tier === model));
}

interface Work {
  readonly audio: PcmFile;
  readonly options: RecognizeOptions;
  readonly log: (message: string) => void;
}

async function transcribe(candidates: readonly Candidate[], { audio, options, log }: Work): Promise<Recognition> {
  const own = { ...options, onProgress: neverFalling(options.onProgress) };
  let failure: unknown;
  for (const [index, { manifest, engine }] of candidates.entries()) {
    try {
      return await engine().transcribe(audio, own);
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
