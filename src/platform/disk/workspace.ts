import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

/** A private folder that is removed with everything in it when it goes out of scope. */
export interface PrivateFolder extends AsyncDisposable {
  readonly path: string;
}

/** Room for the temporary files of one process. */
export interface Workspace {
  /** For one piece of work, or for an engine as long as it is open. */
  folder(purpose?: "work" | "engine"): Promise<PrivateFolder>;
  close(): Promise<void>;
}

/** Folders of this machine begin so: several may share a disk. */
const machine = `${hostname().replaceAll(/[^A-Za-z0-9]/g, "-")}.`;

/** Makes the room, and clears what processes of this machine left behind when they died. */
export async function openWorkspace(root: string): Promise<Workspace> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const left = (await readdir(root)).filter((name) => name.startsWith(machine) && !isAlive(Number(name.split(".")[1])));
  await Promise.all(left.map((name) => rm(join(root, name), { recursive: true, force: true })));
  const own = await mkdtemp(join(root, `${machine}${process.pid}.`));
  return {
    folder: async (purpose = "work") => {
      const path = await mkdtemp(join(own, `${purpose}-`));
      return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
    },
    close: () => rm(own, { recursive: true, force: true }),
  };
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
