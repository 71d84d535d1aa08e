import { sql } from "kysely";
import type { Resources } from "#src/platform/resources.ts";
import { objectKeys } from "#harness/service/leftovers.ts";

/** The differences between the rows and the object store. */
export interface ObjectAudit {
  /** Keys that rows name. */
  readonly named: number;
  /** Those rows among them that name nothing. */
  readonly missing: readonly string[];
  /** Objects that no row names, be it because they are in use, about to be, or listed for their removal. */
  readonly orphans: readonly string[];
  /** The number of keys that no row names: orphans, and whatever is about to be named or listed for its removal. */
  readonly unnamed: number;
}

/** Holds what the rows name against what is there. */
export async function auditObjects(resources: Resources): Promise<ObjectAudit> {
  const { rows } = await sql<{ key: string }>`
    select source_key as key from speech_requests where source_key is not null
    union all select result_key from speech_requests where result_key is not null
    union all select sample_key from voices where sample_key is not null
    union all select comparison ->> 'key' from voices where comparison is not null
    union all select object_key from uploads`.execute(resources.db);
  const named = new Set(rows.map(({ key }) => key));
  const { rows: passing } = await sql<{ key: string }>`
    select key from pending_objects union all select key from object_removals`.execute(resources.db);
  const there = new Set(await objectKeys({ resources }));
  const known = named.union(new Set(passing.map(({ key }) => key)));
  const unnamed = there.union(known).difference(named);
  return {
    named: named.size,
    missing: [...named].filter((key) => !there.has(key)),
    orphans: [...there].filter((key) => !known.has(key)),
    unnamed: unnamed.size,
  };
}
