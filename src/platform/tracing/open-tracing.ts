import type { Config } from "#src/config.ts";
import type { Logger } from "#src/platform/logger.ts";
import { endsWithin } from "#src/platform/shutdown.ts";

export interface TracingOptions {
  readonly tracing: Config["tracing"];
  /** The name of the process. */
  readonly name: string;
  readonly log: Logger;
}

export interface Tracing {
  /** Sends what was recorded, or gives it up. */
  close(): Promise<void>;
}

/** The last spans of a process are sent within this time. */
const flushMs = 2_000;

/** Records the spans of this process from now on where a collector is set; without one, nothing of the SDK is loaded. */
export async function openTracing({ tracing, name, log }: TracingOptions): Promise<Tracing> {
  if (tracing === null) return { close: () => Promise.resolve() };
  const { registerTracing } = await import("./register-tracing.ts");
  const registered = registerTracing({ ...tracing, name, log });
  return {
    close: async () => {
      await endsWithin(registered.shutdown(), flushMs);
    },
  };
}
