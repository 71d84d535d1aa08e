import type { DraftReading } from "./draft-reader.ts";
import type { Stretch } from "./live-types.ts";
import { placeDraft } from "./place-words.ts";
import { emptyFinal, type Ending, finalOf, type Read, type ReadingParts, readStretch } from "./read-stretch.ts";

interface Parts extends ReadingParts {
  /** Called with a reading of the utterance from there that was made too early, because speech went on. */
  readonly onDraft: (reading: DraftReading, from: number) => void;
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
  /** Milliseconds; null while it waits. */
  begunMs: number | null;
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
  /** Drops the revision that waits for a slot. */
  waiting: AbortController | null;
}

export function openFinalReader(parts: Parts): FinalReader {
  const state = { lastId: 0, pending: 0, prepared: null, group: null, told: Promise.resolve() };
  const reader: Reader = { parts, ...state, revisions: new Set(), waiting: null };
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
  if (prepared !== null && prepared.begunMs !== null && isSame(prepared, stretch)) {
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
  // Each holds its sound while it waits, so only one does.
  reader.waiting?.abort();
  const own = new AbortController();
  reader.waiting = own;
  const onBegin = (): void => {
    if (reader.waiting === own) reader.waiting = null;
  };
  const signal = AbortSignal.any([parts.signal, own.signal]);
  const telling = (async (): Promise<void> => {
    const done = await readStretch(parts, group, { effort: "aligned", urgency: "patient", signal, onBegin });
    // The finals that it replaces come before it.
    await told;
    parts.options.onEvent(finalOf({ ...facts, stretch: group, done }));
  })()
    .catch((error: unknown) => {
      if (!own.signal.aborted) parts.options.onError(error);
    })
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
  if (reader.prepared?.begunMs === null) reader.prepared.abort.abort();
  reader.prepared = null;
}

function prepare(parts: Parts, stretch: Stretch): Prepared {
  const abort = new AbortController();
  const signal = AbortSignal.any([parts.signal, abort.signal]);
  const onBegin = (): void => {
    prepared.begunMs = parts.engine.now();
  };
  const reading = readStretch(parts, stretch, { effort: "final", urgency: "early", signal, onBegin });
  const prepared: Prepared = { stretch, reading, abort, begunMs: null, isFinal: false };
  const show = async (): Promise<void> => {
    const { read } = await reading;
    const { isFinal, begunMs } = prepared;
    if (isFinal || begunMs === null) return;
    parts.onDraft({ words: placeDraft(read, stretch.from), to: stretch.to, begunMs }, stretch.from);
  };
  // The final tells of what is wrong.
  void show().catch(() => undefined);
  return prepared;
}
