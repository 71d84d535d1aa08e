import type { QueueName } from "#src/jobs/contract.ts";
import type { Queues } from "#src/platform/queue.ts";

export interface WatchOptions {
  readonly queues: Pick<Queues, "countWaiting">;
  readonly queue: QueueName;
  readonly checkMs: number;
  /** True while this process could not take more. */
  readonly isBusy: () => boolean;
}

/** Whether a process still takes the work of its queue. */
export interface ConsumptionWatch extends Disposable {
  /** Says that something was taken. */
  taken(): void;
  readonly isAlive: () => boolean;
  /** Resolves once it does not. */
  readonly stuck: Promise<string>;
}

/** Checks in a row that must find work which is not taken by a process with hands free. */
const patientChecks = 3;

/**
 * Notices that this process takes nothing though work waits and the queue answers. A queue that is away is no reason:
 * it comes back by itself, and a new process could do no better.
 */
export function watchConsumption({ queues, queue, checkMs, isBusy }: WatchOptions): ConsumptionWatch {
  const { promise: stuck, resolve } = Promise.withResolvers<string>();
  let missed = 0;
  const check = async (): Promise<void> => {
    if (isBusy()) missed = 0;
    else if ((await queues.countWaiting(queue).catch(() => 0)) === 0) missed = 0;
    else missed += 1;
    if (missed >= patientChecks) resolve(`work of the queue ${queue} waits and is not taken`);
  };
  const timer = setInterval(() => void check(), checkMs);
  timer.unref();
  return {
    taken: () => {
      missed = 0;
    },
    isAlive: () => missed < patientChecks,
    stuck,
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
