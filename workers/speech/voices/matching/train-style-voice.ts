import { readFile } from "node:fs/promises";
import { DomainError } from "#src/errors.ts";
import type { EngineVoice, PcmFile, StyleProfile, VoiceMeasurement } from "#workers/speech/engine.ts";
import { measureVoice } from "#workers/speech/voices/measure-voice.ts";
import type { MatchReport } from "./match-report.ts";
import { matchVoice } from "./match-voice.ts";
import type { Analyst } from "./open-analyst.ts";
import { prepareReferenceVoices } from "./reference-voices.ts";
import { checkSample } from "./sample-faults.ts";
import { analysisRate } from "./spectra.ts";
import type { SpeakStyle } from "./style-voice.ts";
import type { TrialTools } from "./trial-speech.ts";

/** What matches voices of this installation. */
export interface VoiceMatching {
  readonly speak: SpeakStyle;
  readonly analyst: Analyst;
  /** Reads the test sentences back. */
  readonly hear: TrialTools["hear"];
  /** The name of the engine, and of its voices in their order. */
  readonly engine: string;
  readonly voiceNames: readonly string[];
  /** Where the reference voices are kept; they belong to these models. */
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
  /** Of the sample. */
  readonly measurement: VoiceMeasurement;
  readonly report: MatchReport;
}

const leastSeconds = 1;
/** Of all the work, where the reference voices have to be made first. */
const preparationPercent = 85;
const checkedPercent = 5;

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
  const { analyst, speak, hear, voiceNames, engine, referenceFolder: folder } = matching;
  if (sample.durationSeconds < leastSeconds) throw new DomainError("sample_too_short");
  const samples = await samplesOf(sample);
  const heard = await analyst.describe({ samples, sampleRate: analysisRate, speech: true }, signal);
  const warnings = checkSample(heard);
  const measurement = await measureVoice(sample, { signal });
  let percent = checkedPercent;
  onProgress(percent);
  const prepared = (share: number): void => {
    percent = Math.floor(checkedPercent + share * (preparationPercent - checkedPercent));
    onProgress(percent);
  };
  const reference = await prepareReferenceVoices({
    ...{ folder, voiceNames, speak, analyst, directory, signal },
    onProgress: prepared,
  });
  const { profile, report } = await matchVoice(heard, {
    tools: { speak, analyst, hear, directory, signal },
    ...{ reference, voiceNames, language, warnings },
    pitchHz: measurement.medianPitchHz,
    onProgress: (share) => onProgress(Math.floor(percent + share * (99 - percent))),
  });
  return { voice: { engine, name: profile.baseVoice, profile }, measurement, report };
}

async function samplesOf({ path }: PcmFile): Promise<Int16Array> {
  const bytes = await readFile(path);
  return new Int16Array(Uint8Array.from(bytes.subarray(0, bytes.length - (bytes.length % 2))).buffer);
}
