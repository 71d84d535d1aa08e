import { text as readText } from "node:stream/consumers";
import type { Command } from "commander";
import { SpeechClient } from "../speech-client.ts";
import { type CommonOptions, type Context, print } from "./context.ts";
import { loginWithDeviceCode } from "./device-login.ts";
import { readUrl, settingsFile, writeTexts } from "./settings.ts";
import { UsageError } from "./usage-error.ts";

interface LoginOptions extends CommonOptions {
  readonly key?: string;
  readonly withKey?: true;
}

async function keyOf(context: Context, { key, withKey }: LoginOptions, url: string): Promise<string> {
  if (key !== undefined) return key;
  if (withKey !== true) return context.env["SPEECH_API_KEY"] ?? (await loginWithDeviceCode(context, url));
  return (await readText(context.stdin)).trim();
}

/** `speech login`: keeps a key that works. */
export function addLogin(program: Command, context: Context): void {
  program
    .command("login")
    .description("sign in in a browser, and keep an API key for the other commands; only you can read the file")
    .option("--key <key>", "store this key; SPEECH_API_KEY when absent")
    .option("--with-key", "read the key from standard input")
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<LoginOptions>();
      const url = await readUrl(context.env, options.url);
      const key = await keyOf(context, options, url);
      if (key === "") throw new UsageError("No key was given.");
      const client = new SpeechClient({ baseUrl: url, apiKey: key });
      const { data: account } = (await client.api.account.get({ throwOnError: true })).data;
      await writeTexts(settingsFile(context.env), { url, key });
      print(context, options, { data: account, lines: [`Signed in to ${url} as ${account.email}.`] });
    });
}
