import type { PcmFile, Recognition, RecognizedWord } from "#workers/speech/engine.ts";
import { type AlignedWord, leastMeanConfidence } from "#workers/speech/alignment/align-words.ts";
import { parallelMap } from "#workers/speech/process/parallel-map.ts";
import type { Piece, Range } from "#workers/speech/audio/piece.ts";
import { cutPieces } from "./cut-pieces.ts";
import { evened, isAudible } from "./even-level.ts";
import { type Detect, findSpeech } from "./find-speech.ts";
import { classifyTranscript, fitNowhere, holdMostEnergy, mayBeInvented } from "./hallucinations.ts";
import { joinSentences, toThousandth } from "./join-sentences.ts";
import { isOtherLanguage, type PieceWords } from "./other-language.ts";
import { openPcmSource, type PcmSource } from "./pcm-source.ts";
import {
  bareWord,
  clampTimes,
  alignedTimes,
  estimatedTimes,
  type TimedTranscriptWord,
  modelTimes,
  wordsIn,
} from "#workers/speech/alignment/transcript-words.ts";
import { type Read, type Reading, transcribePiece } from "./transcribe-piece.ts";
import { unintelligibleSpans, wordlessStretches } from "./unintelligible.ts";
import { mostOf } from "#workers/speech/text/most-of.ts";
import { joinWords } from "#workers/speech/text/scripts.ts";

/** The parts that the transcription of a file needs. */
export interface FileReader {
  readonly detect: Detect;
  readonly read: Read;
  /** Null when the words cannot be found, or there is no aligner for what was read. */
  readonly align: (reading: Reading, words: readonly string[]) => Promise<readonly AlignedWord[] | null>;
  /** Whether the model reads one language alone, whose words can be aligned: then speech of others is noticed. */
  readonly noticesOtherLanguages: boolean;
  /** The most that the model reads at once. */
  readonly maxPieceSamples: number;
  /** Pieces of the file that are in work at a time. */
  readonly piecesAtOnce: number;
  /** Ends the work: no further piece is begun. */
  readonly stop: AbortController;
  readonly signal: AbortSignal;
  readonly onProgress: (percent: number) => void;
}

interface ReadWords {
  readonly words: readonly TimedTranscriptWord[];
  readonly source: Recognition["confidenceSource"];
  /** Whether their times go by their letters alone. */
  readonly isEstimated: boolean;
  readonly language: string | null;
  /** The length of the sound that was read. */
  readonly samples: number;
  /** The speech in it, in samples of the file. */
  readonly speech: readonly Range[];
}

/** Reads a raw 16 kHz s16le mono file piece by piece. */
export async function transcribeFile(audio: PcmFile, reader: FileReader): Promise<Omit<Recognition, "model">> {
  await using source = await openPcmSource(audio.path);
  const pieces = await readPieces(source, reader);
  const read =
    pieces.length === 0 ? await readQuietVoice(source, reader) : pieces.flatMap(({ parts: ofPiece }) => ofPiece);
  const isOther =
    reader.noticesOtherLanguages && (await isOtherLanguage(source, pieces.map(confidencesOf), reader.read));
  reader.onProgress(100);
  const isUnread = (part: ReadWords): boolean => !isOther && part.source === "alignment" && fitNowhere(part.words);
  const parts = read.filter((part) => !isUnread(part));
  const unread = [...pieces, ...read.filter(isUnread).map(({ speech }) => ({ unread: speech }))];
  const unintelligible = unintelligibleSpans(unread.flatMap((each) => each.unread));
  return { ...joinParts(parts, audio.durationSeconds), unintelligible, ...(isOther && { isOtherLanguage: true }) };
}

/** Puts together the parts of a sound that were read. */
export function joinParts(parts: readonly ReadWords[], durationSeconds: number): Omit<Recognition, "model"> {
  const timed = clampTimes(
    parts.flatMap(({ words }) => words),
    durationSeconds,
  );
  const segments = joinSentences(timed);
  return {
    text: joinWords(segments.map(({ text }) => text)),
    segments,
    words: timed.map(({ written, start, end, confidence, spoken }): RecognizedWord => {
      const word = { word: bareWord(written), start, end, confidence: toThousandth(confidence) };
      return spoken === undefined ? word : { ...word, spoken };
    }),
    confidenceSource: parts.find((part) => part.source !== "none")?.source ?? "none",
    ...(parts.some(({ isEstimated }) => isEstimated) && { hasEstimatedTimes: true }),
    ...detected(parts),
  };
}

interface ReadPiece {
  readonly piece: Piece;
  readonly parts: readonly ReadWords[];
  /** The speech in which no words were found. */
  readonly unread: readonly Range[];
}

const confidencesOf = ({ piece, parts }: ReadPiece): PieceWords => ({
  piece,
  confidences: parts.flatMap(({ words, source }) =>
    words.map(({ confidence }) => (source === "none" ? 0 : confidence)),
  ),
});

/** The language of the most sound. */
function detected(parts: readonly ReadWords[]): Pick<Recognition, "language"> {
  const language = mostOf(parts.map((part) => [part.language, part.samples]));
  return language === undefined ? {} : { language };
}

function readPieces(source: PcmSource, reader: FileReader): Promise<readonly ReadPiece[]> {
  const { stop, signal, piecesAtOnce: concurrency } = reader;
  const progress = followProgress(source.length, reader.onProgress);
  const pieces = cutPieces(source, findSpeech(source, reader.detect), reader.maxPieceSamples);
  return parallelMap(pieces, { concurrency, stop, signal }, async (piece, index) => {
    progress.begin(index, piece);
    const read = await readWords(source, piece, reader);
    progress.done(index);
    return { piece, ...read };
  });
}

/** Up to where in the file everything is read. */
function followProgress(length: number, onProgress: (percent: number) => void) {
  const ends: number[] = [];
  const isDone: boolean[] = [];
  let next = 0;
  return {
    begin: (index: number, { to }: Piece): void => {
      ends[index] = to;
    },
    done: (index: number): void => {
      isDone[index] = true;
      const before = next;
      while (isDone[next] === true) next += 1;
      // The last percent is for putting it together.
      if (next > before) onProgress(Math.min(99, Math.floor((100 * (ends[next - 1] ?? 0)) / Math.max(1, length))));
    },
  };
}

/** The words of a piece, with their times in the file. */
export async function readWords(
  source: PcmSource,
  piece: Piece,
  reader: Pick<FileReader, "read" | "align" | "noticesOtherLanguages">,
): Promise<Omit<ReadPiece, "piece">> {
  const parts: ReadWords[] = [];
  const { readings, unread } = await transcribePiece(source, piece, reader.read);
  const wordless: Range[] = [...unread];
  for (const reading of readings) {
    const placed = await placeWords(reading, reader);
    if (
      reader.noticesOtherLanguages &&
      mayBeInvented(reading.text) &&
      meanConfidence(placed.words) < leastMeanConfidence
    ) {
      wordless.push(...reading.speech);
      continue;
    }
    parts.push({ ...placed, ...factsOf(reading) });
    if (placed.source !== "none") wordless.push(...wordlessStretches(reading.speech, placed.words));
  }
  return { parts, unread: wordless };
}

const factsOf = ({ language, samples, speech }: Reading): Pick<ReadWords, "language" | "samples" | "speech"> => {
  return { language, samples: samples.length, speech };
};

/** By the model's own times, else by an alignment, else by the lengths of the words. */
export async function placeWords(
  reading: Reading,
  reader: Pick<FileReader, "align">,
): Promise<Pick<ReadWords, "words" | "source" | "isEstimated">> {
  if (reading.words !== null) {
    const isSure = reading.words.some(({ confidence }) => confidence !== null);
    return { words: modelTimes(reading, reading.words), source: isSure ? "model" : "none", isEstimated: false };
  }
  const words = wordsIn(reading.text);
  const found = await reader.align(reading, words.map(bareWord));
  if (found === null) return { words: estimatedTimes(reading, words), source: "none", isEstimated: words.length > 0 };
  return { words: alignedTimes(reading, words, found), source: "alignment", isEstimated: false };
}

/**
 * A short file with sound in which no speech was found, as in a single digit over a telephone: it is read as a whole, and words
 * count only where they fit the sound and are most of it.
 */
async function readQuietVoice(source: PcmSource, reader: FileReader): Promise<readonly ReadWords[]> {
  if (source.length === 0 || source.length > reader.maxPieceSamples) return [];
  const recorded = await source.read(0, source.length);
  if (!isAudible(recorded)) return [];
  const samples = evened(recorded, { from: 0, speech: [] });
  const answer = await reader.read(samples);
  const text = answer.text.trim();
  if (classifyTranscript(text, 0) !== "good") return [];
  const reading: Reading = { ...answer, from: 0, to: samples.length, speech: [], samples, text };
  const words = wordsIn(text);
  const found = await reader.align(reading, words.map(bareWord));
  if (found === null || meanConfidence(found) < leastMeanConfidence || !holdMostEnergy(found, samples)) return [];
  const placed = { words: alignedTimes(reading, words, found), source: "alignment", isEstimated: false } as const;
  return [{ ...placed, ...factsOf(reading) }];
}

const meanConfidence = (words: readonly { readonly confidence: number }[]): number =>
  words.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, words.length);
