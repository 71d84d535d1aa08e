import type { SpeechStream } from "#src/api/results/stream-synthesis.ts";
import type { SpeakingEvent } from "./speaking-codec.ts";
import { createTextQueue, type TextQueue } from "./text-queue.ts";

export interface SpokenTextOptions {
  /** The name that the client gave it. */
  readonly context: string;
  /** The characters of a part that is spoken at once. */
  readonly longest: number;
  /** The milliseconds without a message after which the text is taken as complete; null for never. */
  readonly idleMs: number | null;
  readonly speak: (text: string, speed: number, signal: AbortSignal) => Promise<SpeechStream>;
  /** Sends an event to the client, and resolves when it has left the process. */
  readonly tell: (event: SpeakingEvent) => Promise<void>;
}

/** A text that is spoken while it is being written. */
export interface SpokenText {
  /** @param speed that of the parts which begin from now on; as before when absent */
  write(text: string, speed?: number): void;
  /** Has all that is written spoken, though no sentence has ended. */
  flush(): void;
  /** Forgets what is not spoken, and is silent at once. */
  clear(): void;
  /** Has all that is written spoken, and ends. */
  close(): void;
  /** Ends at once. */
  stop(): void;
  /** Begins the time anew in which the client has to send something. */
  wake(): void;
  /** The number of characters and flushes that wait. */
  length(): number;
  readonly isSpeaking: boolean;
  /** True when it takes no more. */
  readonly isClosed: boolean;
  /** Resolves when all is spoken, or after `stop`; rejects with what kept a part from being spoken. */
  readonly ended: Promise<void>;
}

interface State {
  readonly queue: TextQueue;
  /** Ends what is being spoken. */
  turn: AbortController;
  speed: number;
  isSpeaking: boolean;
  isClosed: boolean;
  isStopped: boolean;
  idle: NodeJS.Timeout | undefined;
}

/** Speaks part after part, each as a request of its own, in the order in which they were written. */
export function createSpokenText(options: SpokenTextOptions): SpokenText {
  const queue = createTextQueue(options.longest);
  const flags = { isSpeaking: false, isClosed: false, isStopped: false };
  const state: State = { queue, turn: new AbortController(), speed: 1, ...flags, idle: undefined };
  const clear = (): void => {
    queue.clear();
    state.turn.abort();
  };
  wake(options, state);
  return {
    clear,
    close: () => close(state),
    wake: () => wake(options, state),
    flush: () => queue.flush(),
    length: () => queue.length(),
    write: (text, speed = state.speed) => {
      state.speed = speed;
      if (!state.isClosed) queue.write(text);
    },
    stop: () => {
      state.isStopped = true;
      clear();
      close(state);
    },
    get isSpeaking() {
      return state.isSpeaking;
    },
    get isClosed() {
      return state.isClosed;
    },
    ended: run(options, state).finally(() => clearTimeout(state.idle)),
  };
}

function close(state: State): void {
  state.isClosed = true;
  state.queue.close();
}

function wake(options: SpokenTextOptions, state: State): void {
  clearTimeout(state.idle);
  if (options.idleMs === null || state.isClosed) return;
  // A text that sounds stays open.
  const onIdle = (): void => (state.isSpeaking ? wake(options, state) : close(state));
  state.idle = setTimeout(onIdle, options.idleMs);
}

/** Does what was written down until the text ends. */
async function run(options: SpokenTextOptions, state: State): Promise<void> {
  const { context, tell } = options;
  const { queue } = state;
  for (let next = await queue.next(); next.type !== "closed" && !state.isStopped; next = await queue.next()) {
    state.isSpeaking = true;
    if (next.type === "flushed") await tell({ type: "flushed", context });
    else await say(options, state, next.text);
    state.isSpeaking = false;
  }
  if (!state.isStopped) await tell({ type: "closed", context });
}

/** Sends the sound of a part while it is made, as fast as the client reads. */
async function say({ context, speak, tell }: SpokenTextOptions, state: State, text: string): Promise<void> {
  const { signal } = (state.turn = new AbortController());
  try {
    const { chunks } = await speak(text, state.speed, signal);
    let hasBegun = false;
    for await (const chunk of chunks) {
      signal.throwIfAborted();
      if (!hasBegun) await tell({ type: "begun", context, text });
      hasBegun = true;
      await tell({ type: "sound", context, chunk });
      signal.throwIfAborted();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
