import { readFile } from "node:fs/promises";
import { DomainError } from "#src/errors.ts";
import type { EngineVoice, PcmFile, StyleProfile } from "#workers/speech/engine.ts";
import type { MatchReport } from "./match-report.ts";
import { matchVoice } from "./match-voice.ts";
import type { VoiceAnalyzer } from "./voice-analyzer.ts";
import { prepareReferenceVoices } from "./reference-voices.ts";
import { checkSample } from "./sample-faults.ts";
import { analysisRate } from "#workers/speech/audio/spectra.ts";
import type { SpeakStyle } from "./style-voice.ts";
import type { TrialTools } from "./trial-speech.ts";

/** The means of this installation to match voices. */
export interface VoiceMatching {
  readonly speak: SpeakStyle;
  readonly analyzer: VoiceAnalyzer;
  /** Reads the test sentences back. */
  readonly hear: TrialTools["hear"];
  /** The name of the engine, and of its voices in their order. */
  readonly engine: string;
  readonly voiceNames: readonly string[];
  /** The folder of the reference voices; they belong to these models. */
  readonly referenceFolder: string;
}

export interface StyleTraining {
  /** Primary tag that the voice will speak; English when it is none that Kokoro speaks, such as `und`. */
  readonly language: string;
  /** An existing private folder. */
  readonly directory: string;
  readonly signal: AbortSignal;
  /** Called with a whole percentage that never falls. */
  readonly onProgress?: (percent: number) => void;
}

export interface TrainedStyle {
  readonly voice: EngineVoice & { readonly profile: StyleProfile };
  readonly report: MatchReport;
}

const leastSeconds = 1;
/**
 * Percent of all the work that the check of the sample takes, its end where the reference voices have to be made first, and that of
 * matching, behind which the voice is compared with its sample.
 */
const [checked, prepared, done] = [5, 80, 90] as const;

/**
 * Matches a style of Kokoro to a sample (16 kHz). This is a likeness, not a copy.
 *
 * @throws DomainError `sample_too_short`, `sample_without_speech`, `audio_unusable` (each says what was measured),
 * `engine_unavailable`, `engine_timeout`
 */
export async function trainStyleVoice(
  matching: VoiceMatching,
  sample: PcmFile,
  { language, directory, signal, onProgress = () => undefined }: StyleTraining,
): Promise<TrainedStyle> {
  const { analyzer, speak, hear, voiceNames, engine, referenceFolder: folder } = matching;
  if (sample.durationSeconds < leastSeconds) throw new DomainError("sample_too_short");
  const samples = await samplesOf(sample);
  const heard = await analyzer.describe({ samples, sampleRate: analysisRate, speech: true }, signal);
  const warnings = checkSample(heard);
  const progress = openProgress(onProgress);
  const reference = await prepareReferenceVoices({
    ...{ folder, voiceNames, speak, analyzer, directory, signal },
    onProgress: progress.upTo(prepared),
  });
  const common = { tools: { speak, analyzer, hear, directory, signal }, reference, warnings, pitchHz: heard.pitchHz };
  const options = { ...common, voiceNames, language, onProgress: progress.upTo(done) };
  const { profile, report } = await matchVoice(heard, options);
  return { voice: { engine, name: profile.baseVoice, profile }, report };
}

/** Turns shares of the parts of a work into percentages of all of it. */
function openProgress(onProgress: (percent: number) => void) {
  let percent: number = checked;
  onProgress(percent);
  return {
    /** For the next part, which ends at this percentage. */
    upTo: (end: number) => {
      let from: number | undefined;
      return (share: number): void => {
        from ??= percent;
        percent = Math.floor(from + share * (end - from));
        onProgress(percent);
      };
    },
  };
}

async function samplesOf({ path }: PcmFile): Promise<Int16Array> {
  const bytes = await readFile(path);
  return new Int16Array(Uint8Array.from(bytes.subarray(0, bytes.length - (bytes.length % 2))).buffer);
}
