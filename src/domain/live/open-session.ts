import type { usageSources } from "#db/usage-schema.ts";
import { accountTransaction } from "#src/domain/accounts/account-transaction.ts";
import { reserveCredits } from "#src/domain/credits/reserve-credits.ts";
import { insertLiveRequest } from "#src/domain/speech/queries.ts";
import type { TranscriptionOptions } from "#src/domain/speech/transcription-options.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import { countLiveSessions, insertLiveSession, type LiveSlot, type NewLiveSession, takeSlot } from "./queries.ts";

/** The credits, one for each second, that are held beyond what has been heard. */
export const heldAheadSeconds = 15;
const retryAfterSeconds = 5;

export interface LiveRequest extends NewLiveSession {
  readonly source: (typeof usageSources)[number];
  /** A primary tag or `auto`. */
  readonly language: string;
  /** As it was sent; null where none was. */
  readonly languageTag: string | null;
  readonly options: TranscriptionOptions;
}

/** The refusal where all slots are taken. */
export function noSlotError(): DomainError {
  const text = `All slots for live sessions are taken. Retry in ${retryAfterSeconds} seconds.`;
  return new DomainError("unavailable", text, { retry_after: retryAfterSeconds });
}

/**
 * Writes a live session with its request, sets aside the credits of its first seconds, and takes a slot of a worker: all of it or nothing.
 * @throws DomainError `monthly_limit_exceeded`, `insufficient_credits`, `concurrency_limited`, `unavailable` where no slot is free
 */
export const openLiveSession = (
  { db, mutex, config }: Pick<Resources, "db" | "mutex" | "config">,
  request: LiveRequest,
): Promise<LiveSlot> =>
  accountTransaction({ db, mutex }, request.userId, async (trx) => {
    await reserveCredits(trx, { ...request, pool: "asr", credits: heldAheadSeconds });
    const { concurrency: max } = config.live;
    if ((await countLiveSessions(trx, request.userId)) >= max) {
      const text = "The account has too many open live sessions. Retry when one of them has ended.";
      throw new DomainError("concurrency_limited", text, { max_unfinished: max, retry_after: retryAfterSeconds });
    }
    const slot = await takeSlot(trx, { language: request.language, model: request.options.model });
    if (slot === null) throw noSlotError();
    await insertLiveRequest(trx, { ...request, id: request.requestId, isDemo: false });
    await insertLiveSession(trx, request);
    return slot;
  });
