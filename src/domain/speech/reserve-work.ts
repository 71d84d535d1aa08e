import type { Db } from "#db/schema.ts";
import { raiseHold } from "#src/domain/credits/raise-hold.ts";
import { chargedSeconds } from "./charged-seconds.ts";

/**
 * Sees to it that a recording is paid for by its decoded length and the channels that are transcribed by themselves, before it is worked on: what its header says may be
 * a lie. Again changes nothing.
 * @throws DomainError `monthly_limit_exceeded`, `insufficient_credits`
 */
export const reserveTranscription = (
  { db }: { readonly db: Db },
  {
    requestId,
    durationSeconds,
    channels,
  }: { readonly requestId: string; readonly durationSeconds: number; readonly channels?: number },
): Promise<void> =>
  db.transaction().execute((trx) => raiseHold(trx, requestId, chargedSeconds(durationSeconds, channels)));

/**
 * Sees to it that a text is paid for at its price, before it is spoken, where that is more than its characters. Again changes nothing.
 * @throws DomainError `monthly_limit_exceeded`, `insufficient_credits`
 */
export async function reserveSynthesis(
  { db }: { readonly db: Db },
  {
    requestId,
    characters,
    credits,
  }: { readonly requestId: string; readonly characters: number; readonly credits: number },
): Promise<void> {
  if (credits > characters) await db.transaction().execute((trx) => raiseHold(trx, requestId, credits));
}
