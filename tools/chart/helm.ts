import { execFile } from "node:child_process";
import { delimiter, join } from "node:path";
import { commandPath, inheritedEnvironment } from "#src/config.ts";

const project = join(import.meta.dirname, "../..");

/** The folder of the chart. */
export const chart = join(project, "deploy/helm/speech-service");

interface HelmRun {
  readonly succeeded: boolean;
  readonly output: string;
  /** Its errors and warnings. */
  readonly messages: string;
}

/** Runs the Helm that `bin/setup --test` has built, or else one of the `PATH`. @returns null where there is none */
export function runHelm(...args: readonly string[]): Promise<HelmRun | null> {
  const env = inheritedEnvironment({ PATH: [join(project, ".cache/bin"), commandPath()].join(delimiter) });
  const { promise, resolve, reject } = Promise.withResolvers<HelmRun | null>();
  execFile("helm", args, { env, maxBuffer: 2 ** 24 }, (error, output, messages) => {
    if (error?.code === "ENOENT") resolve(null);
    else if (error !== null && typeof error.code !== "number") reject(error);
    else resolve({ succeeded: error === null, output, messages });
  });
  return promise;
}
