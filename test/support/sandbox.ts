import { freePort } from "#harness/servers/backing-services.ts";
import { type Browser, openBrowser } from "./browser.ts";
import { startSandboxProcess } from "./sandbox-process.ts";

/** The sandbox's OpenID provider as its own process. */
export interface SandboxIdentity {
  readonly issuer: string;
  /** The variables by which the API knows it. */
  readonly env: SandboxEnvironment;
  /** SIGTERM, and waits until it has drained. */
  stop(): Promise<void>;
}

/** The variables that the API and the sandbox share. */
export type SandboxEnvironment = Readonly<
  Record<
    | "OIDC_ISSUER"
    | "OIDC_CLIENT_ID"
    | "OIDC_CLIENT_SECRET"
    | "OIDC_AUDIENCE"
    | "IDENTITY_WEBHOOK_SECRET"
    | "SANDBOX"
    | "PUBLIC_URL",
    string
  >
>;

export interface SandboxIdentityOptions {
  /** The address of the API, which may start later: the callback and the webhook are below it. */
  readonly publicUrl: string;
  readonly databaseUrl: string;
  /** A free one when absent; the same one again after a restart. */
  readonly port?: number;
}

/** Starts `sandbox/identity.ts` and waits until it says that it is ready. */
export async function startSandboxIdentity(options: SandboxIdentityOptions): Promise<SandboxIdentity> {
  const env = sandboxEnvironment(options.publicUrl, options.port ?? (await freePort()));
  const { stop } = await startSandboxProcess("identity", { DATABASE_URL: options.databaseUrl, ...env });
  return { issuer: env.OIDC_ISSUER, env, stop };
}

/** The same secrets at every start, so that a restart changes nothing. */
export const sandboxEnvironment = (publicUrl: string, port: number): SandboxEnvironment => ({
  OIDC_ISSUER: `http://localhost:${port}`,
  OIDC_CLIENT_ID: "speech-service",
  OIDC_CLIENT_SECRET: "the-secret-of-the-sandbox-in-tests",
  OIDC_AUDIENCE: `${publicUrl}/v1`,
  IDENTITY_WEBHOOK_SECRET: `whsec_${Buffer.from("the webhook secret of the tests").toString("base64")}`,
  SANDBOX: "true",
  PUBLIC_URL: publicUrl,
});

/** The details that a person types. */
export interface Person {
  readonly email: string;
  readonly password: string;
}

export interface NewPerson extends Person {
  readonly name: string;
  /** Empty when the person has none. */
  readonly username?: string;
}

/**
 * Makes an account on the sandbox's pages, as a person sent there by the API would. Takes an address of the
 * sandbox with an authorization request, or the API's own `/auth/login`.
 * @returns the address of the API that the browser is sent back to, not yet visited
 */
export async function signUp(authorizationUrl: string, person: NewPerson, browser = openBrowser()): Promise<string> {
  const stopAt = callbackOf(authorizationUrl);
  const signInPage = await browser.visit(authorizationUrl, { stopAt });
  const page = await browser.visit(`${signInPage.url}/sign-up`);
  return arrived(await browser.submit(page, { username: "", ...person }, { stopAt }), stopAt);
}

/** Signs in on the sandbox's pages; one who is signed in there already passes without being asked. @returns as signUp */
export async function signIn(authorizationUrl: string, person: Person, browser = openBrowser()): Promise<string> {
  const stopAt = callbackOf(authorizationUrl);
  const page = await browser.visit(authorizationUrl, { stopAt });
  if (page.url.startsWith(stopAt)) return page.url;
  const { email, password } = person;
  return arrived(await browser.submit(page, { email, password }, { stopAt }), stopAt);
}

/** The callback that the address of a provider names, or that belongs to the API's own sign-in address. */
const callbackOf = (signInUrl: string): string =>
  new URL(signInUrl).searchParams.get("redirect_uri") ?? new URL("/auth/callback", signInUrl).href;

function arrived({ url, status, html }: Awaited<ReturnType<Browser["visit"]>>, stopAt: string): string {
  if (url.startsWith(stopAt)) return url;
  throw new Error(`The sandbox did not lead back to the API but to ${url} (${status}):\n${html}`);
}
