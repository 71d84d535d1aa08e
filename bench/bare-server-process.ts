import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import Koa from "koa";
import pg from "pg";

/**
 * A server that does one thing and nothing else. "reads" and the address of a database: it answers every call by the two queries
 * that reading a profile takes. "uploads": it writes every body to disk and removes it.
 */

const [kind = "", databaseUrl] = process.argv.slice(2);
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

function readProfiles(): RequestListener {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
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
  const answer = app.callback();
  return (request, response) => void answer(request, response);
}

const writeBodies: RequestListener = (request, response) => {
  const path = join(tmpdir(), `speech-bench-${randomUUID()}`);
  pipeline(request, createWriteStream(path))
    .then(() => response.writeHead(204).end())
    .catch(() => response.destroy())
    .finally(() => rm(path, { force: true }));
};

process.once("disconnect", () => process.exit());
const server = createServer(kind === "reads" ? readProfiles() : writeBodies);
server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
