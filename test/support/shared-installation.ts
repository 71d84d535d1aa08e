import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Installation, installationPort, launch, untilReady } from "#harness/service/installation.ts";

/** An installation that the tests of a file use one after the other, each as a person of its own. */
export interface SharedInstallation extends AsyncDisposable {
  readonly baseUrl: string;
  readonly operate: Installation["operate"];
  /** What its sandboxes and the service share. */
  readonly secrets: () => Promise<unknown>;
}

/** Starts the whole service in an empty folder; disposing stops it and removes what it has kept. */
export async function sharedInstallation(): Promise<SharedInstallation> {
  const folder = await mkdtemp(join(tmpdir(), "speech-shared-"));
  const service = launch(folder, await installationPort());
  const end = async (): Promise<void> => {
    if (service.process.exitCode === null) await service.stop();
    await rm(folder, { recursive: true, force: true });
  };
  await untilReady(service).catch(async (error: unknown) => {
    await end();
    throw error;
  });
  const { baseUrl, operate } = service;
  return { baseUrl, operate, secrets: () => service.secrets(), [Symbol.asyncDispose]: end };
}
