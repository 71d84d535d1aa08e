import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** A password as it is kept. */
export interface PasswordHash {
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/** 32 MiB and about a tenth of a second for each password (RFC 7914); Node's own bound on memory is below that. */
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const saltBytes = 16;
const hashBytes = 32;

export async function hashPassword(password: string): Promise<PasswordHash> {
  const salt = randomBytes(saltBytes);
  return { salt, hash: await derive(password, salt) };
}

/** Takes as long without a kept hash as with one, so that the time does not tell whether there is an account. */
export async function verifyPassword(password: string, kept: PasswordHash | null): Promise<boolean> {
  const hash = await derive(password, kept?.salt ?? randomBytes(saltBytes));
  return kept !== null && timingSafeEqual(hash, kept.hash);
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  scrypt(password.normalize("NFKC"), salt, hashBytes, cost, (error, key) => {
    if (error === null) resolve(key);
    else reject(error);
  });
  return promise;
}
