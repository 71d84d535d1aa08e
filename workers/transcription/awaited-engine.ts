import { DomainError } from "#src/errors.ts";
import type {
  EngineManifest,
  EngineStatus,
  Recognition,
  RecognitionEngine,
  UtteranceOptions,
} from "#workers/speech/engine.ts";
import type { EngineChoice } from "#workers/speech/recognizer.ts";

/**
 * A model as it is on this machine: one that can be opened, or why it cannot be used and what to do. One that is not
 * installed and need not be (`isOptional`) is not offered.
 */
export type FoundModel =
  | { readonly open: () => RecognitionEngine }
  | { readonly reason: string; readonly isOptional?: boolean };

const usualLookMs = 5_000;

/**
 * An engine whose model may be installed, or repaired, while the worker runs: it is unavailable until then, and used from then on.
 *
 * @param look looks for the model; called every few seconds until it is there
 */
export async function awaitedEngine(
  manifest: EngineManifest,
  look: () => Promise<FoundModel>,
  lookMs = usualLookMs,
): Promise<EngineChoice> {
  let found = await look();
  if ("open" in found) return { manifest, open: found.open };
  let engine: RecognitionEngine | null = null;
  const timer = setInterval(() => {
    const looked = look().then((now) => {
      found = now;
      if ("open" in found) clearInterval(timer);
    });
    // It is looked for again.
    looked.catch(() => undefined);
  }, lookMs).unref();
  const status = (): EngineStatus =>
    "reason" in found ? { state: "unavailable", reason: found.reason } : (engine?.status() ?? { state: "idle" });
  const use = async <Result>(work: (opened: RecognitionEngine) => Promise<Result>): Promise<Result> => {
    if ("reason" in found) throw new DomainError("engine_unavailable", found.reason);
    engine ??= found.open();
    return work(engine);
  };
  const open = (): RecognitionEngine => ({
    ...forwarding(manifest, use),
    status,
    pids: () => engine?.pids?.() ?? [],
    close: async () => {
      clearInterval(timer);
      await engine?.close();
    },
  });
  const isOffered = (): boolean => "open" in found || found.isOptional !== true;
  return { manifest, status, isOffered, open };
}

/** @throws DomainError `engine_unavailable` where the engine reads recordings alone */
export function readUtteranceBy(
  engine: RecognitionEngine,
  samples: Int16Array,
  options: UtteranceOptions,
): Promise<Recognition> {
  if (engine.readUtterance === undefined) throw new DomainError("engine_unavailable");
  return engine.readUtterance(samples, options);
}

/** The work of an engine, done by the one that is there by then. */
const forwarding = (
  manifest: EngineManifest,
  use: <Result>(work: (opened: RecognitionEngine) => Promise<Result>) => Promise<Result>,
): Omit<RecognitionEngine, "status" | "pids" | "close"> => ({
  manifest,
  transcribe: (audio, options) => use((opened) => opened.transcribe(audio, options)),
  readUtterance: (samples, options) => use((opened) => readUtteranceBy(opened, samples, options)),
  ...(manifest.detectsLanguage && {
    findLanguage: (audio, options) => use(async (opened) => (await opened.findLanguage?.(audio, options)) ?? null),
    findSpokenLanguages: (samples, options) =>
      use(async (opened) => (await opened.findSpokenLanguages?.(samples, options)) ?? []),
  }),
});
