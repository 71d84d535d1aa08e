import type { ScenarioResult } from "./outcome.ts";

/** The input of a scenario. */
export interface Setting {
  /** Redis and an S3 server instead of PostgreSQL and the file system. */
  readonly services: boolean;
  /** A Redis Cluster in place of one Redis. */
  readonly cluster?: boolean;
  /** PgBouncer before PostgreSQL. */
  readonly pooler?: boolean;
  /** Fewer of everything. */
  readonly quick: boolean;
  /** The file to which the processes under test log. */
  readonly logPath: string;
  /** Ends the scenario. */
  readonly signal: AbortSignal;
}

/** Something that breaks, and what the service promises then. */
export interface Scenario {
  readonly name: string;
  /** The promise that is kept while it breaks, as a sentence. */
  readonly promise: string;
  /** True when it breaks Redis or the S3 server, so that without them there is nothing to break. */
  readonly needsServices: boolean;
  /** True when it runs programs that know neither a cluster nor a pooler: of the release before, or of PostgreSQL. */
  readonly plainOnly?: boolean;
  /** True when its figures mean something only while nothing else goes on. */
  readonly alone: boolean;
  /** Names what it needs and this machine has not, as the end of a sentence; null when there is nothing. */
  readonly lacks?: () => Promise<string | null>;
  readonly run: (setting: Setting) => Promise<ScenarioResult>;
}

/** A scenario in two sizes. */
export interface SizedScenario<Size>
  extends
    Pick<Scenario, "name" | "promise">,
    Partial<Pick<Scenario, "needsServices" | "plainOnly" | "alone" | "lacks">> {
  readonly full: Size;
  readonly quick: Size;
  /** Starts a service of its own, breaks something, and tells what became of it. */
  readonly run: (size: Size, setting: Setting) => Promise<ScenarioResult>;
}

export const scenario = <Size>(sized: SizedScenario<Size>): Scenario => ({
  name: sized.name,
  promise: sized.promise,
  needsServices: sized.needsServices ?? false,
  plainOnly: sized.plainOnly ?? false,
  alone: sized.alone ?? false,
  ...(sized.lacks !== undefined && { lacks: sized.lacks }),
  run: (setting) => sized.run(setting.quick ? sized.quick : sized.full, setting),
});
