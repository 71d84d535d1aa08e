import { sql } from "kysely";
import type { Db } from "#db/schema.ts";

const columns = [
  ...(["id", "user_id", "url", "description", "events", "include", "state"] as const),
  ...(["failing_since", "disabled_reason", "disabled_at", "created_at"] as const),
] as const;

const selectEndpoints = (db: Db) => db.selectFrom("webhook_endpoints").select(columns);

/** An endpoint as its owner sees it, without its secret. */
export type WebhookEndpoint = Awaited<ReturnType<ReturnType<typeof selectEndpoints>["executeTakeFirstOrThrow"]>>;

/** An endpoint of this account. */
export interface OwnEndpoint {
  readonly endpointId: string;
  readonly userId: string;
}

/** The endpoints of an account, the oldest first. */
export const listEndpoints = (db: Db, userId: string): Promise<readonly WebhookEndpoint[]> =>
  selectEndpoints(db)
    .where("user_id", "=", userId)
    .where("url", "is not", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

/** Null when the account has no such endpoint; the one of single calls is found, too. */
export const findEndpoint = async (db: Db, { endpointId, userId }: OwnEndpoint): Promise<WebhookEndpoint | null> =>
  (await selectEndpoints(db).where("id", "=", endpointId).where("user_id", "=", userId).executeTakeFirst()) ?? null;

export async function countEndpoints(db: Db, userId: string): Promise<number> {
  const endpoints = db.selectFrom("webhook_endpoints").where("user_id", "=", userId).where("url", "is not", null);
  const { count } = await endpoints.select((eb) => eb.fn.countAll<string>().as("count")).executeTakeFirstOrThrow();
  return Number(count);
}

export interface NewEndpoint {
  readonly id: string;
  readonly userId: string;
  /** Null for the one of single calls. */
  readonly url: string | null;
  readonly description: string;
  readonly events: WebhookEndpoint["events"];
  readonly include: WebhookEndpoint["include"];
  readonly sealedSecret: Buffer;
}

/** Writes an endpoint; a second one for single calls changes nothing. */
export async function insertEndpoint(db: Db, endpoint: NewEndpoint): Promise<void> {
  const { userId, sealedSecret, ...rest } = endpoint;
  await db
    .insertInto("webhook_endpoints")
    .values({ ...rest, user_id: userId, secret: sealedSecret })
    .onConflict((conflict) => conflict.column("user_id").where("url", "is", null).doNothing())
    .execute();
}

/** The changes that an owner may make; what is undefined stays. */
export type EndpointChange = {
  readonly [Field in "description" | "events" | "include" | "state"]?: WebhookEndpoint[Field] | undefined;
} & { readonly url?: string | undefined };

/** @returns null when the account has no such endpoint with an address */
export async function updateEndpoint(
  db: Db,
  { endpointId, userId }: OwnEndpoint,
  { state, url, description, events, include }: EndpointChange,
): Promise<WebhookEndpoint | null> {
  const enabled = { disabled_reason: null, disabled_at: null, failures: 0, failing_since: null };
  const disabled = {
    disabled_reason: sql<"account">`coalesce(disabled_reason, 'account')`,
    disabled_at: sql<Date>`coalesce(disabled_at, now())`,
  };
  const row = await db
    .updateTable("webhook_endpoints")
    // An update needs a column.
    .set({ id: endpointId, state, url, description, events, include })
    .$if(state === "enabled", (query) => query.set(enabled))
    .$if(state === "disabled", (query) => query.set(disabled))
    .where("id", "=", endpointId)
    .where("user_id", "=", userId)
    .where("url", "is not", null)
    .returning(columns)
    .executeTakeFirst();
  return row ?? null;
}

/** The calls that are deleted by one statement, which takes well below its time. */
const deletedAtOnce = 5_000;

/** Removes an endpoint with what waits for it: nothing is sent to it any more. @returns false when the account has none */
export async function deleteEndpoint(db: Db, own: OwnEndpoint): Promise<boolean> {
  const { endpointId, userId } = own;
  // An endpoint that is disabled gets no new calls meanwhile.
  if ((await updateEndpoint(db, own, { state: "disabled" })) === null) return false;
  let deleted: bigint | undefined;
  do {
    ({ numAffectedRows: deleted } = await sql`
      delete from webhook_deliveries where id in (
        select id from webhook_deliveries where endpoint_id = ${endpointId} limit ${sql.lit(deletedAtOnce)})`.execute(
      db,
    ));
  } while (deleted === BigInt(deletedAtOnce));
  const { numDeletedRows } = await db
    .deleteFrom("webhook_endpoints")
    .where("id", "=", endpointId)
    .where("user_id", "=", userId)
    .where("url", "is not", null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes all of an account. */
export async function deleteEndpointsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("webhook_endpoints").where("user_id", "=", userId).execute();
}

/** Gives an endpoint a new secret; the old one signs as well for so many days. @returns until when, null for not at all; undefined when the account has none */
export async function replaceSecret(
  db: Db,
  { endpointId, userId }: OwnEndpoint,
  { sealedSecret, graceDays }: { readonly sealedSecret: Buffer; readonly graceDays: number },
): Promise<{ readonly formerUntil: Date | null } | undefined> {
  const former =
    graceDays === 0
      ? { former_secret: null, former_secret_until: null }
      : {
          former_secret: sql<Buffer>`secret`,
          former_secret_until: sql<Date>`now() + make_interval(days => ${graceDays})`,
        };
  return db
    .updateTable("webhook_endpoints")
    .set({ ...former, secret: sealedSecret })
    .where("id", "=", endpointId)
    .where("user_id", "=", userId)
    .returning("former_secret_until as formerUntil")
    .executeTakeFirst();
}
