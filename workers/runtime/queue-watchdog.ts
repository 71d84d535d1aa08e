import type { QueueName } from "#src/jobs/contract.ts";
import type { Queues } from "#src/platform/queue/queue.ts";
import { repeat } from "#src/platform/async/repeat.ts";

export interface WatchOptions {
  readonly queues: Pick<Queues, "countWaiting">;
  readonly queue: QueueName;
  readonly checkMs: number;
  /** True while this process could not take more. */
  readonly isBusy: () => boolean;
}

/** Whether a process still takes the jobs of its queue. */
export interface QueueWatchdog extends Disposable {
  /** Called when the queue has delivered a run. */
  recordDelivery(): void;
  readonly isAlive: () => boolean;
  /** Resolves with the reason when it no longer does. */
  readonly stuck: Promise<string>;
}

/** Consecutive checks that must find waiting jobs while a slot of the process is free. */
const patientChecks = 3;

/**
 * Detects that this process takes no jobs although some wait and the queue answers. A queue that is unavailable does not count: it
 * comes back by itself, and a new process could do no better.
 */
export function watchQueue({ queues, queue, checkMs, isBusy }: WatchOptions): QueueWatchdog {
  const { promise: stuck, resolve } = Promise.withResolvers<string>();
  let missed = 0;
  const check = async (): Promise<void> => {
    if (isBusy()) missed = 0;
    else if ((await queues.countWaiting(queue).catch(() => 0)) === 0) missed = 0;
    else missed += 1;
    if (missed >= patientChecks) resolve(`work of the queue ${queue} waits and is not taken`);
  };
  const checking = repeat(checkMs, check);
  return {
    recordDelivery: () => {
      missed = 0;
    },
    isAlive: () => missed < patientChecks,
    stuck,
    [Symbol.dispose]: () => void checking.stop(),
  };
}
