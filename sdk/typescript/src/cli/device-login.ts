import { spawn } from "node:child_process";
import { hostname, platform } from "node:os";
import { ConnectionError, RateLimitError, ServiceError, SpeechError } from "../errors.ts";
import type { CreatedApiKey } from "../generated/types.gen.ts";
import { sleep } from "../retry.ts";
import type { SpeechClient } from "../speech-client.ts";
import { connect } from "./connect.ts";
import type { Context } from "./context.ts";
import { firstInstalled } from "./installed.ts";

/** How much longer to wait after `slow_down`, as RFC 8628 says. */
const slowDownSeconds = 5;

/** The scopes that the commands need. */
const scopes = ["speech", "voices", "usage", "keys"] as const;

const isCode = (error: unknown, code: string): boolean => error instanceof SpeechError && error.code === code;

/** True for what may be over when the next call is made. */
const isTransient = (error: unknown): boolean =>
  isCode(error, "slow_down") ||
  error instanceof ConnectionError ||
  error instanceof ServiceError ||
  error instanceof RateLimitError;

/** Why there is no key yet. */
type Reason = "pending" | "slow_down" | "api_key_limit";

/** The key, or why there is none yet. @throws SpeechError when there never will be one */
async function redeem(client: SpeechClient, deviceCode: string, endsAtMs: number): Promise<CreatedApiKey | Reason> {
  try {
    const body = { device_code: deviceCode };
    return (await client.api.deviceAuthorizations.redeem({ body, throwOnError: true })).data.data;
  } catch (error) {
    if (isCode(error, "authorization_pending")) return "pending";
    if (isCode(error, "api_key_limit")) return "api_key_limit";
    if (isTransient(error) && Date.now() < endsAtMs) return "slow_down";
    throw error;
  }
}

/** Opens an address in the browser of this desktop. @returns false where there is none */
async function openBrowser({ env }: Context, address: string): Promise<boolean> {
  const isMac = platform() === "darwin";
  const hasDesktop = isMac || env["DISPLAY"] !== undefined || env["WAYLAND_DISPLAY"] !== undefined;
  const opener = hasDesktop
    ? await firstInstalled({ env }, isMac ? [["open"]] : [["wslview"], ["xdg-open"]])
    : undefined;
  if (opener === undefined) return false;
  const child = spawn(opener[0], [address], { env, stdio: "ignore", detached: true });
  child.once("error", () => undefined);
  child.unref();
  return true;
}

/**
 * Lets a person approve this program in a browser.
 * @returns the key that was made for it
 * @throws SpeechError when it is denied, or the code expires
 */
export async function loginWithDeviceCode(context: Context, url: string): Promise<CreatedApiKey> {
  const { stderr } = context;
  const client = connect({ url });
  const body = { client_name: `speech on ${hostname()}`.slice(0, 100), scopes: [...scopes] };
  const { data: started } = (await client.api.deviceAuthorizations.create({ body, throwOnError: true })).data;
  const address = started.verification_uri_complete;
  const isOpened = await openBrowser(context, address);
  stderr.write(`${isOpened ? "Your browser opens" : "Open"} ${address}\n`);
  stderr.write(`Check that the page shows the code ${started.user_code}, and approve. Waiting…\n`);
  const endsAtMs = Date.now() + started.expires_in * 1000;
  let { interval } = started;
  let isFull = false;
  for (;;) {
    await sleep(interval * 1000);
    const made = await redeem(client, started.device_code, endsAtMs);
    if (typeof made === "object") return made;
    if (made === "slow_down") interval += slowDownSeconds;
    if (made === "api_key_limit" && !isFull) {
      stderr.write("The account has the maximum number of API keys. Revoke one, and the login continues.\n");
      isFull = true;
    }
  }
}
