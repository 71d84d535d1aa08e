import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { DomainError } from "#src/errors.ts";
import {
  confine,
  type EngineCommand,
  type EngineLimits,
  failedToConfine,
  grantFiles,
  type FileGrants,
} from "./confinement.ts";
import { type ProcessResult, type RunOptions, runProcess } from "./run-process.ts";

export interface EngineOptions extends Omit<RunOptions, "cwd" | "env">, FileGrants {
  readonly limits: EngineLimits;
}

/**
 * Runs an engine to its end, confined as `confine` says, with the files that it is lent; errors as those of `runProcess`.
 *
 * @throws DomainError `engine_unavailable` when it cannot be started, and as `runProcess` does
 */
export async function runEngine(
  program: string,
  args: readonly string[],
  options: EngineOptions,
): Promise<ProcessResult> {
  const { directory, reads, writes, limits, ...run } = options;
  const command = confine({ program, args, directory, limits });
  run.signal.throwIfAborted();
  await grantFiles({ directory, reads: reads ?? [], writes: writes ?? [] });
  const result = await runProcess(command.file, command.args, { ...run, cwd: command.cwd, env: command.env });
  if (result.exitCode !== 0 && failedToConfine(result.stderr)) {
    throw new DomainError("engine_unavailable", `${program} could not be started: ${result.stderr.trim()}`);
  }
  return result;
}

/** A running engine with its pipes. */
export type StartedEngine = ChildProcessWithoutNullStreams;

/**
 * Starts an engine that its caller feeds, confined as `confine` says. It leads a process group.
 *
 * @throws as `confine`
 */
export function startEngine(command: EngineCommand): StartedEngine {
  const { file, args, cwd, env } = confine(command);
  return spawn(file, args, { detached: true, cwd, env, stdio: "pipe" });
}
