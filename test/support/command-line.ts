import { chmod, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { runProgram } from "#sdk/cli/program.ts";

interface Run {
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string | Readable | undefined;
}

/** Runs the command line of `sdk/typescript` as it was typed, in this environment alone. */
export async function runCommand(args: readonly string[], { env, input = "" }: Run) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const chunks = { out: "", err: "" };
  stdout.on("data", (chunk: Buffer) => (chunks.out += chunk.toString()));
  stderr.on("data", (chunk: Buffer) => (chunks.err += chunk.toString()));
  const stdin = typeof input === "string" ? Readable.from(input) : input;
  const code = await runProgram(args, { env, stdin, stdout, stderr });
  await sleep(0);
  return { code, ...chunks };
}

/** A folder for `PATH`, in `parent`, with a program of this name that is a shell script. */
export async function folderWith(parent: string, name: string, script: string): Promise<string> {
  const path = await mkdtemp(join(parent, "path-"));
  await writeFile(join(path, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(path, name), 0o755);
  return path;
}
