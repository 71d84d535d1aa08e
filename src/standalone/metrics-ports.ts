import type { Config } from "#src/config.ts";

/** Away from the service itself and its sandboxes. */
const offset = 10;
/** As many as there are processes. */
const room = 10;
const lastPort = 65_535;

/** The port of the first process of the Procfile for its metrics; each of the others has the next one. */
export const firstMetricsPort = ({ port, metricsPort }: Pick<Config, "port" | "metricsPort">): number =>
  metricsPort ?? (port + offset + room > lastPort ? port - offset - room : port + offset);
