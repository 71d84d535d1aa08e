import { createInterface } from "node:readline/promises";
import type { Command } from "commander";
import { SpeechClient } from "../speech-client.ts";
import { type CommonOptions, type Context, print } from "./context.ts";
import { readUrl, settingsFile, writeTexts } from "./settings.ts";
import { UsageError } from "./usage-error.ts";

async function askForKey({ stdin, stderr }: Context, url: string): Promise<string> {
  const lines = createInterface({ input: stdin });
  stderr.write(`Create an API key at ${url}/account/keys and paste it here: `);
  try {
    for await (const line of lines) return line.trim();
  } finally {
    lines.close();
  }
  return "";
}

/** `speech login`: keeps a key that works. */
export function addLogin(program: Command, context: Context): void {
  program
    .command("login")
    .description("keep an API key for the other commands; only you can read the file")
    .option("--key <key>", "the key; SPEECH_API_KEY or the standard input when absent")
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions & { key?: string }>();
      const url = await readUrl(context.env, options.url);
      const key = options.key ?? context.env["SPEECH_API_KEY"] ?? (await askForKey(context, url));
      if (key === "") throw new UsageError("No key was given.");
      const client = new SpeechClient({ baseUrl: url, apiKey: key });
      const { data: account } = (await client.api.account.get({ throwOnError: true })).data;
      await writeTexts(settingsFile(context.env), { url, key });
      print(context, options, { data: account, lines: [`Signed in to ${url} as ${account.email}.`] });
    });
}
