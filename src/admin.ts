import { parseArgs } from "node:util";
import { z } from "zod";
import { ConfigError, readConfig } from "#src/config.ts";
import { ensureAccount } from "#src/domain/accounts/ensure-account.ts";
import { createApiKey } from "#src/domain/api-keys/create-api-key.ts";
import { openPostgres } from "#src/platform/postgres.ts";
import { readRunState } from "#src/standalone/run-state.ts";

const help = `Usage: npm run -s admin -- <command> [options]

Commands
  create-key --email <address> --name <name> [--description <text>] [--admin] [--json]
      Makes the account when there is none, makes an API key for it and prints the key, once.
      --admin   also gives the account the role admin
      --json    prints the whole answer as JSON instead of the key alone

  --help        this text

The database is the one of DATABASE_URL, or else the one of the service that runs on DATA_DIR (default .data).
`;

const keyOptions = z.object({
  email: z.email({ error: "--email must be an e-mail address" }),
  name: z
    .string({ error: "--name is missing" })
    .min(1, "--name is empty")
    .max(100, "--name is longer than 100 characters"),
  description: z.string().max(500, "--description is longer than 500 characters").default(""),
  admin: z.boolean().default(false),
  json: z.boolean().default(false),
});

/** A command that cannot be understood, with the sentence to say so. */
class UsageError extends Error {
  override readonly name = "UsageError";
}

function optionsOf(args: readonly string[]): z.output<typeof keyOptions> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      email: { type: "string" },
      name: { type: "string" },
      description: { type: "string" },
      admin: { type: "boolean" },
      json: { type: "boolean" },
    },
  });
  const parsed = keyOptions.safeParse(values);
  if (parsed.success) return parsed.data;
  throw new UsageError(parsed.error.issues.map((issue) => issue.message).join("\n"));
}

async function createKey(args: readonly string[]): Promise<string> {
  const { email, name, description, admin, json } = optionsOf(args);
  const config = readConfig();
  const url = config.databaseUrl ?? (await readRunState(config.dataDir))?.database_url;
  if (url === undefined)
    throw new ConfigError("The service does not run here: start it with npm start, or set DATABASE_URL.");
  const db = openPostgres({ url, poolSize: 2, name: "speech-admin" });
  try {
    const userId = await ensureAccount({ db }, { email, admin });
    const made = await createApiKey({ db }, { userId, name, description, maxLive: config.limits.apiKeysMax });
    if (!json) return made.key;
    const { apiKeyId, key, createdAt } = made;
    return JSON.stringify({
      api_key_id: apiKeyId,
      user_id: userId,
      name,
      description,
      key,
      created_at: createdAt.toISOString(),
    });
  } finally {
    await db.destroy();
  }
}

async function main([command, ...args]: readonly string[]): Promise<string> {
  if (command === undefined || command === "help" || [command, ...args].includes("--help")) return help;
  if (command === "create-key") return createKey(args);
  throw new UsageError(`There is no command ${command}. See --help.`);
}

try {
  process.stdout.write(`${(await main(process.argv.slice(2))).trimEnd()}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
