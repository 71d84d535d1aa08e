import type { Context } from "koa";
import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { authenticateApiKey } from "#src/domain/api-keys/authenticate-api-key.ts";
import { DomainError } from "#src/errors.ts";
import type { Access, Caller } from "./route.ts";

const bearer = /^Bearer +(?<credential>\S+) *$/i;

/**
 * Finds the account behind a request, and whether it may pass.
 * @throws DomainError `missing_credentials`, `invalid_api_key`, `forbidden`
 */
export async function authenticate(
  ctx: Context,
  access: Access,
  resources: { readonly db: Kysely<Database> },
): Promise<Caller | null> {
  if (access === "public") return null;
  const credential = credentialOf(ctx);
  if (credential === null) {
    if (access === "optional") return null;
    throw new DomainError("missing_credentials");
  }
  const owner = await authenticateApiKey(resources, credential);
  if (access === "admin" && owner.role !== "admin") throw new DomainError("forbidden");
  return { userId: owner.userId, role: owner.role, source: "api_key", apiKeyId: owner.apiKeyId, sessionId: null };
}

/** The key of either header; two that differ are none. */
function credentialOf(ctx: Context): string | null {
  const header = ctx.get("x-api-key");
  const authorization = ctx.get("authorization");
  const token = authorization === "" ? "" : bearer.exec(authorization)?.groups?.["credential"];
  if (token === undefined || (header !== "" && token !== "" && header !== token)) {
    throw new DomainError("invalid_api_key");
  }
  return header || token || null;
}
