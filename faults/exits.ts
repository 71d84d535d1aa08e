import { freePort } from "#harness/servers/backing-services.ts";
import type { RunningService } from "#harness/service/running-service.ts";
import type { ProcessName, ServiceProcess } from "#harness/service/service-process.ts";

/** The end of a process that was asked to end. */
export interface Exit {
  readonly name: ProcessName;
  /** The moment at which it was sent SIGTERM. */
  readonly askedAtMs: number;
  readonly seconds: number;
  /** null when a signal ended it. */
  readonly code: number | null;
}

export interface NamedProcess {
  readonly name: ProcessName;
  readonly process: ServiceProcess;
}

/** One more process of each name; an API among them listens on a port of its own. */
export const startMore = (service: RunningService, names: readonly ProcessName[]): Promise<readonly NamedProcess[]> =>
  Promise.all(
    names.map(async (name) => ({ name, process: await service.start(name, { PORT: `${await freePort()}` }) })),
  );

/** Asks processes to end, and waits until they have. */
export const endAll = (processes: readonly NamedProcess[]): Promise<readonly Exit[]> =>
  Promise.all(
    processes.map(async ({ name, process: one }) => {
      const askedAtMs = Date.now();
      await one.stop();
      return { name, askedAtMs, seconds: (Date.now() - askedAtMs) / 1000, code: one.exitCode() };
    }),
  );
