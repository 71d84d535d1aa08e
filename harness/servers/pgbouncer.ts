import { randomBytes } from "node:crypto";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { accepts, type BackingService, findProgram, freePort, MissingProgramError } from "./backing-services.ts";
import { startServer } from "./server-process.ts";

export type PoolMode = "transaction" | "statement" | "session";

export interface Pooler extends BackingService {
  /** The address of a database behind it. */
  readonly urlOf: (database: string) => string;
}

/** Debian has it where only root's PATH looks. */
const folder = "/usr/sbin";

/**
 * Starts PgBouncer in front of all databases of a server, as its superuser. Sets `TEST_POOLER_URL`.
 * @throws MissingProgramError
 */
export async function startPgBouncer(directory: string, clusterUrl: string, mode: PoolMode): Promise<Pooler> {
  const program = await findProgram(["pgbouncer"], folder);
  if (program === null) throw new MissingProgramError("pgbouncer is missing: run bin/setup --test.");
  const { hostname, port, username, password } = new URL(clusterUrl);
  const data = join(directory, `pgbouncer-${randomBytes(3).toString("hex")}`);
  await mkdir(data);
  const ownPort = await freePort();
  const configuration = join(data, "pgbouncer.ini");
  const server = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
  const lines = [
    ...["[databases]", `* = ${server}`, "[pgbouncer]", "listen_addr = 127.0.0.1", `listen_port = ${ownPort}`],
    ...["unix_socket_dir =", "auth_type = any", `pool_mode = ${mode}`, "max_client_conn = 1000"],
    ...["default_pool_size = 10", "server_idle_timeout = 5", "server_lifetime = 600"],
    // A server that is back is found after a second, not after PgBouncer's fifteen.
    "server_login_retry = 1",
  ];
  await writeFile(configuration, `${lines.join("\n")}\n`);
  // It refuses to run as root, and changes to another user by itself.
  await Promise.all([chmod(data, 0o755), chmod(configuration, 0o644), chmod(directory, 0o755)]);
  const user = userInfo().uid === 0 ? ["--user", "postgres"] : [];
  const running = await startServer([program, ...user, configuration], {
    directory: data,
    answers: () => accepts(ownPort),
  });
  const urlOf = (database: string): string => `postgres://postgres@127.0.0.1:${ownPort}/${database}`;
  return { urlOf, environment: { TEST_POOLER_URL: urlOf("postgres") }, stop: () => running.stop() };
}
