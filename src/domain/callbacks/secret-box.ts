import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Config } from "#src/config.ts";
import type { Db } from "#db/schema.ts";
import { findInstallationKey } from "#src/domain/installation-keys.ts";

/** Encrypts the secrets of customers that have to be read again. */
export interface SecretBox {
  readonly seal: (text: string) => Buffer;
  /** @throws Error when the text was encrypted with another key, or altered */
  readonly open: (sealed: Buffer) => string;
}

/** Null where the text was encrypted with a key that is not there any more. */
export function openedBy(box: SecretBox, sealed: Buffer): string | null {
  try {
    return box.open(sealed);
  } catch {
    return null;
  }
}

const cipher = "aes-256-gcm";
/** Bytes. */
const keyLength = 32;
const nonceLength = 12;
const tagLength = 16;

/** The keys that a sealed text may name by its first byte: that of the database alone, and with `SECRETS_KEY`. */
const databaseKey = 0;
const bothKeys = 1;

/** Opens the box with the key of the database and, where it is set, `SECRETS_KEY`; what was sealed without that is still read. */
export async function openSecretBox({
  db,
  config,
}: {
  readonly db: Db;
  readonly config: Pick<Config, "callbacks">;
}): Promise<SecretBox> {
  const installed = await findInstallationKey(db, "webhook secrets");
  const { secretsKey } = config.callbacks;
  const derive = (more: string): Buffer =>
    Buffer.from(hkdfSync("sha256", installed, more, "webhook secrets", keyLength));
  const keys = new Map([[databaseKey, derive("")]]);
  if (secretsKey !== null) keys.set(bothKeys, derive(secretsKey));
  const newest = secretsKey === null ? databaseKey : bothKeys;
  const keyOf = (version: number | undefined): Buffer => {
    const key = keys.get(version ?? -1);
    if (key === undefined) throw new Error("The secret was encrypted with SECRETS_KEY, which is not set.");
    return key;
  };
  return {
    seal: (text) => {
      const nonce = randomBytes(nonceLength);
      const encryption = createCipheriv(cipher, keyOf(newest), nonce);
      const content = Buffer.concat([encryption.update(text, "utf8"), encryption.final()]);
      return Buffer.concat([Buffer.from([newest]), nonce, encryption.getAuthTag(), content]);
    },
    open: (sealed) => {
      const nonce = sealed.subarray(1, 1 + nonceLength);
      const decryption = createDecipheriv(cipher, keyOf(sealed[0]), nonce, { authTagLength: tagLength });
      decryption.setAuthTag(sealed.subarray(1 + nonceLength, 1 + nonceLength + tagLength));
      const content = sealed.subarray(1 + nonceLength + tagLength);
      return Buffer.concat([decryption.update(content), decryption.final()]).toString("utf8");
    },
  };
}
