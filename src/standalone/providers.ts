import type { Config } from "#src/config.ts";
import type { SandboxProvider } from "./sandbox.ts";

type Provider = "sandbox" | "provider" | "none";

/** Who signs people in and takes their payments: a sandbox of this machine, a provider that was configured, or none. */
export interface Providers {
  readonly signIn: Provider;
  readonly payments: Provider;
}

export function providersOf({ oidc, payments }: Config, sandboxes: readonly SandboxProvider[]): Providers {
  const providerOf = (configured: object | null, name: SandboxProvider["name"]): Provider => {
    if (configured !== null) return "provider";
    return sandboxes.some((one) => one.name === name) ? "sandbox" : "none";
  };
  return { signIn: providerOf(oidc, "identity"), payments: providerOf(payments, "payment") };
}
