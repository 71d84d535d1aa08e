import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

const backup = join(import.meta.dirname, "../docs/backup.md");
const root = join(import.meta.dirname, "..");
const maxOutputBytes = 10_000_000;

export interface CommandOptions {
  /** The variables that the commands name, beside PATH. */
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * Runs the first block of shell commands below a heading of docs/backup.md, exactly as it stands there, in the
 * project's folder; the first one that fails ends it.
 * @throws Error with what the shell said when one has failed
 */
export async function runDocumented(heading: string, { environment, signal }: CommandOptions): Promise<void> {
  const commands = blockBelow(heading, await readFile(backup, "utf8"));
  const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ...environment };
  await run("sh", ["-e", "-u", "-c", commands], { cwd: root, env, signal, maxBuffer: maxOutputBytes });
}

/** @throws Error when there is no such heading with a block of commands */
export function blockBelow(heading: string, document: string): string {
  const section = document.split(/^(?=#+ )/m).find((part) => part.startsWith(`${heading}\n`));
  const block = /^```sh\n(.*?)^```$/ms.exec(section ?? "")?.[1];
  if (block === undefined) throw new Error(`There are no commands below "${heading}".`);
  return block;
}
