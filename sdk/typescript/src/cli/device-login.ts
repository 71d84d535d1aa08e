import { hostname } from "node:os";
import { SpeechError } from "../errors.ts";
import type { CreatedApiKey } from "../generated/types.gen.ts";
import { sleep } from "../retry.ts";
import { SpeechClient } from "../speech-client.ts";
import type { Context } from "./context.ts";

/** How much longer to wait after `slow_down`, as RFC 8628 says. */
const slowDownSeconds = 5;

/** What the commands need. */
const scopes = ["speech", "voices", "usage", "keys"] as const;

const isCode = (error: unknown, code: string): boolean => error instanceof SpeechError && error.code === code;

/** The key, or null as long as the person has not decided. */
async function redeem(client: SpeechClient, deviceCode: string): Promise<CreatedApiKey | null | "slow_down"> {
  try {
    const body = { device_code: deviceCode };
    return (await client.api.deviceAuthorizations.redeem({ body, throwOnError: true })).data.data;
  } catch (error) {
    if (isCode(error, "authorization_pending")) return null;
    if (isCode(error, "slow_down")) return "slow_down";
    throw error;
  }
}

/** Lets a person approve this program in a browser. @returns the key that it is given */
export async function loginByCode({ stderr }: Context, url: string): Promise<string> {
  const client = new SpeechClient({ baseUrl: url });
  const body = { client_name: `speech on ${hostname()}`.slice(0, 100), scopes: [...scopes] };
  const { data: asked } = (await client.api.deviceAuthorizations.create({ body, throwOnError: true })).data;
  stderr.write(`Open ${asked.verification_uri_complete}\nand check that it shows the code ${asked.user_code}\n`);
  let { interval } = asked;
  for (;;) {
    await sleep(interval * 1000);
    const made = await redeem(client, asked.device_code);
    if (made === "slow_down") interval += slowDownSeconds;
    else if (made !== null) return made.key;
  }
}
