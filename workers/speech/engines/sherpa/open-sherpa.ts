import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EngineManifest, RecognitionEngine } from "#workers/speech/engine.ts";
import { startHost } from "#workers/speech/process/start-host.ts";
import { type HostOptions, openHostEngine } from "#workers/speech/recognition/host-engine.ts";
import type { HostModels } from "#workers/speech/recognition/host-requests.ts";
import { withRepairAdvice } from "#workers/speech/process/repair-advice.ts";

/** The model, and the paths of its files and of Silero VAD's. */
export interface SherpaOptions extends HostOptions, Pick<HostModels, "loader" | "files" | "vad"> {
  /** The manifest of the model. */
  readonly manifest: EngineManifest;
  /** A host that holds more is replaced between two pieces. Default: 1.8 times what one in use holds. */
  readonly memoryMb?: number;
}

const program = new URL("./host-program.ts", import.meta.url);
/** A host is replaced above this multiple of the memory that one in use holds. */
const memoryFactor = 1.8;
const baseLoadMs = 60_000;
/** A slow disk reads 20 MB in a second. */
const perMegabyteLoadMs = 50;
/** On longer sound Moonshine begins to loop. */
const maxPieceSeconds = 24;
/** It also invents words where sound begins or ends in the middle of one. */
const moonshineEdgeSeconds = 0.3;
const baseTimeoutMs = 20_000;
/** For Moonshine, about sixty times what it takes on an idle core. */
const perAudioSecondMs = { fast: 2000, accurate: 10_000, fallback: 10_000 } as const;
/** The words of the test clip that must be found. Moonshine finds all five; others may be excused one or two. */
const testWords = { moonshine: 5, others: 3 } as const;

/** Recognition by a model that sherpa-onnx loads, in hosts. */
export function openSherpa(options: SherpaOptions): RecognitionEngine {
  const { manifest, niceness, log = () => undefined } = options;
  const { name, tier } = manifest;
  const { memoryMb = Math.round(memoryFactor * manifest.memoryMb) } = options;
  const loadTimeoutMs = baseLoadMs + perMegabyteLoadMs * manifest.memoryMb;
  const yielding = niceness === undefined ? {} : { niceness };
  const command = { name, program, models: modelsOf(options), memoryMb, loadTimeoutMs, ...yielding, log };
  return openHostEngine({
    ...options,
    directory: mkdtempSync(join(options.directory ?? tmpdir(), "sherpa-")),
    start: () => withRepairAdvice(startHost(command), name),
    maxPieceSeconds,
    edgeSilenceSeconds: options.loader === "moonshine" ? moonshineEdgeSeconds : 0,
    timeoutMs: (seconds) => baseTimeoutMs + perAudioSecondMs[tier] * seconds,
  });
}

/** The clip is English: of a model for other languages nothing is known but that it makes something of it. */
function modelsOf({ manifest: { name, languages }, loader, files, vad }: SherpaOptions): HostModels {
  const isEnglish = languages.includes("en");
  const words = loader === "moonshine" ? testWords.moonshine : testWords.others;
  const test = { language: isEnglish ? "en" : (languages[0] ?? "auto"), words: isEnglish ? words : 0 };
  return { name, loader, files, vad, test };
}
