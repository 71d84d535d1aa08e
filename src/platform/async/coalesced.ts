import { setTimeout as sleep } from "node:timers/promises";
import { outsideSpans } from "#src/spans.ts";

/** From the start of a round that serves several calls to that of the next, so that under load many calls share a round. */
const betweenRoundsMs = 5;

/** Work that is requested again and again, of which one round serves all requests before it starts. */
export interface Coalesced {
  /** Starts a round of this name, or one more after the current round. Handling errors is left to `work`. */
  run(name: string, work: () => Promise<void>): void;
  /** Resolves when all rounds have ended. */
  settled(): Promise<void>;
}

interface Round {
  readonly work: () => Promise<void>;
  readonly calls: number;
}

export function openCoalesced(): Coalesced {
  const underWay = new Map<string, Promise<void>>();
  const next = new Map<string, Round>();
  const rounds = async (name: string): Promise<void> => {
    for (let round = next.get(name); round !== undefined; round = next.get(name)) {
      next.delete(name);
      const pause = round.calls > 1 ? sleep(betweenRoundsMs) : undefined;
      await Promise.all([round.work().catch(() => undefined), pause]);
    }
    underWay.delete(name);
  };
  return {
    run: (name, work) => {
      next.set(name, { work, calls: (next.get(name)?.calls ?? 0) + 1 });
      if (underWay.has(name)) return;
      underWay.set(
        name,
        outsideSpans(() => rounds(name)),
      );
    },
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay.values());
    },
  };
}
