import type { UtteranceOptions } from "#workers/speech/engine.ts";
import { speechWithin } from "#workers/speech/audio/piece.ts";
import { quietestSample } from "#workers/speech/recognition/quietest-sample.ts";
import { joinWords } from "#workers/speech/text/scripts.ts";
import type { LanguageFinder } from "./spoken-language.ts";
import { type Agreed, openLocalAgreement } from "./local-agreement.ts";
import {
  type LiveEngine,
  type LiveOptions,
  liveRate,
  type LivePartial,
  type LiveWord,
  type Stretch,
} from "./live-types.ts";
import { placeDraft } from "./place-words.ts";
import type { SoundBuffer } from "./sound-buffer.ts";

/** A first word is not read from less sound. */
const leastSamples = 0.35 * liveRate;
/** The language is not looked for in less. */
const leastLanguageSamples = 1.5 * liveRate;
/** Two readings begin at least so far apart, and so many times as far as the last one took. */
const [leastPauseMs, pauseFactor] = [250, 3];
/** No more is read again. Of a longer utterance, the part before a quiet place is read for the last time. */
const mostSamples = 12 * liveRate;
const [cutFrom, cutTo] = [5 * liveRate, 11 * liveRate];

interface Parts {
  readonly engine: LiveEngine;
  readonly options: LiveOptions;
  readonly languages: LanguageFinder;
  readonly sound: SoundBuffer;
  readonly signal: AbortSignal;
}

/** Reads the open utterance again and again, for interim results. */
export interface DraftReader {
  /** Reads it, unless it was read a moment ago or is being read; what has come in by then counts. */
  consider(open: () => Stretch): void;
  /** Takes a reading of the utterance that was made for another purpose. */
  take(words: readonly LiveWord[], to: number): void;
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
  agree: (words: readonly LiveWord[]) => Agreed<LiveWord>;
  /** The latest interim results. */
  told: { readonly text: string; readonly committed: number };
}

const fresh = (): OpenUtterance => ({
  ...{ frozen: [], from: null, readTo: 0, agree: openLocalAgreement() },
  told: { text: "", committed: 0 },
});

export function openDraftReader(parts: Parts): DraftReader {
  const { engine, options, languages, sound, signal } = parts;
  let utterance = fresh();
  let [begunMs, tookMs] = [-Infinity, 0];
  let waiting: AbortController | null = null;
  let isReading = false;

  const show = (of: OpenUtterance, words: readonly LiveWord[], to: number): void => {
    if (of !== utterance || to <= of.readTo) return;
    of.readTo = to;
    const agreed = of.agree(words);
    const all = [...of.frozen, ...agreed.words];
    const [first, last] = [all[0], all.at(-1)];
    const text = joinWords(all.map(({ written }) => written));
    const committed = of.frozen.length + agreed.committed;
    if (first === undefined || last === undefined || (of.told.text === text && of.told.committed === committed)) return;
    of.told = { text, committed };
    const { start } = first;
    options.onEvent({ kind: "partial", start, end: last.end, text, words: all, committed } satisfies LivePartial);
    options.observe?.({ kind: "partial", seconds: (engine.now() - begunMs) / 1000 });
  };

  const readOnce = async (of: OpenUtterance, open: () => Stretch): Promise<void> => {
    const { from: begin, to: end, speech } = open();
    if (of !== utterance) return;
    begunMs = engine.now();
    const from = of.from ?? begin;
    const cut = end - from > mostSamples ? from + quietestSample(sound.slice(from, end), cutFrom, cutTo) : null;
    const to = cut ?? end;
    const samples = sound.slice(from, to);
    const { language } = await languages.find(samples, signal);
    const asked: UtteranceOptions = {
      ...{ language, signal, owner: options.owner, effort: "draft" },
      speech: speechWithin(speech, [from, to]).map(([start, stop]) => [start - from, stop - from]),
    };
    const words = placeDraft(await engine.read(samples, asked), from);
    tookMs = engine.now() - begunMs;
    if (cut === null) return show(of, words, to);
    [of.frozen, of.from, of.agree] = [[...of.frozen, ...words], cut, openLocalAgreement()];
  };

  return {
    consider: (open) => {
      const { to, speech } = open();
      const least = languages.known() === null ? leastLanguageSamples : leastSamples;
      const isEarly = engine.now() < begunMs + Math.max(leastPauseMs, pauseFactor * tookMs);
      if (isReading || isEarly || to - (speech[0]?.[0] ?? to) < least || to <= utterance.readTo) return;
      isReading = true;
      const own = new AbortController();
      waiting = own;
      const request = {
        owner: options.owner,
        urgency: "patient",
        signal: AbortSignal.any([signal, own.signal]),
      } as const;
      void engine.slots
        .run(request, () => {
          waiting = null;
          return readOnce(utterance, open);
        })
        // The final tells of what is wrong.
        .catch(() => undefined)
        .finally(() => (isReading = false));
    },
    take: (words, to) => {
      if (utterance.frozen.length === 0 && utterance.from === null) show(utterance, words, to);
    },
    yield: () => waiting?.abort(),
    reset: () => {
      waiting?.abort();
      utterance = fresh();
    },
  };
}
