import { createHmac } from "node:crypto";
import type { Db } from "#db/schema.ts";
import { findInstallationKey } from "#src/domain/installation-keys.ts";
import type { Caller } from "./caller.ts";

const keyLength = 22;

/**
 * Tells the callers of the demo apart: by account, else by address. No address is written down: it is hashed with a secret of
 * this installation.
 */
export async function demoCallerOf(
  { address, resources }: { readonly address: string; readonly resources: { readonly db: Db } },
  caller: Caller | null,
): Promise<string> {
  const who = caller === null ? `address: ${address}` : `account: ${caller.userId}`;
  const secret = await findInstallationKey(resources.db, "demo callers");
  return createHmac("sha256", secret).update(who).digest("base64url").slice(0, keyLength);
}
