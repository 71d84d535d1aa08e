import type { Db } from "#db/schema.ts";
import { newDeviceCode, newUserCode } from "./codes.ts";
import { type DeviceAuthorization, insertDeviceAuthorization } from "./queries.ts";

/** Keeps what a program asks for. @returns its secret, and the code by which a person finds it */
export async function startDeviceAuthorization(
  { db }: { readonly db: Db },
  authorization: Pick<DeviceAuthorization, "clientName" | "scopes">,
): Promise<{ readonly deviceCode: string; readonly userCode: string }> {
  for (;;) {
    const codes = { deviceCode: newDeviceCode(), userCode: newUserCode() };
    if (await insertDeviceAuthorization(db, { ...authorization, ...codes })) return codes;
  }
}
