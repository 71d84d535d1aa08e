import type { UtteranceOptions } from "#workers/speech/engine.ts";
import { speechWithin } from "#workers/speech/audio/piece.ts";
import { quietestSample } from "#workers/speech/recognition/quietest-sample.ts";
import { joinWords } from "#workers/speech/text/scripts.ts";
import { type LocalAgreement, openLocalAgreement } from "./local-agreement.ts";
import { liveRate, type LivePartial, type LiveWord, type Stretch } from "./live-types.ts";
import { placeDraft } from "./place-words.ts";
import type { ReadingParts } from "./read-stretch.ts";

/** A first word is not read from less sound. */
const leastSamples = 0.35 * liveRate;
/** The language is not looked for in less. */
const leastLanguageSamples = 1.5 * liveRate;
/** Two readings begin at least so far apart, and so many times as far as the last one took. */
const [leastPauseMs, pauseFactor] = [250, 3];
/** No more is read again. Of a longer utterance, the part before a quiet place is read for the last time. */
const mostSamples = 12 * liveRate;
const [cutFrom, cutTo] = [5 * liveRate, 11 * liveRate];

/** The words of a reading up to a place in the stream, and when it began, in milliseconds. */
export interface DraftReading {
  readonly words: readonly LiveWord[];
  readonly to: number;
  readonly begunMs: number;
}

/** Reads the open utterance again and again, for interim results. */
export interface DraftReader {
  /** Reads it, unless it was read a moment ago or is being read; what has come in by then counts. */
  consider(open: () => Stretch): void;
  /** Takes a reading of the utterance that was made for another purpose. */
  take(reading: DraftReading): void;
  /** Drops a reading that has not begun: a final is read now. */
  yield(): void;
  /** The utterance is over, or goes on behind this place as another one. */
  reset(): void;
}

/** An utterance that goes on. */
interface OpenUtterance {
  /** The words that are read no more, and the place from where it is read. */
  frozen: readonly LiveWord[];
  from: number | null;
  readTo: number;
  readonly agreement: LocalAgreement<LiveWord>;
  /** The latest interim results. */
  told: { readonly text: string; readonly committed: number };
}

const fresh = (): OpenUtterance => ({
  ...{ frozen: [], from: null, readTo: 0, agreement: openLocalAgreement() },
  told: { text: "", committed: 0 },
});

interface Reader {
  readonly parts: ReadingParts;
  utterance: OpenUtterance;
  begunMs: number;
  tookMs: number;
  /** Ends the wait for a slot. */
  waiting: AbortController | null;
  isReading: boolean;
}

export function openDraftReader(parts: ReadingParts): DraftReader {
  const state = { begunMs: -Infinity, tookMs: 0, waiting: null, isReading: false };
  const reader: Reader = { parts, utterance: fresh(), ...state };
  return {
    consider: (open) => {
      if (isDue(reader, open())) begin(reader, open);
    },
    take: (reading) => {
      const { utterance } = reader;
      if (utterance.from === null) show(reader, utterance, reading);
    },
    yield: () => reader.waiting?.abort(),
    reset: () => {
      reader.waiting?.abort();
      reader.utterance = fresh();
    },
  };
}

function isDue({ parts, utterance, begunMs, tookMs, isReading }: Reader, { to, speech }: Stretch): boolean {
  const least = parts.languages.known() === null ? leastLanguageSamples : leastSamples;
  const isEarly = parts.engine.now() < begunMs + Math.max(leastPauseMs, pauseFactor * tookMs);
  return !isReading && !isEarly && to - (speech[0]?.[0] ?? to) >= least && to > utterance.readTo;
}

function begin(reader: Reader, open: () => Stretch): void {
  const { engine, options, signal } = reader.parts;
  const own = new AbortController();
  reader.isReading = true;
  reader.waiting = own;
  const request = { owner: options.owner, urgency: "patient", signal: AbortSignal.any([signal, own.signal]) } as const;
  const { utterance } = reader;
  void engine.slots
    .run(request, () => {
      reader.waiting = null;
      return utterance === reader.utterance ? read(reader, open()) : Promise.resolve();
    })
    // The final tells of what is wrong.
    .catch(() => undefined)
    .finally(() => {
      reader.isReading = false;
    });
}

async function read(reader: Reader, { from: first, to: end, speech }: Stretch): Promise<void> {
  const { utterance } = reader;
  const { engine, options, languages, sound, signal } = reader.parts;
  reader.begunMs = engine.now();
  const from = utterance.from ?? first;
  const cut = end - from > mostSamples ? from + quietestSample(sound.slice(from, end), cutFrom, cutTo) : null;
  const to = cut ?? end;
  const samples = sound.slice(from, to);
  const { language } = await languages.find(samples, signal);
  const asked: UtteranceOptions = {
    ...{ language, signal, owner: options.owner, effort: "draft" },
    speech: speechWithin(speech, [from, to]).map(([start, stop]) => [start - from, stop - from]),
  };
  const words = placeDraft(await engine.read(samples, asked), from);
  reader.tookMs = engine.now() - reader.begunMs;
  if (cut === null) return show(reader, utterance, { words, to, begunMs: reader.begunMs });
  utterance.frozen = [...utterance.frozen, ...utterance.agreement.settle(words)];
  utterance.from = cut;
}

/** Tells of the words of a reading, unless they tell nothing new. */
function show({ parts, ...reader }: Reader, utterance: OpenUtterance, { words, to, begunMs }: DraftReading): void {
  if (utterance !== reader.utterance || to <= utterance.readTo) return;
  utterance.readTo = to;
  const agreed = utterance.agreement.add(words);
  const all = [...utterance.frozen, ...agreed.words];
  const [first, last] = [all[0], all.at(-1)];
  const text = joinWords(all.map(({ written }) => written));
  const committed = utterance.frozen.length + agreed.committed;
  const isKnown = utterance.told.text === text && utterance.told.committed === committed;
  if (first === undefined || last === undefined || isKnown) return;
  utterance.told = { text, committed };
  const partial: LivePartial = { kind: "partial", start: first.start, end: last.end, text, words: all, committed };
  parts.options.onEvent(partial);
  parts.options.observe?.({ kind: "partial", seconds: (parts.engine.now() - begunMs) / 1000 });
}
