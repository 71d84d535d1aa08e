import { z } from "zod";
import type { Person } from "./person.ts";

/** The person of a token, as the provider has proven them. */
export interface VerifiedIdentity extends Person {
  readonly issuer: string;
  readonly subject: string;
  /** The time at which the provider said so, to the second. */
  readonly issuedAt: Date;
}

/** A text that a row can hold; one that is empty, no text, or far too long says nothing. */
const shown = (maxLength: number) =>
  z
    .string()
    .transform((text) => text.replaceAll("\0", "").toWellFormed().trim())
    .pipe(z.string().min(1).max(maxLength))
    .nullable()
    .catch(null);

/** The standard claims (OpenID Connect Core, 5.1) that a person's account is made of. */
const personClaims = z.object({
  // At most 255 ASCII characters (OpenID Connect Core, 2).
  sub: z.string().regex(/^[\x20-\x7e]{1,255}$/),
  iat: z.int().min(0).max(253_402_300_799).catch(0),
  email: shown(320),
  email_verified: z.boolean().catch(false),
  name: shown(200),
  preferred_username: shown(200),
});

const sentEmail = (claims: unknown): unknown =>
  typeof claims === "object" && claims !== null && "email" in claims ? claims.email : undefined;

/** The person of a set of claims; null when they name none. */
export function identityOf(issuer: string, claims: unknown): VerifiedIdentity | null {
  const parsed = personClaims.safeParse(claims);
  if (!parsed.success) return null;
  const { sub, iat, email, email_verified, name, preferred_username } = parsed.data;
  return {
    issuer,
    subject: sub,
    email,
    // A cleaned address is not the one that the provider has verified.
    emailVerified: email_verified && email === sentEmail(claims),
    name,
    username: preferred_username,
    issuedAt: new Date(iat * 1000),
  };
}
