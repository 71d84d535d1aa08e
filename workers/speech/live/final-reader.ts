import type { Recognition, UtteranceEffort } from "#workers/speech/engine.ts";
import type { LanguageFinder, SpokenLanguage } from "./spoken-language.ts";
import {
  type LiveEngine,
  type LiveFinal,
  type LiveOptions,
  liveRate,
  type LiveWord,
  type Stretch,
} from "./live-types.ts";
import { placeDraft, placeFinal } from "./place-words.ts";
import type { Urgency } from "./read-slots.ts";
import type { SoundBuffer } from "./sound-buffer.ts";

interface Parts {
  readonly engine: LiveEngine;
  readonly options: LiveOptions;
  readonly languages: LanguageFinder;
  readonly sound: SoundBuffer;
  readonly signal: AbortSignal;
  /** Called with the words of a reading that was made too early, because speech went on. */
  readonly onDraft: (words: readonly LiveWord[], stretch: Stretch) => void;
  /** The most that is read at once, in samples. */
  readonly mostSamples: number;
}

/** Why an utterance is over. */
export interface Ending {
  readonly speechFinal: boolean;
  readonly fromFinalize: boolean;
}

/** Reads utterances that are over, and tells of them in their order. */
export interface FinalReader {
  /** Begins to read what is an utterance if the silence behind it lasts. */
  prepare(stretch: Stretch): void;
  /** Speech goes on: what waits to be read as its end is not. */
  goOn(): void;
  /** The utterance is over. */
  finish(stretch: Stretch, ending: Ending): void;
  /** Tells that there was nothing to finish. */
  finishNothing(at: number): void;
  /** There was a longer pause, or the end: the finals since the last one are read once more as a whole. */
  revise(): void;
  /** The samples that wait to be read. */
  readonly pending: number;
  /** The place from which sound may be needed again; null where none is. */
  readonly neededFrom: number | null;
  /** The end of the last utterance that may be revised; null where none may be. */
  readonly revisableTo: number | null;
  settled(): Promise<void>;
}

interface Read {
  readonly read: Recognition;
  readonly spoken: SpokenLanguage;
}

interface Prepared {
  readonly stretch: Stretch;
  readonly reading: Promise<Read>;
  readonly abort: AbortController;
  hasBegun: boolean;
  /** True once the silence has lasted. */
  isFinal: boolean;
}

/** Finals that may be read once more as one. */
interface Group extends Stretch {
  readonly ids: readonly number[];
}

export function openFinalReader(parts: Parts): FinalReader {
  const { engine, options, signal } = parts;
  let lastId = 0;
  let pending = 0;
  let prepared: Prepared | null = null;
  let group: Group | null = null;
  let told: Promise<void> = Promise.resolve();
  const revisions = new Set<Promise<void>>();

  const take = (stretch: Stretch): Promise<Read> => {
    const former = prepared;
    prepared = null;
    if (former?.stretch.from === stretch.from && former.stretch.to === stretch.to) {
      former.isFinal = true;
      return former.reading;
    }
    former?.abort.abort();
    return read(parts, stretch, { effort: "final", urgency: "urgent", signal });
  };
  const follow = (stretch: Stretch, id: number): void => {
    if (!options.revises) return;
    const isTooLong = group !== null && stretch.to - group.from > parts.mostSamples;
    if (isTooLong) revise();
    group = group === null ? { ...stretch, ids: [id] } : joined(group, stretch, id);
  };
  const revise = (): void => {
    const whole = group;
    group = null;
    if (whole === null || whole.ids.length < 2) return;
    const id = (lastId += 1);
    const reading = read(parts, whole, { effort: "aligned", urgency: "patient", signal });
    const telling = reading
      .then((done) =>
        tell(parts, { id, stretch: whole, done, speechFinal: true, fromFinalize: false, replaces: whole.ids }),
      )
      .catch(options.onError)
      .finally(() => revisions.delete(telling));
    revisions.add(telling);
  };
  return {
    get pending() {
      return pending;
    },
    get neededFrom() {
      return group?.from ?? null;
    },
    get revisableTo() {
      return group?.to ?? null;
    },
    prepare: (stretch) => {
      if (prepared?.stretch.to === stretch.to && prepared.stretch.from === stretch.from) return;
      discard(prepared);
      prepared = prepare(parts, stretch);
    },
    goOn: () => {
      discard(prepared);
      prepared = null;
    },
    finish: (stretch, ending) => {
      const id = (lastId += 1);
      const endedMs = engine.now();
      const length = stretch.to - stretch.from;
      pending += length;
      const reading = take(stretch);
      reading.catch(() => undefined);
      follow(stretch, id);
      told = told
        .then(async () => {
          tell(parts, { id, stretch, done: await reading, ...ending, replaces: [] });
          options.observe?.({ kind: "final", seconds: (engine.now() - endedMs) / 1000 });
        })
        .catch(options.onError)
        .finally(() => (pending -= length));
    },
    finishNothing: (at) => {
      const id = (lastId += 1);
      told = told.then(() => options.onEvent(nothing(id, at, parts)));
    },
    revise,
    settled: async () => {
      await told;
      await Promise.all(revisions);
    },
  };
}

const joined = (group: Group, stretch: Stretch, id: number): Group => ({
  ...{ from: group.from, to: stretch.to, ids: [...group.ids, id] },
  speech: [...group.speech, ...stretch.speech],
});

/** A reading that is not needed: one that has begun goes on, and its words are interim results. */
function discard(prepared: Prepared | null): void {
  if (prepared?.hasBegun === false) prepared.abort.abort();
}

function prepare(parts: Parts, stretch: Stretch): Prepared {
  const abort = new AbortController();
  const signal = AbortSignal.any([parts.signal, abort.signal]);
  const onBegin = (): void => {
    prepared.hasBegun = true;
  };
  const reading = read(parts, stretch, { effort: "final", urgency: "urgent", signal, onBegin });
  const prepared: Prepared = { stretch, reading, abort, hasBegun: false, isFinal: false };
  reading.then(
    ({ read: done }) => {
      if (!prepared.isFinal) parts.onDraft(placeDraft(done, stretch.from), stretch);
    },
    () => undefined,
  );
  return prepared;
}

interface Reading {
  readonly effort: UtteranceEffort;
  readonly urgency: Urgency;
  readonly signal: AbortSignal;
  readonly onBegin?: () => void;
}

/** Less speech is a click or a breath: no word is so short. */
const leastSpeechSamples = 0.2 * liveRate;

const wordless: Omit<Recognition, "model"> = { text: "", segments: [], words: [], confidenceSource: "none" };

const isTooShort = ({ speech }: Stretch): boolean =>
  speech.reduce((sum, [from, to]) => sum + to - from, 0) < leastSpeechSamples;

function read(
  { engine, options: { owner }, languages, sound }: Parts,
  stretch: Stretch,
  { effort, urgency, signal, onBegin }: Reading,
): Promise<Read> {
  const { from, to, speech } = stretch;
  // Copied now: the sound may be gone when there is a slot.
  const samples = sound.slice(from, to);
  const inSamples = speech.map(([start, end]) => [start - from, Math.min(end, to) - from] as const);
  return engine.slots.run({ owner, urgency, signal }, async () => {
    onBegin?.();
    const spoken = await languages.find(samples, signal);
    if (isTooShort(stretch)) return { read: { ...wordless, model: "" }, spoken };
    const asked = { language: spoken.language, owner, signal, effort, speech: inSamples };
    return { read: await engine.read(samples, asked), spoken };
  });
}

interface Told extends Ending {
  readonly id: number;
  readonly stretch: Stretch;
  readonly done: Read;
  readonly replaces: readonly number[];
}

function tell({ options }: Pick<Parts, "options">, { stretch, done, ...facts }: Told): void {
  const { read: recognition, spoken } = done;
  const { text, words } = placeFinal(recognition, stretch.from, spoken.language);
  const sum = words.reduce((total, { confidence }) => total + confidence, 0);
  options.onEvent({
    ...{ kind: "final", text, words, ...facts },
    start: words[0]?.start ?? stretch.from / liveRate,
    end: words.at(-1)?.end ?? stretch.to / liveRate,
    confidence: Math.round((1000 * sum) / Math.max(1, words.length)) / 1000,
    confidenceSource: recognition.confidenceSource,
    model: recognition.model,
    language: spoken.language,
    languageProbability: spoken.probability,
  } satisfies LiveFinal);
}

function nothing(id: number, at: number, { languages, options }: Pick<Parts, "languages" | "options">): LiveFinal {
  const known = languages.known();
  return {
    ...{ kind: "final", id, start: at, end: at, text: "", words: [], confidence: 0, confidenceSource: "none" },
    ...{ model: "", language: known?.language ?? options.language, languageProbability: known?.probability ?? null },
    ...{ speechFinal: true, fromFinalize: true, replaces: [] },
  };
}
