import { setTimeout as sleep } from "node:timers/promises";

/** From the start of one round to that of the next: many calls must not become as many rounds. */
const betweenRoundsMs = 5;

/** Work that is requested again and again, of which one round serves all requests before it starts. */
export interface Coalesced {
  /** Starts a round of this name, or one more after the current round. Handling errors is left to `work`. */
  run(name: string, work: () => Promise<void>): void;
  /** Resolves when all rounds have ended. */
  settled(): Promise<void>;
}

export function openCoalesced(): Coalesced {
  const underWay = new Map<string, Promise<void>>();
  const next = new Map<string, () => Promise<void>>();
  const rounds = async (name: string): Promise<void> => {
    for (let work = next.get(name); work !== undefined; work = next.get(name)) {
      next.delete(name);
      await Promise.all([work().catch(() => undefined), sleep(betweenRoundsMs)]);
    }
    underWay.delete(name);
  };
  return {
    run: (name, work) => {
      next.set(name, work);
      if (!underWay.has(name)) underWay.set(name, rounds(name));
    },
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay.values());
    },
  };
}
