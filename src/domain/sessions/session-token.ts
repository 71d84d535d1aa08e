import { createHash, randomBytes } from "node:crypto";

/** The secret of a cookie: 32 random bytes as base64url. */
export const newSessionToken = (): string => randomBytes(32).toString("base64url");

/** True when a text has the form of such a secret. */
export const isSessionToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** The stored digest of the secret. */
export const sessionTokenDigest = (token: string): Buffer => createHash("sha256").update(token).digest();
