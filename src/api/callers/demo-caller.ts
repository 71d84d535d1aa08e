import { createHmac } from "node:crypto";
import type { Caller } from "./caller.ts";
import type { RequestContext } from "#src/api/route.ts";

const keyLength = 22;

/**
 * Tells the callers of the demo apart: by account, else by address. No address is written down: it is hashed with what all
 * processes of this installation know and its database does not hold.
 */
export function demoCallerOf(
  { address, resources }: Pick<RequestContext, "address" | "resources">,
  caller: Caller | null,
) {
  const who = caller === null ? `address: ${address}` : `account: ${caller.userId}`;
  const secret = `callers of the demo: ${resources.config.databaseUrl}`;
  return createHmac("sha256", secret).update(who).digest("base64url").slice(0, keyLength);
}
