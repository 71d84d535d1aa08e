import type { AdminCommand, PreparedCommand } from "./admin/command.ts";
import { createKey } from "./admin/create-key.ts";
import { grantCredits } from "./admin/grant-credits.ts";
import { holdRemovalsCommand } from "./admin/hold-removals.ts";
import { listUsers } from "./admin/list-users.ts";
import { paymentEvents } from "./admin/payment-events.ts";
import { recountCreditsCommand } from "./admin/recount-credits.ts";
import { recountStorageCommand } from "./admin/recount-storage.ts";
import { revokeKey } from "./admin/revoke-key.ts";
import { setRoleCommand } from "./admin/set-role.ts";
import { showKey } from "./admin/show-key.ts";
import { signOut } from "./admin/sign-out.ts";
import { exitCodes, reportFailure, UsageError } from "./command-line.ts";
import { ConfigError, readConfig } from "#src/config.ts";
import { openPostgres } from "./platform/postgres/postgres.ts";
import { readRunState } from "#src/standalone/run-state.ts";

const commands: readonly AdminCommand[] = [
  ...[showKey, createKey, listUsers, setRoleCommand, revokeKey, signOut],
  ...[grantCredits, recountCreditsCommand, recountStorageCommand, holdRemovalsCommand, paymentEvents],
];

const help = `Usage: npm run -s admin -- <command> [options]

Commands
${commands.map(({ name, summary }) => `  ${name.padEnd(17)}${summary}`).join("\n")}

Every command shows its options with --help, and prints JSON with --json. The exit code is ${exitCodes.failed} when a command has
failed and ${exitCodes.invalid} when it was not valid.

The database is the one of DATABASE_URL, or else the one of the service that runs on DATA_DIR (default .data).
`;

async function main([name, ...args]: readonly string[]): Promise<string> {
  if (name === "help" && args[0] !== undefined) return main([args[0], "--help"]);
  if (name === undefined || name === "help" || name === "--help" || name === "-h") return help;
  const command = commands.find((one) => one.name === name);
  if (command === undefined) throw new UsageError(`Unknown command: ${name}. See --help.`);
  const run = command.prepare(args);
  return run === null ? command.help : withDatabase(run);
}

async function withDatabase(run: NonNullable<PreparedCommand>): Promise<string> {
  const config = readConfig();
  const running = await readRunState(config.dataDir);
  const url = config.databaseUrl ?? running?.database_url;
  if (url === undefined)
    throw new ConfigError(
      "No service is running here. Start it with npm start, or set DATABASE_URL, or the DATA_DIR that it was started with.",
    );
  const db = openPostgres({ url, pooler: config.databasePooler, poolSize: 2, name: "speech-admin" });
  try {
    return await run({ db, config: { ...config, sandbox: config.sandbox || running?.sandbox === true } });
  } finally {
    await db.destroy();
  }
}

function sentenceOf(error: unknown): string {
  // A server that cannot be reached at any of its addresses is an error without a text of its own.
  const shown: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(shown instanceof Error)) return String(shown);
  const refused = "code" in shown && ["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT"].includes(String(shown.code));
  return refused ? `The database does not answer (${shown.message}).` : shown.message;
}

try {
  process.stdout.write(`${(await main(process.argv.slice(2))).trimEnd()}\n`);
} catch (error) {
  reportFailure(error, sentenceOf(error));
}
