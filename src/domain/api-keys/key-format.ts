import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const base = BigInt(digits.length);
const keyPrefix = "sk_";
const tokenPrefix = "tmp_";
const singleUsePrefix = "once_";
const livePrefix = "live_";
const secretLength = 43;
const checksumLength = 6;
const afterPrefix = /^[0-9A-Za-z]+$/;

function base62(value: bigint, length: number): string {
  const text: string[] = [];
  for (let rest = value; text.length < length; rest /= base) text.unshift(digits.charAt(Number(rest % base)));
  return text.join("");
}

const checksum = (text: string): string => base62(BigInt(crc32(text)), checksumLength);

/** The prefix, 43 base62 digits of 32 random bytes, and six of a CRC-32 over all before them. */
function newSecret(prefix: string): string {
  const body = prefix + base62(BigInt(`0x${randomBytes(32).toString("hex")}`), secretLength);
  return body + checksum(body);
}

/** True when the text has this form and its checksum holds, so that a typo never reaches the database. */
function isWellFormed(prefix: string, text: string): boolean {
  const rest = text.slice(prefix.length);
  const hasForm = text.startsWith(prefix) && rest.length === secretLength + checksumLength && afterPrefix.test(rest);
  return hasForm && text.endsWith(checksum(text.slice(0, -checksumLength)));
}

/** `sk_` and 49 characters. */
export const newApiKey = (): string => newSecret(keyPrefix);

export const isWellFormedApiKey = (text: string): boolean => isWellFormed(keyPrefix, text);

/** `tmp_` and 49 characters. */
export const newTemporaryToken = (): string => newSecret(tokenPrefix);

/** `once_` and 49 characters: a temporary token for one call. */
export const newSingleUseToken = (): string => newSecret(singleUsePrefix);

/** `live_` and 49 characters: a temporary token for one live session. */
export const newLiveToken = (): string => newSecret(livePrefix);

export const isSingleUseToken = (token: string): boolean => token.startsWith(singleUsePrefix) || isLiveToken(token);

const isLiveToken = (token: string): boolean => token.startsWith(livePrefix);

/** The kinds of temporary tokens by what they are good for: all that speaks and transcribes, or one live session. */
export type TokenKind = "speech" | "live";

/** The kind of a well-formed temporary token; null for any other text. */
export function temporaryTokenKind(text: string): TokenKind | null {
  if (isWellFormed(livePrefix, text)) return "live";
  return isWellFormed(tokenPrefix, text) || isWellFormed(singleUsePrefix, text) ? "speech" : null;
}

/** The stored digest of a key or a token: enough to recognise it, nothing to rebuild it from. */
export const secretDigest = (key: string): Buffer => createHash("sha256").update(key).digest();

/** The last four characters, for people to tell their keys apart. */
export const apiKeyHint = (key: string): string => key.slice(-4);
