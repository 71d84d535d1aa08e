import type { Outcome } from "./outcome.ts";

/** What a scenario is told. */
export interface Setting {
  /** Redis and an S3 server instead of PostgreSQL and the file system. */
  readonly services: boolean;
  /** Fewer of everything. */
  readonly quick: boolean;
  /** Where the processes under test log. */
  readonly logPath: string;
  /** Ends the scenario. */
  readonly signal: AbortSignal;
}

/** Something that breaks, and what the service promises then. */
export interface Scenario {
  readonly name: string;
  /** The promise that is kept while it breaks, as a sentence. */
  readonly promise: string;
  readonly run: (setting: Setting) => Promise<Outcome>;
}

/** A scenario in two sizes. */
export interface SizedScenario<Size> extends Pick<Scenario, "name" | "promise"> {
  readonly full: Size;
  readonly quick: Size;
  /** Starts a service of its own, breaks something, and tells what became of it. */
  readonly run: (size: Size, setting: Setting) => Promise<Outcome>;
}

export const scenario = <Size>({ name, promise, full, quick, run }: SizedScenario<Size>): Scenario => ({
  name,
  promise,
  run: (setting) => run(setting.quick ? quick : full, setting),
});
