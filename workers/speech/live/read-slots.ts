import type { Owner } from "#workers/speech/engine.ts";
import { createFairQueue, type FairQueue } from "#workers/speech/process/fair-queue.ts";

/**
 * The most urgent first. `due` is a final whose silence is over, `early` one whose silence has begun, `patient` are interim results and
 * revisions.
 */
const urgencies = ["due", "early", "patient"] as const;
export type Urgency = (typeof urgencies)[number];

/** Slots for reading utterances. More urgent work comes first; within an urgency, accounts have equal shares. */
export interface ReadSlots {
  /**
   * Runs the work when it gets a slot, so that patient work may read what has come in the meantime.
   * @throws the signal's reason when it is aborted before that, and what the work throws
   */
  run<Result>(request: SlotRequest, work: () => Promise<Result>): Promise<Result>;
}

export interface SlotRequest {
  readonly owner: Owner;
  readonly urgency: Urgency;
  readonly signal: AbortSignal;
}

type Queue = FairQueue<() => void>;

interface Slots {
  readonly count: number;
  readonly queues: Readonly<Record<Urgency, Queue>>;
  readonly taken: Record<Urgency, number>;
}

/** All but one of the slots may be taken by patient work. */
export function openReadSlots(count: number): ReadSlots {
  const slots: Slots = {
    count,
    queues: { due: createFairQueue(), early: createFairQueue(), patient: createFairQueue() },
    taken: { due: 0, early: 0, patient: 0 },
  };
  return {
    run: async (request, work) => {
      await enter(slots, request);
      try {
        return await work();
      } finally {
        slots.taken[request.urgency] -= 1;
        slots.queues[request.urgency].done(request.owner);
        feed(slots);
      }
    },
  };
}

function feed(slots: Slots): void {
  for (let begin = next(slots); begin !== null; begin = next(slots)) begin();
}

function next({ count, queues, taken }: Slots): (() => void) | null {
  if (taken.due + taken.early + taken.patient >= count) return null;
  for (const urgency of urgencies) {
    if (urgency === "patient" && taken.patient >= Math.max(1, count - 1)) return null;
    const work = queues[urgency].take();
    if (work === undefined) continue;
    taken[urgency] += 1;
    return work.task;
  }
  return null;
}

async function enter(slots: Slots, { owner, urgency, signal }: SlotRequest): Promise<void> {
  signal.throwIfAborted();
  const { promise: entered, resolve, reject } = Promise.withResolvers<void>();
  const waiting = { owner, task: resolve };
  const abort = (): void => {
    slots.queues[urgency].remove(waiting);
    reject(signal.reason);
  };
  signal.addEventListener("abort", abort, { once: true });
  slots.queues[urgency].add(waiting);
  feed(slots);
  await entered.finally(() => signal.removeEventListener("abort", abort));
}
