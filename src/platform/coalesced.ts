import { setTimeout as sleep } from "node:timers/promises";

/** From the beginning of one round to that of the next: a flood of calls must not become one of rounds. */
const betweenRoundsMs = 5;

/** Work that is asked for again and again, of which one round serves all who asked before it began. */
export interface Coalesced {
  /** Begins a round of this name, or another one after that which is under way. What goes wrong is left to `work`. */
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
