import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const base = BigInt(digits.length);
const prefix = "sk_";
const secretLength = 43;
const checksumLength = 6;
const keyLength = prefix.length + secretLength + checksumLength;
const pattern = /^sk_[0-9A-Za-z]+$/;

function base62(value: bigint, length: number): string {
  const text: string[] = [];
  for (let rest = value; text.length < length; rest /= base) text.unshift(digits.charAt(Number(rest % base)));
  return text.join("");
}

const checksum = (text: string): string => base62(BigInt(crc32(text)), checksumLength);

/** `sk_`, 43 base62 digits of 32 random bytes, and six of a CRC-32 over all before them. */
export function newApiKey(): string {
  const body = prefix + base62(BigInt(`0x${randomBytes(32).toString("hex")}`), secretLength);
  return body + checksum(body);
}

/** True when the text has the form of a key and its checksum holds, so that a typo never reaches the database. */
export function isWellFormedApiKey(text: string): boolean {
  return text.length === keyLength && pattern.test(text) && text.endsWith(checksum(text.slice(0, -checksumLength)));
}

/** What is kept of a key: enough to recognise it, nothing to rebuild it from. */
export const apiKeyDigest = (key: string): Buffer => createHash("sha256").update(key).digest();

/** The last four characters, for people to tell their keys apart. */
export const apiKeyHint = (key: string): string => key.slice(-4);
