import { generateKeyPair, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { JWKS } from "oidc-provider";
import type { Pool } from "#sandbox/database.ts";

/** Secrets that must outlive the process, or its tokens and cookies would end with it. */
export interface StoredSecrets {
  /** Signs tokens: one RSA key. */
  readonly jwks: JWKS;
  /** Sign the cookies. */
  readonly cookieKeys: readonly string[];
}

/** Reads the secrets; they are made at the first start. */
export async function storedSecrets(pool: Pool): Promise<StoredSecrets> {
  return {
    jwks: await kept(pool, "jwks", newKeys),
    cookieKeys: await kept(pool, "cookie_keys", async () => [randomBytes(32).toString("base64url")]),
  };
}

async function kept<Secret>(pool: Pool, name: string, make: () => Promise<Secret>): Promise<Secret> {
  const read = async (): Promise<Secret | undefined> => {
    const { rows } = await pool.query<{ value: Secret }>("select value from sandbox_identity.secrets where name = $1", [
      name,
    ]);
    return rows[0]?.value;
  };
  const found = await read();
  if (found !== undefined) return found;
  const made = await make();
  // The first of two at the same time has won.
  await pool.query("insert into sandbox_identity.secrets (name, value) values ($1, $2) on conflict do nothing", [
    name,
    JSON.stringify(made),
  ]);
  return (await read()) ?? made;
}

async function newKeys(): Promise<JWKS> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  const jwk = privateKey.export({ format: "jwk" });
  return { keys: [{ ...jwk, kty: "RSA", use: "sig", alg: "RS256", kid: randomBytes(8).toString("hex") }] };
}
