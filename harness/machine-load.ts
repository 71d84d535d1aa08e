import { availableParallelism, loadavg } from "node:os";

/** Tells how busy the machine is apart from us: figures taken on a busy one are worth little. */
export const machineLoad = (): string =>
  `${availableParallelism()} cores, load ${loadavg()
    .map((load) => load.toFixed(2))
    .join(" ")}`;
