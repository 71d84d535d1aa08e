import { DomainError } from "#src/errors.ts";
import { DecoderDiedError, type DecoderProcess } from "./decoder-process.ts";
import { createFairQueue, type FairQueue, type Owner } from "#workers/speech/fair-queue.ts";
import type { Decoding } from "./parse-output.ts";
import { keepWarm, type WarmDecoder, type WarmDecoderOptions } from "./warm-decoder.ts";

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
   * Decodes one utterance of a file as soon as a decoder is free and it is the file's turn. When the decoder dies it is
   * tried once more on another.
   *
   * @throws DomainError `engine_unavailable`, `engine_timeout`
   * @throws the signal's reason when it is aborted
   */
  decode(file: object, utterance: Utterance): Promise<Decoding>;
  /** The same decoders for files of this account; those of `decode` alone are all of one. */
  of(account: string): DecoderPool;
  close(): Promise<void>;
}

interface Task {
  readonly utterance: Utterance;
  readonly resolve: (decoding: Decoding) => void;
  readonly reject: (reason: unknown) => void;
  attempts: number;
}

interface Slot {
  readonly decoder: WarmDecoder;
  isBusy: boolean;
}

const maxAttempts = 2;

/** Starts the decoders in the background and keeps that many running until it is closed. */
export function openDecoderPool({ processes, deadline, start, log }: PoolOptions): DecoderPool {
  const queue = createFairQueue<Task>();
  let isClosed = false;
  const feed = (): void => {
    for (const slot of slots) {
      const decoder = slot.isBusy ? undefined : slot.decoder.current();
      const next = decoder && queue.take();
      if (decoder && next) void serve(slot, decoder, next);
    }
  };
  const slots = startSlots(processes, { start, log, onReplaced: feed });
  const serve = async (slot: Slot, decoder: DecoderProcess, { owner, task }: Turn): Promise<void> => {
    slot.isBusy = true;
    task.attempts += 1;
    const outcome = await attempt(decoder, task.utterance, deadline);
    slot.isBusy = false;
    queue.done(owner);
    if (outcome.kind === "decoded") slot.decoder.praise();
    const isRetried = outcome.kind === "died" && task.attempts < maxAttempts && !isClosed;
    if (isRetried) queue.add({ owner, task }, "first");
    else settle(task, outcome);
    feed();
  };
  const of = (account: string): DecoderPool => ({
    decode: (file, utterance) => {
      if (isClosed) return Promise.reject(new DomainError("engine_unavailable"));
      const words = enqueue(queue, { account, file }, utterance);
      feed();
      return words;
    },
    of,
    close: async () => {
      isClosed = true;
      for (const task of queue.drain()) settle(task, { kind: "died" });
      await Promise.all(slots.map((slot) => slot.decoder.close()));
    },
  });
  return of("");
}

const startSlots = (count: number, options: WarmDecoderOptions): readonly Slot[] =>
  Array.from({ length: count }, () => ({ decoder: keepWarm(options), isBusy: false }));

function enqueue(queue: FairQueue<Task>, owner: Owner, utterance: Utterance): Promise<Decoding> {
  const { signal } = utterance;
  if (signal.aborted) return Promise.reject(signal.reason);
  const { promise, resolve, reject } = Promise.withResolvers<Decoding>();
  const task: Task = { utterance, resolve, reject, attempts: 0 };
  queue.add({ owner, task });
  return untilAborted(promise, signal, () => queue.remove({ owner, task }));
}

interface Turn {
  readonly owner: Owner;
  readonly task: Task;
}

type Outcome =
  | { readonly kind: "decoded"; readonly decoding: Decoding }
  | { readonly kind: "stopped"; readonly reason: unknown }
  | { readonly kind: "died" };

function settle(task: Task, outcome: Outcome): void {
  if (outcome.kind === "decoded") task.resolve(outcome.decoding);
  else task.reject(outcome.kind === "stopped" ? outcome.reason : new DomainError("engine_unavailable"));
}

/** The result, or the signal's reason as soon as it is aborted; `cleanUp` runs then. */
async function untilAborted<Result>(
  result: Promise<Result>,
  signal: AbortSignal,
  cleanUp: () => void,
): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => {
    cleanUp();
    reject(signal.reason);
  };
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([result, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** One run on one decoder, which is killed at the deadline and on abort: a file cannot be taken back from it. */
async function attempt(decoder: DecoderProcess, utterance: Utterance, deadline: Deadline): Promise<Outcome> {
  const { name, durationSeconds, signal } = utterance;
  if (signal.aborted) return { kind: "stopped", reason: signal.reason };
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
    return { kind: "decoded", decoding: await decoder.decode(name) };
  } catch (error) {
    if (stopped !== undefined) return { kind: "stopped", reason: stopped.reason };
    if (error instanceof DecoderDiedError) return { kind: "died" };
    return { kind: "stopped", reason: error };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}
