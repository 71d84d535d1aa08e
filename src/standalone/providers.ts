import type { Config } from "#src/config.ts";
import type { SandboxProvider } from "./sandbox.ts";

/** Who signs people in and takes their payments: a sandbox of this machine, a provider that was configured, or none. */
export interface Providers {
  readonly signIn: "sandbox" | "provider" | "none";
  /** The sandbox's address and the key that its checkout asks for. */
  readonly payments: { readonly apiUrl: string; readonly keyId: string } | "provider" | "none";
}

export function providersOf({ oidc, payments }: Config, sandboxes: readonly SandboxProvider[]): Providers {
  const envOf = (name: SandboxProvider["name"]) => sandboxes.find((one) => one.name === name)?.env;
  const { PAYMENT_API_URL: apiUrl, PAYMENT_KEY_ID: keyId } = envOf("payment") ?? {};
  const noPayment = apiUrl === undefined || keyId === undefined;
  const noIdentity = envOf("identity") === undefined;
  return {
    signIn: oidc !== null ? "provider" : noIdentity ? "none" : "sandbox",
    payments: payments !== null ? "provider" : noPayment ? "none" : { apiUrl, keyId },
  };
}
