import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findDescendants } from "#harness/service/processes.ts";
import { openEmbeddedPostgres, type PostgresPrograms } from "#src/platform/postgres/embedded-postgres.ts";
import { freePort } from "./backing-services.ts";
import type { ServerProcess } from "./server-process.ts";

export interface RunningPostgres extends Pick<ServerProcess, "kill" | "start" | "stop"> {
  /** Connects as the owner to the database `postgres`. */
  readonly url: string;
}

/** Starts a durable PostgreSQL of its own below a folder; by the programs that npm brings, or by others. */
export async function startRunningPostgres(directory: string, programs?: PostgresPrograms): Promise<RunningPostgres> {
  const options = { directory, port: await freePort(), ...(programs !== undefined && { programs }) };
  const running = await openEmbeddedPostgres(options);
  return {
    url: running.url,
    stop: async () => {
      // One that was killed cannot be stopped; one whose start has failed may be there all the same.
      const postmaster = await postmasterOf(directory).catch(() => null);
      if (postmaster !== null && isThere(postmaster)) await running.stop();
    },
    kill: async () => {
      const postmaster = await postmasterOf(directory);
      const pids = (await findDescendants(postmaster, "postgres")).map(({ pid }) => pid);
      for (const pid of pids) killIfThere(pid);
      while (pids.some(isThere)) await delay(10);
    },
    start: async () => void (await openEmbeddedPostgres(options)),
  };
}

async function postmasterOf(directory: string): Promise<number> {
  const [pid] = (await readFile(join(directory, "data", "postmaster.pid"), "utf8")).split("\n");
  return Number(pid);
}

/** Those that end by themselves when the postmaster is gone may have been faster. */
function killIfThere(pid: number): void {
  if (isThere(pid)) process.kill(pid, "SIGKILL");
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
