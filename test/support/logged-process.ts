import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { inheritedEnvironment } from "#harness/service/service-process.ts";

/** A process of the service whose output is kept. */
export interface LoggedProcess {
  /** The JSON lines that it has printed so far. */
  readonly output: () => string;
  /** SIGTERM, and waits until it has ended. */
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, "../..");

/** Starts a file of the project, with everything logged that can be, and waits until it is ready. */
export async function startLogged(file: string, env: Readonly<Record<string, string>>): Promise<LoggedProcess> {
  const child = spawn(process.execPath, [join(root, file)], {
    cwd: root,
    env: { ...inheritedEnvironment(), ...env, LOG_LEVEL: "debug" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('"msg":"ready"')) resolve();
    });
  }
  const ended = once(child, "exit");
  await Promise.race([ready, ended]);
  if (child.exitCode !== null) throw new Error(`${file} did not start:\n${output}`);
  return {
    output: () => output,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
