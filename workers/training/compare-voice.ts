import { languageOfText } from "#src/domain/speech/text-language.ts";
import { encodeAudio } from "#workers/speech/audio/encode-audio.ts";
import type { EngineVoice, PcmFile, Recognition } from "#workers/speech/engine.ts";
import { kokoroLanguages } from "#workers/speech/engines/kokoro/voices.ts";

/** The means of this installation to compare a voice with its sample. */
export interface VoiceComparing {
  /** Reads an English sample (16 kHz); null where no model is there for it. */
  readonly readSample: (sample: PcmFile, signal: AbortSignal) => Promise<Recognition | null>;
  /** Speaks a text as the synthesis does. */
  readonly speakText: (spoken: SpokenText) => Promise<PcmFile>;
}

interface SpokenText {
  readonly text: string;
  /** Primary tag, of a language that the engine speaks. */
  readonly language: string;
  readonly voice: EngineVoice;
  /** An existing private folder. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

/** Words of a sample, from its beginning. */
interface SampleWords {
  readonly text: string;
  /** Primary tag. */
  readonly language: string;
  /** The time in the sample at which they end. */
  readonly sampleSeconds: number;
}

/** Words of a sample as its voice says them. */
export interface Comparison extends Omit<SampleWords, "language"> {
  /** The encoded speech, and its length. */
  readonly path: string;
  readonly voiceSeconds: number;
}

interface ComparedVoice {
  readonly sample: PcmFile;
  readonly voice: EngineVoice;
  /** The words of the sample as the caller sent them; null where they were not sent. */
  readonly sampleText: string | null;
  /** An existing private folder. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

const english = "en";
/** Two or three sentences are enough to compare. */
const longestSeconds = 20;
const longestText = 400;

/**
 * Lets a voice say the words of its sample: those that a recogniser reads in its beginning, or else those that were sent with it.
 * @returns null where neither are known, or the voice does not speak their language
 */
export async function compareVoice(
  { readSample, speakText }: VoiceComparing,
  { sample, voice, sampleText, directory, signal }: ComparedVoice,
): Promise<Comparison | null> {
  const read = await readSample(sample, signal);
  const words = (read && wordsRead(read)) ?? (await wordsSent(sampleText, sample));
  if (words === null || !kokoroLanguages.has(words.language)) return null;
  const { text, language, sampleSeconds } = words;
  const speech = await speakText({ text, language, voice, directory, signal });
  const { path } = await encodeAudio(speech, "mp3", { directory, signal });
  return { path, text, sampleSeconds, voiceSeconds: speech.durationSeconds };
}

/** The sentences at the beginning that were all understood; null where the speech is of another language. */
function wordsRead({ segments, isOtherLanguage = false, unintelligible = [] }: Recognition): SampleWords | null {
  const understoodTo = unintelligible[0]?.start ?? Infinity;
  const understood = segments.filter(({ end }) => end <= understoodTo);
  const [first, ...others] = understood;
  if (isOtherLanguage || first === undefined) return null;
  const said = [first, ...others.filter(({ end }) => end <= longestSeconds)];
  const sampleSeconds = Math.max(...said.map(({ end }) => end));
  return { text: said.map(({ text }) => text).join(" "), language: english, sampleSeconds };
}

async function wordsSent(text: string | null, sample: PcmFile): Promise<SampleWords | null> {
  if (text === null || text.length > longestText) return null;
  const language = (await languageOfText(text)) ?? english;
  return { text, language, sampleSeconds: sample.durationSeconds };
}
