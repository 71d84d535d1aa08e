import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { confine, type EngineCommand } from "./confinement.ts";

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
