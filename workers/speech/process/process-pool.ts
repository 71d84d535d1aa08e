import pTimeout from "p-timeout";
import { DomainError } from "#src/errors.ts";
import type { EngineStatus, Owner } from "#workers/speech/engine.ts";
import { createFairQueue, type FairQueue } from "./fair-queue.ts";
import { type Ending, type EngineProcess, ProcessDiedError } from "./engine-process.ts";
import { keepWarm, type WarmProcess, type WarmProcessOptions } from "./warm-process.ts";

export interface PoolOptions<Request, Reply> extends WarmProcessOptions<EngineProcess<Request, Reply>> {
  readonly processes: number;
  /**
   * The end of a process whose request is aborted: `kill` where a request may take long, `finish` where it is soon over
   * and starting a process costs more. The caller waits for neither.
   */
  readonly onAbort: "kill" | "finish";
  /** Processes that have had nothing to do for so long are ended until there is work; null: they stay. */
  readonly idleMs?: number | null;
}

export interface PoolRequest<Request> {
  readonly request: Request;
  /** The process is killed when it has not answered by then. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface ProcessPool<Request, Reply> {
  /**
   * Runs one request of a file when the fair queue assigns it a process. If the process dies, the request is retried
   * once on another.
   *
   * @throws DomainError `engine_unavailable`, `engine_timeout`
   * @throws the signal's reason when it is aborted
   */
  run(file: object, request: PoolRequest<Request>): Promise<Reply>;
  /** The same processes for files of this account; without it, all files belong to one account. */
  of(account: string): ProcessPool<Request, Reply>;
  status(): EngineStatus;
  /** The process ids of the running processes, each a group leader, by slot. */
  pids(): readonly number[];
  close(): Promise<void>;
}

interface Task<Request, Reply> {
  readonly request: PoolRequest<Request>;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (reason: unknown) => void;
  /** By the clock of `performance`. */
  queuedMs: number;
  attempts: number;
}

interface Owned<Request, Reply> {
  readonly owner: Owner;
  readonly task: Task<Request, Reply>;
}

interface Slot<Request, Reply> {
  readonly warm: WarmProcess<EngineProcess<Request, Reply>>;
  isBusy: boolean;
}

const maxAttempts = 2;

interface Pool<Request, Reply> {
  readonly options: PoolOptions<Request, Reply>;
  readonly queue: FairQueue<Task<Request, Reply>>;
  readonly slots: Slot<Request, Reply>[];
  isClosed: boolean;
  /** Requests that are not settled. */
  open: number;
  idle: NodeJS.Timeout | undefined;
}

/** Starts the processes in the background and keeps that many running until it is closed. */
export function openProcessPool<Request, Reply>(options: PoolOptions<Request, Reply>): ProcessPool<Request, Reply> {
  const pool: Pool<Request, Reply> = {
    options,
    queue: createFairQueue(),
    slots: [],
    isClosed: false,
    open: 0,
    idle: undefined,
  };
  for (let count = 0; count < options.processes; count += 1) {
    pool.slots.push({ warm: keepWarm<EngineProcess<Request, Reply>>(options, () => feed(pool)), isBusy: false });
  }
  sleepWhenIdle(pool);
  return viewOf(pool, "");
}

function viewOf<Request, Reply>(pool: Pool<Request, Reply>, account: string): ProcessPool<Request, Reply> {
  const { queue, slots } = pool;
  return {
    run: (file, request) => {
      if (pool.isClosed) return Promise.reject(new DomainError("engine_unavailable"));
      if (request.signal.aborted) return Promise.reject(request.signal.reason);
      const { promise: reply, resolve, reject } = Promise.withResolvers<Reply>();
      const owned = { owner: { account, file }, task: taskOf({ request, resolve, reject }) };
      queue.add(owned);
      pool.open += 1;
      clearTimeout(pool.idle);
      for (const { warm } of slots) warm.wake();
      feed(pool);
      return pTimeout(reply, { milliseconds: Infinity, signal: request.signal }).finally(() => {
        // It is still there when the request was aborted.
        queue.remove(owned);
        pool.open -= 1;
        sleepWhenIdle(pool);
      });
    },
    of: (other) => viewOf(pool, other),
    status: () => statusOf(pool),
    pids: () => slots.flatMap(({ warm }) => warm.alive()?.pid ?? []),
    close: async () => {
      pool.isClosed = true;
      for (const task of queue.drain()) settle(task, { kind: "died" });
      clearTimeout(pool.idle);
      await Promise.all(slots.map(({ warm }) => warm.close()));
    },
  };
}

/** Gives work to every process that has none. */
function feed<Request, Reply>(pool: Pool<Request, Reply>): void {
  rejectWhenFailing(pool);
  for (const slot of pool.slots) {
    const process = slot.isBusy ? undefined : slot.warm.current();
    const next = process && pool.queue.take();
    if (process && next) void serve(pool, { slot, process }, next);
  }
}

/** Processes that end before they take a request will fail again, so callers do not wait for them. */
function rejectWhenFailing<Request, Reply>({ slots, queue }: Pool<Request, Reply>): void {
  const reason = failureOf(slots);
  if (reason === null) return;
  for (const task of queue.drain()) task.reject(new DomainError("engine_unavailable", reason));
}

/** Why none of the processes begins to take requests; null where one may. */
function failureOf<Request, Reply>(slots: readonly Slot<Request, Reply>[]): string | null {
  const reasons = slots.map(({ warm }) => warm.failure());
  return reasons.includes(null) ? null : (reasons[0] ?? null);
}

function statusOf<Request, Reply>({ slots }: Pool<Request, Reply>): EngineStatus {
  if (slots.some(({ warm }) => warm.current() !== undefined)) return { state: "ready" };
  const reason = failureOf(slots);
  if (reason !== null) return { state: "unavailable", reason };
  return { state: slots.every(({ warm }) => warm.isAsleep()) ? "idle" : "starting" };
}

const taskOf = <Request, Reply>(
  task: Pick<Task<Request, Reply>, "request" | "resolve" | "reject">,
): Task<Request, Reply> => ({ ...task, queuedMs: performance.now(), attempts: 0 });

interface Serving<Request, Reply> {
  readonly slot: Slot<Request, Reply>;
  readonly process: EngineProcess<Request, Reply>;
}

async function serve<Request, Reply>(
  pool: Pool<Request, Reply>,
  { slot, process }: Serving<Request, Reply>,
  { owner, task }: Owned<Request, Reply>,
): Promise<void> {
  slot.isBusy = true;
  task.attempts += 1;
  const begunMs = performance.now();
  const outcome = await attempt(process, task.request, pool.options.onAbort);
  const [waitSeconds, workSeconds] = [(begunMs - task.queuedMs) / 1000, (performance.now() - begunMs) / 1000];
  pool.options.observe?.({ kind: "served", waitSeconds, workSeconds });
  task.queuedMs = performance.now();
  slot.isBusy = false;
  pool.queue.done(owner);
  if (outcome.kind === "done") slot.warm.resetBackoff();
  const isRetried = outcome.kind === "died" && task.attempts < maxAttempts && !pool.isClosed;
  if (isRetried) pool.queue.add({ owner, task }, "first");
  else settle(task, outcome);
  feed(pool);
}

function sleepWhenIdle<Request, Reply>(pool: Pool<Request, Reply>): void {
  const { idleMs } = pool.options;
  if (idleMs === undefined || idleMs === null || pool.open > 0 || pool.isClosed) return;
  clearTimeout(pool.idle);
  pool.idle = setTimeout(() => {
    // Sleep would hide that the engine is unavailable, or that it will be when its next start fails.
    if (["starting", "unavailable"].includes(statusOf(pool).state)) return sleepWhenIdle(pool);
    for (const { warm } of pool.slots) warm.sleep();
  }, idleMs).unref();
}

type Outcome<Reply> =
  | { readonly kind: "done"; readonly reply: Reply }
  | { readonly kind: "stopped"; readonly reason: unknown }
  | { readonly kind: "died" };

function settle<Request, Reply>(task: Task<Request, Reply>, outcome: Outcome<Reply>): void {
  if (outcome.kind === "done") task.resolve(outcome.reply);
  else task.reject(outcome.kind === "stopped" ? outcome.reason : new DomainError("engine_unavailable"));
}

/** One run on one process, which is killed at the deadline: a request cannot be taken back from it. */
async function attempt<Request, Reply>(
  process: EngineProcess<Request, Reply>,
  { request, timeoutMs, signal }: PoolRequest<Request>,
  onAbort: "kill" | "finish",
): Promise<Outcome<Reply>> {
  if (signal.aborted) return { kind: "stopped", reason: signal.reason };
  let stopped: { readonly reason: unknown } | undefined;
  const stop = (reason: unknown, why: Ending): void => {
    stopped ??= { reason };
    process.kill(why);
  };
  const abort = (): void => stop(signal.reason, "aborted");
  const timer = setTimeout(() => stop(new DomainError("engine_timeout"), "timed_out"), timeoutMs);
  if (onAbort === "kill") signal.addEventListener("abort", abort, { once: true });
  try {
    return { kind: "done", reply: await process.run(request) };
  } catch (error) {
    if (stopped !== undefined) return { kind: "stopped", reason: stopped.reason };
    if (error instanceof ProcessDiedError) return { kind: "died" };
    return { kind: "stopped", reason: error };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

/**
 * A process that takes too long says more about the machine than about the sound or the text: another engine, or another
 * attempt, may succeed, while `engine_timeout` would end the job.
 */
export function timeoutAsUnavailable(error: unknown): never {
  throw error instanceof DomainError && error.code === "engine_timeout" ? new DomainError("engine_unavailable") : error;
}
