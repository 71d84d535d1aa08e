import type { LiveWord, Stretch } from "./live-types.ts";
import { placeDraft } from "./place-words.ts";
import { emptyFinal, type Ending, finalOf, type Read, type ReadingParts, readStretch } from "./read-stretch.ts";

interface Parts extends ReadingParts {
  /** Called with the words of a reading that was made too early, because speech went on. */
  readonly onDraft: (words: readonly LiveWord[], stretch: Stretch) => void;
  /** The most that is read at once, in samples. */
  readonly mostSamples: number;
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
  settled(): Promise<void>;
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

interface Reader {
  readonly parts: Parts;
  lastId: number;
  pending: number;
  prepared: Prepared | null;
  group: Group | null;
  /** Settles when all finals up to now were told. */
  told: Promise<void>;
  readonly revisions: Set<Promise<void>>;
}

export function openFinalReader(parts: Parts): FinalReader {
  const state = { lastId: 0, pending: 0, prepared: null, group: null, told: Promise.resolve() };
  const reader: Reader = { parts, ...state, revisions: new Set() };
  return {
    get pending() {
      return reader.pending;
    },
    get neededFrom() {
      return reader.group?.from ?? null;
    },
    prepare: (stretch) => {
      if (isSame(reader.prepared, stretch)) return;
      discard(reader);
      reader.prepared = prepare(parts, stretch);
    },
    goOn: () => discard(reader),
    finish: (stretch, ending) => finish(reader, stretch, ending),
    finishNothing: (at) => {
      reader.lastId += 1;
      const final = emptyFinal(reader.lastId, at, parts);
      reader.told = reader.told.then(() => parts.options.onEvent(final));
    },
    revise: () => revise(reader),
    settled: async () => {
      await reader.told;
      await Promise.all(reader.revisions);
    },
  };
}

function finish(reader: Reader, stretch: Stretch, ending: Ending): void {
  const { engine, options } = reader.parts;
  reader.lastId += 1;
  const id = reader.lastId;
  const endedMs = engine.now();
  const length = stretch.to - stretch.from;
  reader.pending += length;
  const reading = take(reader, stretch);
  reading.catch(() => undefined);
  if (options.revises) remember(reader, stretch, id);
  const telling = async (): Promise<void> => {
    options.onEvent(finalOf({ id, stretch, done: await reading, format: options.format, ...ending, replaces: [] }));
    options.observe?.({ kind: "final", seconds: (engine.now() - endedMs) / 1000 });
  };
  reader.told = reader.told
    .then(telling)
    .catch((error: unknown) => options.onError(error))
    .finally(() => {
      reader.pending -= length;
    });
}

/** The reading of an utterance that is over. It may have begun with the silence behind it; one that waits is asked for again as due. */
function take(reader: Reader, stretch: Stretch): Promise<Read> {
  const { prepared, parts } = reader;
  if (prepared?.hasBegun === true && isSame(prepared, stretch)) {
    reader.prepared = null;
    prepared.isFinal = true;
    return prepared.reading;
  }
  discard(reader);
  return readStretch(parts, stretch, { effort: "final", urgency: "due", signal: parts.signal });
}

function remember(reader: Reader, stretch: Stretch, id: number): void {
  if (reader.group !== null && stretch.to - reader.group.from > reader.parts.mostSamples) revise(reader);
  reader.group = reader.group === null ? { ...stretch, ids: [id] } : joined(reader.group, stretch, id);
}

function revise(reader: Reader): void {
  const { parts, group } = reader;
  reader.group = null;
  if (group === null || group.ids.length < 2) return;
  reader.lastId += 1;
  const { told } = reader;
  const { format } = parts.options;
  const facts = { id: reader.lastId, speechFinal: true, fromFinalize: false, replaces: group.ids, format };
  const telling = (async (): Promise<void> => {
    const done = await readStretch(parts, group, { effort: "aligned", urgency: "patient", signal: parts.signal });
    // The finals that it replaces come before it.
    await told;
    parts.options.onEvent(finalOf({ ...facts, stretch: group, done }));
  })()
    .catch((error: unknown) => parts.options.onError(error))
    .finally(() => reader.revisions.delete(telling));
  reader.revisions.add(telling);
}

const isSame = (prepared: Prepared | null, { from, to }: Stretch): boolean =>
  prepared?.stretch.from === from && prepared.stretch.to === to;

const joined = (group: Group, stretch: Stretch, id: number): Group => ({
  ...{ from: group.from, to: stretch.to, ids: [...group.ids, id] },
  speech: [...group.speech, ...stretch.speech],
});

/** A reading that is not needed: one that has begun goes on, and its words are interim results. */
function discard(reader: Reader): void {
  if (reader.prepared?.hasBegun === false) reader.prepared.abort.abort();
  reader.prepared = null;
}

function prepare(parts: Parts, stretch: Stretch): Prepared {
  const abort = new AbortController();
  const signal = AbortSignal.any([parts.signal, abort.signal]);
  const onBegin = (): void => {
    prepared.hasBegun = true;
  };
  const reading = readStretch(parts, stretch, { effort: "final", urgency: "early", signal, onBegin });
  const prepared: Prepared = { stretch, reading, abort, hasBegun: false, isFinal: false };
  const show = async (): Promise<void> => {
    const { read } = await reading;
    if (!prepared.isFinal) parts.onDraft(placeDraft(read, stretch.from), stretch);
  };
  // The final tells of what is wrong.
  void show().catch(() => undefined);
  return prepared;
}
