import type { Db } from "#db/schema.ts";
import { raiseHold } from "#src/domain/credits/raise-hold.ts";
import { chargedSeconds } from "./charged-seconds.ts";

/**
 * Sees to it that a recording is paid for by its decoded length, before it is worked on: what its header says may be
 * a lie. Again changes nothing.
 * @throws DomainError `monthly_limit_exceeded`, `insufficient_credits`
 */
export const reserveTranscription = (
  { db }: { readonly db: Db },
  request: { readonly requestId: string; readonly durationSeconds: number },
): Promise<void> =>
  db.transaction().execute((trx) => raiseHold(trx, request.requestId, chargedSeconds(request.durationSeconds)));
