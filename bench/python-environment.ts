import { execFile } from "node:child_process";
import { access, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const installMs = 30 * 60_000;
const execute = promisify(execFile);

/** The interpreter of a virtual environment with these packages of PyPI, which is made in the cache of this user the first time. */
export async function pythonWith(packages: readonly string[], signal: AbortSignal): Promise<string> {
  const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  const directory = join(cache, "speech-service", "bench", packages.join("-").replaceAll("=", ""));
  const python = join(directory, "bin", "python3");
  const isWhole = await access(join(directory, "complete")).then(
    () => true,
    () => false,
  );
  if (isWhole) return python;
  process.stderr.write(`Installing ${packages.join(" and ")} into ${directory} …\n`);
  await rm(directory, { recursive: true, force: true });
  await runPython("python3", ["-m", "venv", directory], signal);
  await runPython(python, ["-m", "pip", "install", "--quiet", "--prefer-binary", ...packages], signal);
  await writeFile(join(directory, "complete"), "");
  return python;
}

export async function runPython(program: string, command: readonly string[], signal: AbortSignal): Promise<string> {
  const { stdout } = await execute(program, [...command], { signal, timeout: installMs });
  return stdout;
}
