import type { Config } from "#src/config.ts";
import type { StandIn } from "./sandbox.ts";

/** Who signs people in and takes their payments: a sandbox of this machine, a provider that was configured, or nobody. */
export interface Providers {
  readonly signIn: "sandbox" | "provider" | "nobody";
  /** The sandbox's address and the key that its checkout asks for. */
  readonly payments: { readonly apiUrl: string; readonly keyId: string } | "provider" | "nobody";
}

export function providersOf({ oidc, payments }: Config, sandboxes: readonly StandIn[]): Providers {
  const envOf = (name: StandIn["name"]) => sandboxes.find((one) => one.name === name)?.env;
  const { PAYMENT_API_URL: apiUrl, PAYMENT_KEY_ID: keyId } = envOf("payment") ?? {};
  const nobodyTakes = apiUrl === undefined || keyId === undefined;
  const nobodySignsIn = envOf("identity") === undefined;
  return {
    signIn: oidc !== null ? "provider" : nobodySignsIn ? "nobody" : "sandbox",
    payments: payments !== null ? "provider" : nobodyTakes ? "nobody" : { apiUrl, keyId },
  };
}
