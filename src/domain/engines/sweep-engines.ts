import type { Db } from "#db/schema.ts";
import { deleteDeadEngines, type EngineAges } from "./queries.ts";

/** Removes what dead workers have left in the registry. @returns how many engines there were */
export const sweepEngines = ({ db }: { readonly db: Db }, ages: EngineAges): Promise<number> =>
  deleteDeadEngines(db, ages);
