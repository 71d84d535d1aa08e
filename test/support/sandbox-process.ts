import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { inheritedEnvironment } from "#harness/service/service-process.ts";

export interface SandboxProcess {
  /** SIGTERM, and waits until it has drained. */
  readonly stop: () => Promise<void>;
}

const root = join(import.meta.dirname, "../..");

/** Starts a file of `sandbox/` with these variables only, and waits until it says that it is ready. */
export async function startSandboxProcess(
  name: "identity" | "payment",
  env: Readonly<Record<string, string>>,
): Promise<SandboxProcess> {
  const child = spawn(process.execPath, [join(root, "sandbox", `${name}.ts`)], {
    cwd: root,
    env: { ...inheritedEnvironment(), LOG_LEVEL: "error", ...env },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  const outcome = await Promise.race([once(child, "message").then(() => "ready"), ended.then(() => "ended")]);
  if (outcome === "ended") throw new Error(`The sandbox's ${name} provider did not start.`);
  return {
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
