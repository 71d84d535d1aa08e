/** How fast something may come: so much in a second, and so much at once beyond that. */
export interface Rate {
  readonly perSecond: number;
  readonly atOnce: number;
}

/** Notices what comes too fast for too long. */
export interface RateGuard {
  /** @returns whether so much may still come */
  take(amount: number): boolean;
  /** Nothing was read for so long, in milliseconds, so that what was sent meanwhile comes at once. */
  heldBack(ms: number): void;
}

/** @param now milliseconds */
export function openRateGuard({ perSecond, atOnce }: Rate, now: () => number): RateGuard {
  let [ahead, held, lastMs] = [0, 0, now()];
  return {
    take: (amount) => {
      const nowMs = now();
      const ofHeld = Math.min(held, amount);
      held -= ofHeld;
      ahead = Math.max(0, ahead - (perSecond * (nowMs - lastMs)) / 1000) + amount - ofHeld;
      lastMs = nowMs;
      return ahead <= atOnce;
    },
    heldBack: (ms) => {
      held += (perSecond * ms) / 1000;
    },
  };
}
