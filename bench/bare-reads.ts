import { createHash } from "node:crypto";
import type { AddressInfo } from "node:net";
import Koa from "koa";
import pg from "pg";

// A process of its own: answers every call by the two queries that reading a profile takes, and does nothing else.

process.once("disconnect", () => process.exit());
const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 });
const ownerOfKey = `
  select api_keys.id, users.id as user_id, users.role, api_keys.scopes,
    coalesce(last_used_at < now() - interval '1 minute', true) as last_used_is_stale
  from api_keys inner join users on users.id = api_keys.user_id
  where key_sha256 = $1 and api_keys.revoked_at is null
    and (api_keys.expires_at is null or api_keys.expires_at > now()) and users.closed_at is null`;
const profileOfUser = `
  select id, email, name, username, role, role_source, email_verified, identity_updated_at, closed_at, created_at,
    keep_recordings, exists (
      select from credit_ledger as entry
      where entry.user_id = users.id and entry.kind = 'grant' and entry.order_id is null) as has_free_credits
  from users where id = $1`;

const app = new Koa();
app.use(async (ctx) => {
  const digest = createHash("sha256").update(ctx.get("x-api-key")).digest();
  const owner = (await pool.query<{ user_id: string }>(ownerOfKey, [digest])).rows[0];
  if (owner === undefined) {
    ctx.status = 401;
    return;
  }
  const { rows } = await pool.query<Record<"id" | "name" | "email" | "username" | "role", string>>(profileOfUser, [
    owner.user_id,
  ]);
  ctx.body = { success: true, data: rows[0] };
});
const server = app.listen(0, "127.0.0.1", () => {
  const address: AddressInfo | string | null = server.address();
  process.send?.(address);
});
