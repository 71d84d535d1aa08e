import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ExecutionContext } from "ava";
import { type Installation, installationPort, launch, untilReady } from "#harness/service/installation.ts";

const run = promisify(execFile);

/** An unused installation, and an empty folder. */
export async function emptyInstallation(
  t: ExecutionContext,
  env: Readonly<Record<string, string>> = {},
): Promise<{ service: Installation; folder: string }> {
  t.timeout(3 * 60_000);
  const folder = await mkdtemp(join(tmpdir(), "speech-story-"));
  const service = launch(folder, await installationPort(), env);
  t.teardown(async () => {
    if (service.process.exitCode === null) await service.stop();
    await rm(folder, { recursive: true, force: true });
  });
  await untilReady(service);
  return { service, folder };
}

/** curl with a cookie jar. @returns the status, the address it ended at, and the body */
export function openCurl(folder: string) {
  const jar = join(folder, "cookies");
  const body = join(folder, "body");
  return async (...args: readonly string[]) => {
    const format = "%{http_code} %{url_effective}";
    const { stdout } = await run("curl", ["-s", "-b", jar, "-c", jar, "-o", body, "-w", format, ...args]);
    const [status = "", url = ""] = stdout.split(" ");
    return { status: Number(status), url, text: existsSync(body) ? await readFile(body, "utf8") : "" };
  };
}
