import { DomainError } from "#src/errors.ts";
import { DecoderDiedError, type DecoderProcess } from "./decoder-process.ts";
import { createFairQueue } from "./fair-queue.ts";
import type { DecodedWord } from "./parse-output.ts";

/** A decoder is killed this long after it began: a base, which covers the loading of its models, and a share of the audio. */
export interface Deadline {
  readonly baseMs: number;
  readonly perAudioSecondMs: number;
}

export interface PoolOptions {
  readonly processes: number;
  readonly deadline: Deadline;
  readonly start: () => DecoderProcess;
  /** Told of every decoder that ended by itself. */
  readonly log: (message: string) => void;
}

export interface Utterance {
  /** Base name of the file. */
  readonly name: string;
  readonly durationSeconds: number;
  readonly signal: AbortSignal;
}

export interface DecoderPool {
  /**
   * Decodes one utterance as soon as a decoder is free and it is the owner's turn. When the decoder dies it is tried once
   * more on another.
   *
   * @throws DomainError `engine_unavailable`, `engine_timeout`
   * @throws the signal's reason when it is aborted
   */
  decode(owner: object, utterance: Utterance): Promise<readonly DecodedWord[]>;
  close(): Promise<void>;
}

interface Task {
  readonly utterance: Utterance;
  readonly resolve: (words: readonly DecodedWord[]) => void;
  readonly reject: (reason: unknown) => void;
  attempts: number;
}

interface Slot {
  decoder: DecoderProcess | null;
  isBusy: boolean;
  /** Ends in a row that nobody asked for. */
  failures: number;
  restart: NodeJS.Timeout | undefined;
}

const maxAttempts = 2;
const firstRestartMs = 100;
const maxRestartMs = 5000;

/** The first restart is at once, then the wait doubles. */
const restartDelayMs = (failures: number): number =>
  failures <= 1 ? 0 : Math.min(maxRestartMs, firstRestartMs * 2 ** (failures - 2));

/** Starts the decoders in the background and keeps that many running until it is closed. */
export function openDecoderPool(options: PoolOptions): DecoderPool {
  const queue = createFairQueue<Task>();
  const slots: readonly Slot[] = Array.from({ length: options.processes }, () => ({
    decoder: null,
    isBusy: false,
    failures: 0,
    restart: undefined,
  }));
  let isClosed = false;

  const launch = (slot: Slot): void => {
    const decoder = options.start();
    slot.decoder = decoder;
    void decoder.exited.then(() => relaunch(slot));
    feed();
  };

  const relaunch = (slot: Slot): void => {
    slot.decoder = null;
    if (isClosed) return;
    if (slot.failures > 0) options.log(`A decoder ended by itself, ${slot.failures} in a row.`);
    slot.restart = setTimeout(() => launch(slot), restartDelayMs(slot.failures));
    slot.failures += 1;
  };

  const feed = (): void => {
    for (const slot of slots) {
      if (slot.decoder === null || slot.isBusy) continue;
      const next = queue.take();
      if (next === undefined) return;
      void serve({ slot, decoder: slot.decoder }, next.task, next.owner);
    }
  };

  const serve = async (
    { slot, decoder }: { readonly slot: Slot; readonly decoder: DecoderProcess },
    task: Task,
    owner: object,
  ): Promise<void> => {
    slot.isBusy = true;
    task.attempts += 1;
    const outcome = await attempt(decoder, task.utterance, options.deadline);
    slot.isBusy = false;
    // Words, and a kill that was ours, say nothing against the decoder.
    if (outcome.kind !== "died") slot.failures = 0;
    if (outcome.kind === "decoded") task.resolve(outcome.words);
    else if (outcome.kind === "stopped") task.reject(outcome.reason);
    else if (task.attempts < maxAttempts && !isClosed) queue.add(owner, task, "first");
    else task.reject(new DomainError("engine_unavailable"));
    feed();
  };

  for (const slot of slots) launch(slot);

  return {
    decode: (owner, utterance) => {
      const { signal } = utterance;
      if (isClosed) return Promise.reject(new DomainError("engine_unavailable"));
      if (signal.aborted) return Promise.reject(signal.reason);
      const { promise, resolve, reject } = Promise.withResolvers<readonly DecodedWord[]>();
      const task: Task = { utterance, resolve, reject, attempts: 0 };
      const abort = (): void => {
        queue.remove(owner, task);
        reject(signal.reason);
      };
      signal.addEventListener("abort", abort, { once: true });
      queue.add(owner, task);
      feed();
      return promise.finally(() => signal.removeEventListener("abort", abort));
    },
    close: async () => {
      isClosed = true;
      for (const task of queue.drain()) task.reject(new DomainError("engine_unavailable"));
      const decoders = slots.flatMap((slot) => slot.decoder ?? []);
      for (const slot of slots) clearTimeout(slot.restart);
      for (const decoder of decoders) decoder.kill();
      await Promise.all(decoders.map((decoder) => decoder.exited));
    },
  };
}

type Outcome =
  | { readonly kind: "decoded"; readonly words: readonly DecodedWord[] }
  | { readonly kind: "stopped"; readonly reason: unknown }
  | { readonly kind: "died" };

/** One run on one decoder, which is killed at the deadline and on abort: a file cannot be taken back from it. */
async function attempt(decoder: DecoderProcess, utterance: Utterance, deadline: Deadline): Promise<Outcome> {
  const { name, durationSeconds, signal } = utterance;
  let stopped: { readonly reason: unknown } | undefined;
  const stop = (reason: unknown): void => {
    stopped ??= { reason };
    decoder.kill();
  };
  const abort = (): void => stop(signal.reason);
  const timeoutMs = deadline.baseMs + deadline.perAudioSecondMs * durationSeconds;
  const timer = setTimeout(() => stop(new DomainError("engine_timeout")), timeoutMs);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return { kind: "decoded", words: await decoder.decode(name) };
  } catch (error) {
    if (stopped !== undefined) return { kind: "stopped", reason: stopped.reason };
    if (error instanceof DecoderDiedError) return { kind: "died" };
    return { kind: "stopped", reason: error };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}
