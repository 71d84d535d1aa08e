import { execFile } from "node:child_process";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod";
import { step } from "./steps.ts";

const runState = z.object({
  pid: z.int(),
  parent_pid: z.int(),
  port: z.int(),
  database_url: z.string(),
  /** Whether people sign in by the sandbox; an earlier release did not say. */
  sandbox: z.boolean().default(false),
  children: z.array(z.int()),
});

/** The facts that a running installation notes of itself, readable by its owner only. */
export type RunState = z.output<typeof runState>;

const fileIn = (dataDir: string): string => join(dataDir, "run.json");
const orphanGraceMs = 10_000;

/** The last write: several processes may end at once, and each is noted. */
let lastWrite: Promise<void> = Promise.resolve();

/** Notes are written one after the other, so that the last one stays. */
export function writeRunState(dataDir: string, state: RunState): Promise<void> {
  const written = lastWrite.then(() => replaceRunState(dataDir, state));
  lastWrite = written.catch(() => {});
  return written;
}

async function replaceRunState(dataDir: string, state: RunState): Promise<void> {
  const partial = `${fileIn(dataDir)}.partial`;
  await writeFile(partial, JSON.stringify(state), { mode: 0o600 });
  await rename(partial, fileIn(dataDir));
}

/** @returns null when nothing runs, or ran and was ended in order */
export async function readRunState(dataDir: string): Promise<RunState | null> {
  const text = await readFile(fileIn(dataDir), "utf8").catch(() => null);
  return text === null ? null : (runState.safeParse(JSON.parse(text)).data ?? null);
}

export const clearRunState = (dataDir: string): Promise<void> => rm(fileIn(dataDir), { force: true });

const run = promisify(execFile);
const ourFolders = /\b(src|workers|sandbox)\//;

/** True for a command line that runs a script of ours; a NUL or a space ends each of its words. */
const runsOurScript = (command: string): boolean =>
  command.split(/[\0\s]/).some((word) => word.endsWith(".ts") && ourFolders.test(word));

/** True for a living process of this service; a number that another program got in the meantime is not ours. */
async function isOurs(pid: number): Promise<boolean> {
  // In a container every start gets the same number.
  if (pid === process.pid) return false;
  const command =
    process.platform === "linux"
      ? await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")
      : await run("ps", ["-o", "command=", "-p", String(pid)]).then(
          (result) => result.stdout,
          () => "",
        );
  return runsOurScript(command);
}

const oursAmong = async (pids: readonly number[]): Promise<readonly number[]> => {
  const verdicts = await Promise.all(pids.map(isOurs));
  return pids.filter((_pid, index) => verdicts[index]);
};

/**
 * Makes the data folder ours: refuses while another installation runs on it, and ends what one that was
 * killed has left behind.
 * @throws Error in one sentence for people
 */
export async function takeOver(dataDir: string): Promise<void> {
  const state = await readRunState(dataDir);
  if (state === null) return;
  if ((await isOurs(state.pid)) && isAlive(state.parent_pid)) {
    throw new Error(`The service already runs on this data folder (process ${state.pid}, port ${state.port}).`);
  }
  const orphans = await oursAmong([state.pid, ...state.children]);
  if (orphans.length > 0) await step("Ending what an earlier start has left behind", () => endAll(orphans));
  await clearRunState(dataDir);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Orphans notice by themselves what they are; those that do not end in time are killed. */
async function endAll(pids: readonly number[]): Promise<void> {
  const deadline = performance.now() + orphanGraceMs;
  let living = pids;
  while (living.length > 0 && performance.now() < deadline) {
    await sleep(100);
    living = await oursAmong(living);
  }
  for (const pid of living) process.kill(pid, "SIGKILL");
}
