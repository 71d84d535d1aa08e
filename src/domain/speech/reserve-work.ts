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

/** A text may have up to so many letters for each of its characters, once its numbers and signs are words, for the same credits. */
const includedLetters = 2;

/**
 * Sees to it that a text of signs and numbers is paid for by its letters, before it is spoken, where they are more than twice its
 * characters. Again changes nothing.
 * @param letters of the text with its numbers and signs in words
 * @returns the credits that all of the text costs
 * @throws DomainError `monthly_limit_exceeded`, `insufficient_credits`
 */
export async function reserveSynthesis(
  { db }: { readonly db: Db },
  {
    requestId,
    characters,
    letters,
  }: { readonly requestId: string; readonly characters: number; readonly letters: number },
): Promise<number> {
  if (letters <= includedLetters * characters) return characters;
  await db.transaction().execute((trx) => raiseHold(trx, requestId, letters));
  return letters;
}
