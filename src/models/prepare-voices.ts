import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { CommandContext } from "./commands.ts";

/** It works with engines, which only workers know. */
const program = join(import.meta.dirname, "../../workers/training/prepare-voices.ts");

/** Prepares voice matching in a program of its own, which says itself what it does and what went wrong. */
export async function prepareVoices(_names: readonly string[], { signal }: CommandContext): Promise<readonly string[]> {
  const child = spawn(process.execPath, [program], { stdio: "inherit" });
  const end = (): unknown => child.kill("SIGTERM");
  signal.addEventListener("abort", end, { once: true });
  await once(child, "exit");
  signal.removeEventListener("abort", end);
  if (child.exitCode !== 0) process.exitCode = child.exitCode ?? 1;
  return [];
}
