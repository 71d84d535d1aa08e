import type { Command } from "commander";
import { type CommonOptions, type Context, openClient, print, table } from "./context.ts";
import { numberOf, UsageError } from "./usage-error.ts";

/** `speech usage`: what was used, and what is left. */
export function addUsage(program: Command, context: Context): void {
  program
    .command("usage")
    .description("show consumed and remaining credits")
    .option("--from <day>", "first day, as 2026-11-01")
    .option("--to <day>", "last day")
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions & { from?: string; to?: string }>();
      const { from, to } = options;
      const client = await openClient(context, options);
      const query = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
      const { data } = (await client.api.usage.get({ query, throwOnError: true })).data;
      const { period, requests, credits } = data;
      const lines = table([
        [`${period.from} to ${period.to}`, "USED", "REMAINING"],
        ["Speech (characters)", String(requests.tts_characters_processed), String(credits.tts_remaining)],
        ["Transcription (seconds)", String(requests.asr_seconds_processed), String(credits.asr_remaining)],
      ]);
      print(context, options, { data, lines });
    });
}

const scopeNames = ["speech", "voices", "usage", "keys", "billing", "admin"] as const;
type Scope = (typeof scopeNames)[number];
const isScope = (text: string): text is Scope => scopeNames.some((scope) => scope === text);

/** @throws UsageError */
function scopesOf(list: string): Scope[] {
  const words = list.split(",").map((word) => word.trim());
  const scopes = words.filter(isScope);
  if (scopes.length === words.length) return scopes;
  throw new UsageError(`--scopes must be a comma-separated list of ${scopeNames.join(", ")}.`);
}

function addList(keys: Command, context: Context): void {
  keys
    .command("list")
    .description("list the API keys of the account")
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions>();
      const client = await openClient(context, options);
      const { data } = (await client.api.apiKeys.list({ query: { limit: 100 }, throwOnError: true })).data;
      const rows = data.items.map((key) => [
        ...[
          key.api_key_id,
          key.name,
          `…${key.hint}`,
          key.scopes.join(","),
          key.revoked_at === null ? "active" : "revoked",
        ],
      ]);
      print(context, options, { data: data.items, lines: table([["ID", "NAME", "KEY", "SCOPES", "STATUS"], ...rows]) });
    });
}

interface KeyOptions {
  readonly scopes?: string;
  readonly description?: string;
  readonly monthlyLimit?: string;
  readonly expiresInDays?: string;
}

function addCreate(keys: Command, context: Context): void {
  keys
    .command("create")
    .description("create an API key, and show it once")
    .argument("<name>", "name of the key")
    .option("--scopes <scopes>", `separated by commas: ${scopeNames.join(", ")}`)
    .option("--description <text>", "what it is for")
    .option("--monthly-limit <credits>", "the most credits that it may use in a month")
    .option("--expires-in-days <days>", "for how many days it works")
    .action(async (name: string, _options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions & KeyOptions>();
      const client = await openClient(context, options);
      const { scopes, description, monthlyLimit, expiresInDays } = options;
      const body = {
        name,
        ...(scopes !== undefined && { scopes: scopesOf(scopes) }),
        ...(description !== undefined && { description }),
        ...(monthlyLimit !== undefined && { monthly_credit_limit: numberOf("--monthly-limit", monthlyLimit) }),
        ...(expiresInDays !== undefined && { expires_in_days: numberOf("--expires-in-days", expiresInDays) }),
      };
      const { data } = (await client.api.apiKeys.create({ body, throwOnError: true })).data;
      print(context, options, { data, lines: [data.key] });
    });
}

function addRevoke(keys: Command, context: Context): void {
  keys
    .command("revoke")
    .description("revoke an API key at once")
    .argument("<id>", "id of the key")
    .action(async (id: string, _options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions>();
      const client = await openClient(context, options);
      const { data } = (await client.api.apiKeys.revoke({ path: { api_key_id: id }, throwOnError: true })).data;
      print(context, options, { data, lines: [`Revoked ${data.api_key_id}.`] });
    });
}

/** `speech keys`: list, create and revoke. */
export function addKeys(program: Command, context: Context): void {
  const keys = program.command("keys").description("list, create and revoke API keys");
  addList(keys, context);
  addCreate(keys, context);
  addRevoke(keys, context);
}
