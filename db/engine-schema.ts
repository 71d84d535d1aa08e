import type { ColumnType, Generated } from "kysely";

/** The table of what the workers can do. */
export interface EngineTables {
  engines: EnginesTable;
}

export const engineKinds = ["recognition", "synthesis"] as const;
export const engineStates = ["ready", "starting", "unavailable"] as const;
/** Where the confidences of a transcript come from. */
export const confidenceSources = ["model", "alignment", "none"] as const;

/** An engine of one worker process. */
interface EnginesTable {
  /** Of the process; a new one each time that it starts. */
  instance_id: string;
  name: string;
  kind: (typeof engineKinds)[number];
  /** As the release of the worker writes it, which may be a newer one. */
  manifest: ColumnType<object, string, string>;
  state: (typeof engineStates)[number];
  /** Why it is not ready. */
  reason: string | null;
  seen_at: Generated<Date>;
  /** When the process ended cleanly. */
  ended_at: Date | null;
}
