import { createHash, randomBytes, randomInt } from "node:crypto";

/** For how long a person may take to decide. */
export const deviceCodeSeconds = 600;
/** The least seconds between the calls of a program that waits. */
export const pollSeconds = 5;

/** Consonants, as RFC 8628 advises: they spell no words, and are not taken for digits. */
const letters = "BCDFGHJKLMNPQRSTVWXZ";
const groupLength = 4;

/** The secret of the program: 32 random bytes as base64url. */
export const newDeviceCode = (): string => randomBytes(32).toString("base64url");

export const deviceCodeDigest = (code: string): Buffer => createHash("sha256").update(code).digest();

const group = (): string => Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join("");

/** Creates a code for a person to compare and type: `WDJB-MJHT`, one of 20^8. */
export const newUserCode = (): string => `${group()}-${group()}`;

/** The code as it is kept, of one that a person has typed: in any case, with or without its hyphen. */
export function normalizeUserCode(typed: string): string {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, "");
  return `${code.slice(0, groupLength)}-${code.slice(groupLength)}`;
}
