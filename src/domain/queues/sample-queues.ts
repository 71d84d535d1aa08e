import type { Db } from "#db/schema.ts";
import { listQueueWork } from "./queries.ts";
import { countEnded, insertSamples, lockSamples } from "./trend-queries.ts";

/** Writes down how the queues stand, unless that was done a moment ago. */
export const sampleQueues = ({ db }: { readonly db: Db }): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const since = await lockSamples(trx);
    if (since !== null) await insertSamples(trx, await listQueueWork(trx), await countEnded(trx, since));
  });
