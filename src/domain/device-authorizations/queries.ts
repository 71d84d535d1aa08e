import { sql } from "kysely";
import type { DeviceScope, DeviceStatus } from "#db/credential-schema.ts";
import type { Db } from "#db/schema.ts";
import { deviceCodeDigest, deviceCodeSeconds, pollSeconds } from "./codes.ts";

/** The facts that a person is shown before deciding. */
export interface DeviceAuthorization {
  readonly userCode: string;
  readonly clientName: string;
  readonly scopes: readonly DeviceScope[];
  readonly status: DeviceStatus;
  readonly expiresAt: Date;
}

interface Codes {
  readonly deviceCode: string;
  readonly userCode: string;
}

const oldestValid = sql<Date>`now() - make_interval(secs => ${deviceCodeSeconds})`;
const expiry = sql<Date>`created_at + make_interval(secs => ${deviceCodeSeconds})`;
const columns = ["user_code as userCode", "client_name as clientName", "scopes", "status"] as const;

/** @returns false when another one has the same user code */
export async function insertDeviceAuthorization(
  db: Db,
  authorization: Codes & Pick<DeviceAuthorization, "clientName" | "scopes">,
): Promise<boolean> {
  const { deviceCode, userCode, clientName, scopes } = authorization;
  const row = await db
    .insertInto("device_authorizations")
    .values({ device_code_sha256: deviceCodeDigest(deviceCode), user_code: userCode, client_name: clientName, scopes })
    .onConflict((conflict) => conflict.column("user_code").doNothing())
    .returning("user_code")
    .executeTakeFirst();
  return row !== undefined;
}

/** Null when the code is unknown, too old, or its key was fetched. */
export async function findDeviceAuthorization(db: Db, userCode: string): Promise<DeviceAuthorization | null> {
  const row = await db
    .selectFrom("device_authorizations")
    .where("user_code", "=", userCode)
    .where("created_at", ">", oldestValid)
    .select([...columns, expiry.as("expiresAt")])
    .executeTakeFirst();
  return row ?? null;
}

interface Decision {
  readonly userCode: string;
  /** The account that the key is to be of, and the key that approved it, if one did; null to deny it. */
  readonly approvedBy: { readonly userId: string; readonly apiKeyId: string | null } | null;
}

/** @returns null when nothing with this code waits for a decision */
export async function decideDeviceAuthorization(
  db: Db,
  { userCode, approvedBy }: Decision,
): Promise<DeviceAuthorization | null> {
  const row = await db
    .updateTable("device_authorizations")
    .set({
      status: approvedBy === null ? "denied" : "approved",
      user_id: approvedBy?.userId ?? null,
      approved_by_key_id: approvedBy?.apiKeyId ?? null,
    })
    .where("user_code", "=", userCode)
    .where("created_at", ">", oldestValid)
    .where("status", "=", "pending")
    .returning([...columns, expiry.as("expiresAt")])
    .executeTakeFirst();
  return row ?? null;
}

/** Finds the request of the program with this secret; null when the secret is unknown, too old, or was used. */
export async function findByDeviceCode(db: Db, deviceCode: string) {
  const row = await db
    .selectFrom("device_authorizations")
    .where("device_code_sha256", "=", deviceCodeDigest(deviceCode))
    .where("created_at", ">", oldestValid)
    .select([
      ...(["client_name as clientName", "scopes", "status", "user_id as userId"] as const),
      "approved_by_key_id as apiKeyId",
      // Tolerates one second of network delay.
      sql<boolean>`coalesce(polled_at > now() - make_interval(secs => ${pollSeconds - 1}), false)`.as("isTooSoon"),
    ])
    .executeTakeFirst();
  return row ?? null;
}

export async function recordPoll(db: Db, deviceCode: string): Promise<void> {
  await db
    .updateTable("device_authorizations")
    .set({ polled_at: sql<Date>`now()` })
    .where("device_code_sha256", "=", deviceCodeDigest(deviceCode))
    .execute();
}

/** @returns false when another call was faster */
export async function deleteDeviceAuthorization(db: Db, deviceCode: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("device_authorizations")
    .where("device_code_sha256", "=", deviceCodeDigest(deviceCode))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteExpiredDeviceAuthorizations(db: Db): Promise<void> {
  await db.deleteFrom("device_authorizations").where("created_at", "<=", oldestValid).execute();
}
