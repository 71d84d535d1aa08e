import { type Piece, type Range, speechSeconds, speechWithin } from "#workers/speech/audio/piece.ts";
import { evened } from "./even-level.ts";
import { classifyTranscript, isPronounceable, withFewerDigits } from "./hallucinations.ts";
import type { ReadText } from "./host-requests.ts";
import type { PcmSource } from "./pcm-source.ts";
import { quietestSample } from "./quietest-sample.ts";

/** Reads the words in these samples. */
export type Read = (samples: Int16Array) => Promise<ReadText>;

/** A part of a file in which words were found. */
export interface Reading extends Piece, ReadText {
  /** As they were read, with their level evened out. */
  readonly samples: Int16Array;
}

const sampleRate = 16_000;
/** A shorter part is not cut any more. */
const leastCutSamples = 2 * sampleRate;
/** The share after repeated digits in which a word is looked for is half of this. */
const leastTailCutSamples = 1.2 * sampleRate;

/** The reading of a piece of a file. */
export interface PieceReading {
  readonly readings: readonly Reading[];
  /** The speech in which no words were found, in samples of the file. */
  readonly unread: readonly Range[];
}

/**
 * Reads a piece. When the model has looped, or found no words although there is speech, the piece is cut at its quietest point
 * and both halves are read anew; what is doubtful to the end is left out, unless it is short enough to have been said.
 */
export async function transcribePiece(source: PcmSource, piece: Piece, read: Read): Promise<PieceReading> {
  const samples = evened(await source.read(piece.from, piece.to), piece);
  const answer = await read(samples);
  const text = answer.text.trim();
  const verdict = classifyTranscript(text, speechSeconds(piece));
  const asRead: PieceReading = { readings: [{ ...piece, ...answer, samples, text }], unread: [] };
  const asUnread: PieceReading = { readings: [], unread: piece.speech };
  if (verdict === "good") return asRead;
  if (verdict === "nothing") return asUnread;
  const fewer = withFewerDigits(text, speechSeconds(piece));
  if (fewer !== null) return cutBehindDigits(source, { ...piece, ...answer, samples, text: fewer }, read);
  if (samples.length < leastCutSamples) {
    return isPronounceable(text, speechSeconds(piece)) ? asRead : asUnread;
  }
  const quarter = Math.floor(samples.length / 4);
  const cut = piece.from + quietestSample(samples, quarter, samples.length - quarter);
  const before = await transcribePiece(source, partOf(piece, [piece.from, cut]), read);
  const behind = await transcribePiece(source, partOf(piece, [cut, piece.to]), read);
  return { readings: [...before.readings, ...behind.readings], unread: [...before.unread, ...behind.unread] };
}

/** Repeated digits up to a quiet point near the end, and what is read behind it. */
async function cutBehindDigits(source: PcmSource, reading: Reading, read: Read): Promise<PieceReading> {
  const { samples, from, to } = reading;
  const length = samples.length;
  const cut = from + quietestSample(samples, Math.floor(length / 2), Math.floor((7 * length) / 8));
  const [head, tail] = [partOf(reading, [from, cut]), partOf(reading, [cut, to])];
  if (length < leastTailCutSamples || tail.speech.length === 0) {
    return { readings: [{ ...reading, words: null }], unread: [] };
  }
  const text = withFewerDigits(reading.text, speechSeconds(head)) ?? reading.text;
  const digits: Reading = { ...reading, ...head, samples: samples.subarray(0, cut - from), text, words: null };
  const behind = await transcribePiece(source, tail, read);
  return { ...behind, readings: [digits, ...behind.readings] };
}

const partOf = ({ speech }: Piece, [from, to]: Range): Piece => ({
  from,
  to,
  speech: speechWithin(speech, [from, to]),
});
