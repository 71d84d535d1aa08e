import type { Adapter, AdapterPayload } from "oidc-provider";
import type { Pool } from "#sandbox/database.ts";

/** The store in which oidc-provider keeps the sessions, codes and grants of one kind; expired ones are not found. */
export function oidcAdapter(pool: Pool, model: string): Adapter {
  const findWhere = async (condition: string, value: string): Promise<AdapterPayload | undefined> => {
    const { rows } = await pool.query<{ payload: AdapterPayload }>(
      `select payload from sandbox_identity.artifacts
       where model = $1 and ${condition} = $2 and (expires_at is null or expires_at > now())`,
      [model, value],
    );
    return rows[0]?.payload;
  };
  return {
    upsert: async (id, payload, expiresIn) => {
      await pool.query(
        `insert into sandbox_identity.artifacts (model, id, payload, expires_at)
         values ($1, $2, $3, now() + $4 * interval '1 second')
         on conflict (model, id) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
        [model, id, JSON.stringify(payload), expiresIn ?? null],
      );
    },
    find: (id) => findWhere("id", id),
    findByUid: (uid) => findWhere("payload ->> 'uid'", uid),
    findByUserCode: (userCode) => findWhere("payload ->> 'userCode'", userCode),
    consume: async (id) => {
      await pool.query(
        `update sandbox_identity.artifacts
         set payload = payload || jsonb_build_object('consumed', extract(epoch from now())::bigint)
         where model = $1 and id = $2`,
        [model, id],
      );
    },
    destroy: async (id) => {
      await pool.query("delete from sandbox_identity.artifacts where model = $1 and id = $2", [model, id]);
    },
    revokeByGrantId: async (grantId) => {
      await pool.query("delete from sandbox_identity.artifacts where model = $1 and payload ->> 'grantId' = $2", [
        model,
        grantId,
      ]);
    },
  };
}

/** Removes what has expired. */
export async function sweepArtifacts(pool: Pool): Promise<void> {
  await pool.query("delete from sandbox_identity.artifacts where expires_at <= now()");
}
