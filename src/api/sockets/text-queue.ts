import { completeLength, hasWords } from "#src/domain/speech/written-text.ts";

/** The next thing to do for a client that writes a text: speak a part of it, or say that all up to a flush is spoken, or end. */
export type QueuedText =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "flushed" }
  | { readonly type: "closed" };

/** The text that a client writes, as far as it is not being spoken. */
export interface TextQueue {
  write(text: string): void;
  /** Has all that is written spoken, though no sentence has ended. */
  flush(): void;
  /** Forgets all that is not being spoken. */
  clear(): void;
  /** Flushes, and ends behind that. */
  close(): void;
  /** The number of characters and flushes that wait. */
  length(): number;
  /** Waits for a sentence or a flush. What was written while an earlier part was being spoken is one part. */
  next(): Promise<QueuedText>;
}

interface State {
  readonly longest: number;
  /** The parts and marks up to the last flush. */
  readonly flushed: QueuedText[];
  /** The number of characters of these parts, and of marks. */
  waiting: number;
  /** The text behind it. */
  open: string;
  isClosed: boolean;
  written: PromiseWithResolvers<void>;
}

/** @param longest the characters of a part */
export function createTextQueue(longest: number): TextQueue {
  const state: State = {
    longest,
    flushed: [],
    waiting: 0,
    open: "",
    isClosed: false,
    written: Promise.withResolvers(),
  };
  const { flushed } = state;
  const flush = (mark: readonly QueuedText[]): void => {
    take(state, state.open.length);
    add(state, mark);
    wake(state);
  };
  return {
    write: (text) => {
      if (text === "") return;
      state.open += text;
      wake(state);
    },
    flush: () => flush([{ type: "flushed" }]),
    clear: () => {
      flushed.splice(0);
      [state.open, state.waiting] = ["", 0];
    },
    close: () => {
      state.isClosed = true;
      flush([]);
    },
    length: () => state.open.length + state.waiting,
    next: () => nextOf(state),
  };
}

function wake(state: State): void {
  state.written.resolve();
  state.written = Promise.withResolvers();
}

/** Takes the beginning of the open text. */
function take(state: State, length: number): void {
  const parts = partsOf(state.open.slice(0, length), state.longest).filter(hasWords);
  add(
    state,
    parts.map((text) => ({ type: "text", text })),
  );
  state.open = state.open.slice(length);
}

async function nextOf(state: State): Promise<QueuedText> {
  for (;;) {
    if (state.flushed.length === 0) take(state, lengthOfPart(state.open, state.longest));
    const first = state.flushed.shift();
    if (first !== undefined) {
      state.waiting -= lengthOf(first);
      return first;
    }
    if (state.isClosed) return { type: "closed" };
    await state.written.promise;
  }
}

function add(state: State, queued: readonly QueuedText[]): void {
  state.flushed.push(...queued);
  state.waiting += queued.reduce((sum, one) => sum + lengthOf(one), 0);
}

/** The characters that a part counts for; a mark counts as one, since it takes up room, too. */
const lengthOf = (queued: QueuedText): number => (queued.type === "text" ? queued.text.length : 1);

/** The UTF-16 units of an open text that can be spoken: its whole sentences, or what is too long to wait for the end of one. */
function lengthOfPart(open: string, longest: number): number {
  const whole = completeLength(open.slice(0, longest));
  return whole > 0 || open.length <= longest ? whole : cutOf(open, longest);
}

/** The place of the last blank within so many characters, or the last place where there is none. */
function cutOf(text: string, longest: number): number {
  const blank = text.lastIndexOf(" ", longest);
  return blank > 0 ? blank : longest;
}

function partsOf(text: string, longest: number): readonly string[] {
  if (text.length <= longest) return [text];
  const end = cutOf(text, longest);
  return [text.slice(0, end), ...partsOf(text.slice(end), longest)];
}
