import type { Owner } from "#workers/speech/engine.ts";
import { createFairQueue } from "#workers/speech/process/fair-queue.ts";

/** `urgent` work has somebody waiting for it: a final, whose silence is over. */
export type Urgency = "urgent" | "patient";

/** Slots for reading utterances. Urgent work comes first; within both, accounts have equal shares. */
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

/** All but one of the slots may be taken by patient work. */
export function openReadSlots(count: number): ReadSlots {
  const mostPatient = Math.max(1, count - 1);
  const queues = { urgent: createFairQueue<() => void>(), patient: createFairQueue<() => void>() };
  const taken = { urgent: 0, patient: 0 };
  const next = (): { readonly urgency: Urgency; readonly begin: () => void } | null => {
    if (taken.urgent + taken.patient >= count) return null;
    const urgent = queues.urgent.take();
    if (urgent !== undefined) return { urgency: "urgent", begin: urgent.task };
    const patient = taken.patient < mostPatient ? queues.patient.take() : undefined;
    return patient === undefined ? null : { urgency: "patient", begin: patient.task };
  };
  const feed = (): void => {
    for (let free = next(); free !== null; free = next()) {
      taken[free.urgency] += 1;
      free.begin();
    }
  };
  const enter = async ({ owner, urgency, signal }: SlotRequest): Promise<void> => {
    signal.throwIfAborted();
    const { promise: entered, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { owner, task: resolve };
    const abort = (): void => {
      queues[urgency].remove(waiting);
      reject(signal.reason);
    };
    signal.addEventListener("abort", abort, { once: true });
    queues[urgency].add(waiting);
    feed();
    await entered.finally(() => signal.removeEventListener("abort", abort));
  };
  return {
    run: async (request, work) => {
      await enter(request);
      try {
        return await work();
      } finally {
        taken[request.urgency] -= 1;
        queues[request.urgency].done(request.owner);
        feed();
      }
    },
  };
}
