import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { newSessionToken, sessionTokenDigest } from "./session-token.ts";

/** The seconds that a person may take to sign in at the provider. */
export const signInSeconds = 600;

/** The values that the provider's answer is held against, and the page that the person wanted. */
export interface SignInAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly returnTo: string;
}

const expired = sql<Date>`now() - make_interval(secs => ${signInSeconds})`;

/** Keeps an attempt to sign in. @returns the secret by which the browser claims it */
export async function saveSignInAttempt(
  { db }: { readonly db: Db },
  { state, nonce, codeVerifier, returnTo }: SignInAttempt,
): Promise<string> {
  const token = newSessionToken();
  await db
    .insertInto("sign_ins")
    .values({
      token_sha256: sessionTokenDigest(token),
      state,
      nonce,
      code_verifier: codeVerifier,
      return_to: returnTo,
    })
    .execute();
  return token;
}

/** Takes an attempt, which cannot be taken again; null when it is unknown, used, too old or has another state. */
export async function consumeSignInAttempt(
  { db }: { readonly db: Db },
  { token, state }: { readonly token: string; readonly state: string },
): Promise<SignInAttempt | null> {
  const row = await db
    .deleteFrom("sign_ins")
    .where("token_sha256", "=", sessionTokenDigest(token))
    // A URL made by another person must not use up the attempt of this browser.
    .where("state", "=", state)
    .where("created_at", ">", expired)
    .returning(["state", "nonce", "code_verifier as codeVerifier", "return_to as returnTo"])
    .executeTakeFirst();
  return row ?? null;
}

export async function deleteExpiredSignIns(db: Db): Promise<void> {
  await db.deleteFrom("sign_ins").where("created_at", "<=", expired).execute();
}
