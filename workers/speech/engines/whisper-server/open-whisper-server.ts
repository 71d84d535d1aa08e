import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EngineManifest, RecognitionEngine } from "#workers/speech/engine.ts";
import { type HostOptions, openHostEngine } from "#workers/speech/recognition/host-engine.ts";
import { startHost } from "#workers/speech/process/start-host.ts";
import type { WhisperModels } from "./host-models.ts";

export interface WhisperServerOptions extends HostOptions {
  readonly manifest: EngineManifest;
  /** The interpreter that has CTranslate2. */
  readonly python: string;
  /** The folder of the model, as CTranslate2 reads it. */
  readonly model: string;
  /** The file of Silero VAD. */
  readonly vad: string;
  /** A host that, with its program, holds more is replaced between two pieces. Default: 900. */
  readonly memoryMb?: number;
  /** A host that has not passed its self-test by then is killed. Default: two minutes, since Python reads a lot of code first. */
  readonly loadTimeoutMs?: number;
}

/** A model of Whisper that is converted for CTranslate2. */
type Model = Pick<EngineManifest, "name" | "languages" | "tier"> & { readonly memoryMb: number | null };

/** The memory of the process of Node beside the program, and that of a program which was never measured. */
const [hostMb, unmeasuredMb] = [150, 750];

export const whisperServerManifest = ({ name, languages, tier, memoryMb }: Model): EngineManifest => ({
  ...{ name, kind: "recognition", languages, tier, detectsLanguage: languages.length > 1 },
  translates: languages.length > 1,
  memoryMb: hostMb + (memoryMb ?? unmeasuredMb),
  requires: `The models ${name}, with its program, and silero-vad.`,
});

const program = new URL("./host-program.ts", import.meta.url);
const usualMemoryMb = 900;
const usualLoadTimeoutMs = 120_000;
/** Whisper reads 30 s at once, however little sound is in them. */
const maxPieceSeconds = 29.5;
const baseTimeoutMs = 30_000;
/** About thirty times what it takes on an idle core. */
const perAudioSecondMs = 4000;

/**
 * Recognition by Whisper in a program of Python, which a host of this worker has as its child: on the stretches where Silero VAD
 * finds speech, since Whisper makes words of sounds without any.
 */
export function openWhisperServer(options: WhisperServerOptions): RecognitionEngine {
  const { manifest, python, model, vad, niceness, log = () => undefined } = options;
  const yielding = niceness === undefined ? {} : { niceness };
  const { memoryMb = usualMemoryMb, loadTimeoutMs = usualLoadTimeoutMs } = options;
  const { name } = manifest;
  const directory = mkdtempSync(join(options.directory ?? tmpdir(), "whisper-"));
  const models: WhisperModels = { name, python, model, vad };
  return openHostEngine({
    ...options,
    directory,
    findsLanguages: options.manifest.detectsLanguage,
    start: () => startHost({ name, program, models, memoryMb, loadTimeoutMs, ...yielding, log }),
    maxPieceSeconds,
    timeoutMs: (seconds) => baseTimeoutMs + perAudioSecondMs * seconds,
  });
}
