import { rm } from "node:fs/promises";
import { text as readText } from "node:stream/consumers";
import type { Command } from "commander";
import { AuthenticationError } from "../errors.ts";
import { connect } from "./connect.ts";
import { type CommonOptions, type Context, openClient, print, table } from "./context.ts";
import { loginWithDeviceCode } from "./device-login.ts";
import { type Login, readLogin, readSettings, readUrl, settingsFile, writeTexts } from "./settings.ts";
import { UsageError } from "./usage-error.ts";

interface LoginOptions extends CommonOptions {
  readonly key?: string;
  readonly withKey?: true;
}

/** The key to store, with its id where it was made for this. */
async function keyOf(context: Context, options: LoginOptions, url: string): Promise<Given> {
  if (options.key !== undefined) return { key: options.key };
  if (options.withKey === true) return { key: (await readText(context.stdin)).trim() };
  const key = context.env["SPEECH_API_KEY"];
  if (key !== undefined) return { key };
  const made = await loginWithDeviceCode(context, url);
  return { key: made.key, key_id: made.api_key_id };
}

type Given = Pick<Login, "key_id"> & { readonly key: string };

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
      const given = await keyOf(context, options, url);
      const { key } = given;
      if (key === "") throw new UsageError("No key was given.");
      const { data: account } = (await connect({ url, key }).api.account.get({ throwOnError: true })).data;
      await writeTexts(settingsFile(context.env), { url, ...given });
      print(context, options, { data: account, lines: [`Signed in to ${url} as ${account.email}.`] });
    });
}

/** Revokes the key that a login has had made. @returns why that failed; null when it works no more, or was another program's */
async function revoke({ url, key, key_id: id }: Login): Promise<string | null> {
  if (url === undefined || key === undefined || id === undefined) return null;
  try {
    await connect({ url, key }).api.apiKeys.revoke({ path: { api_key_id: id }, throwOnError: true });
    return null;
  } catch (error) {
    // It was revoked before, or has expired.
    if (error instanceof AuthenticationError) return null;
    return error instanceof Error ? error.message : String(error);
  }
}

/** `speech logout`: forgets the key, and revokes it where `speech login` has had it made. */
export function addLogout(program: Command, context: Context): void {
  program
    .command("logout")
    .description("forget the API key of the last login; one that was made for it is revoked")
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions>();
      const login = await readLogin(context.env);
      const problem = await revoke(login);
      await rm(settingsFile(context.env), { force: true });
      if (problem !== null) {
        const page = `${login.url ?? ""}/account/keys`;
        context.stderr.write(`The key is forgotten here, and still works: ${problem} Revoke it at ${page}.\n`);
      }
      const revoked = login.key_id !== undefined && problem === null;
      const data = { url: login.url ?? null, revoked };
      const line = login.key === undefined ? "Not signed in." : `Signed out of ${login.url ?? "the service"}.`;
      print(context, options, { data, lines: [line] });
    });
}

/** `speech whoami`: the account and the key that the other commands use. */
export function addWhoami(program: Command, context: Context): void {
  program
    .command("whoami")
    .description("show the account, the service and the API key in use")
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions>();
      const client = await openClient(context, options);
      const { url, key } = await readSettings(context.env, options.url);
      const { data: account } = (await client.api.account.get({ throwOnError: true })).data;
      const source = context.env["SPEECH_API_KEY"] === undefined ? "speech login" : "SPEECH_API_KEY";
      const lines = table([
        ...[["Account", account.email] as const, ["Service", url] as const],
        ["API key", `…${key.slice(-4)}, of ${source}`],
      ]);
      print(context, options, { data: { ...account, url, key_source: source }, lines });
    });
}
