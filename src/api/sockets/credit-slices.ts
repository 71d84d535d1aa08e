import type { Db } from "#db/schema.ts";
import { heldAheadSeconds } from "#src/domain/live/open-session.ts";
import { reserveTranscription } from "#src/domain/speech/reserve-work.ts";
import { DomainError } from "#src/errors.ts";

/** Seconds of held credits at which more are asked for. */
const lowSeconds = 5;

/** The credits that are held for a session, a slice ahead of its sound. */
export interface CreditSlices {
  /** The seconds that are held. */
  readonly seconds: number;
  /** True where more has to be held soon for so many seconds of sound. */
  isLow(seconds: number): boolean;
  /**
   * Holds the credits of so many seconds and a slice more; where the account cannot pay that, of the seconds alone.
   * @throws DomainError `monthly_limit_exceeded`, `insufficient_credits` where it cannot pay these
   */
  cover(seconds: number): Promise<void>;
}

/** @param heldBefore the seconds whose credits are held already */
export function createCreditSlices(db: Db, requestId: string, heldBefore: number): CreditSlices {
  let held = heldBefore;
  const hold = async (seconds: number): Promise<void> => {
    await reserveTranscription({ db }, { requestId, durationSeconds: seconds });
    held = Math.max(held, Math.ceil(seconds));
  };
  return {
    get seconds() {
      return held;
    },
    isLow: (seconds) => seconds + lowSeconds > held,
    cover: async (seconds) => {
      await hold(seconds + heldAheadSeconds).catch(async (error: unknown) => {
        if (!(error instanceof DomainError)) throw error;
        if (seconds > held) await hold(seconds);
      });
    },
  };
}
