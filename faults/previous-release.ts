import { execFile } from "node:child_process";
import { mkdir, readFile, symlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");

/** The newest migration of the release before this one. */
const newestBefore = "0006-provider-orders";

/** The release before this one, as the history knows it. */
export interface PreviousRelease {
  readonly revision: string;
  /** The way in which it was found, as the end of a sentence. */
  readonly told: string;
}

/**
 * The newest tag before the present commit or, where there is none, the last commit whose migrations end with those of the release
 * before.
 * @returns null where there is no history that tells
 */
export async function findPreviousRelease(): Promise<PreviousRelease | null> {
  const tag = await git("describe", "--tags", "--abbrev=0", "HEAD^");
  if (tag !== null) return { revision: tag, told: `the release ${tag}` };
  const changes = (await git("rev-list", "--full-history", "HEAD", "--", "db/migrations")) ?? "";
  for (const change of changes.split("\n").filter((line) => line !== "")) {
    const revision = await git("rev-parse", "--verify", `${change}^`);
    const theirs = revision === null ? [] : await migrationsOf(revision);
    if (revision !== null && theirs.at(-1) === newestBefore) {
      return { revision, told: `commit ${revision.slice(0, 7)}, the last with the migrations up to ${newestBefore}` };
    }
  }
  return null;
}

async function migrationsOf(revision: string): Promise<readonly string[]> {
  const files = (await git("ls-tree", "--name-only", revision, "db/migrations/")) ?? "";
  return files
    .split("\n")
    .filter((file) => file !== "")
    .map((file) => basename(file, ".ts"))
    .toSorted();
}

/** Unpacks a release into a new folder. It uses the packages installed here, or installs its own when its lock file differs. */
export async function unpackRelease({ revision }: PreviousRelease, folder: string): Promise<void> {
  await mkdir(folder);
  const archive = `${folder}.tar`;
  await run("git", ["archive", "--output", archive, revision], { cwd: root });
  await run("tar", ["-x", "-f", archive, "-C", folder]);
  const [theirs, ours] = await Promise.all(
    [folder, root].map((place) => readFile(join(place, "package-lock.json"), "utf8")),
  );
  if (theirs === ours) await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  else await run("npm", ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder });
}

/** Reads what git prints; null when it refuses, or is not there. */
const git = (...args: readonly string[]): Promise<string | null> =>
  run("git", [...args], { cwd: root }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
