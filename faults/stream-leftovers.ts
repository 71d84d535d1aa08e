import { sql } from "kysely";
import { deleteOldChunks } from "#src/domain/speech-chunks/queries.ts";
import { leftoversAfter } from "#harness/service/leftovers.ts";
import type { RunningService } from "#harness/service/running-service.ts";
import { auditObjects } from "./objects.ts";
import { type Check, exactly } from "./outcome.ts";

const patienceMs = 30_000;
/**
 * Whether streams have left anything: work, chunks, files, an object without its row. For the chunks
 * the two minutes are over at once for which repeats of a call may read them.
 */
export async function checkNothingLeft({ resources }: RunningService): Promise<readonly Check[]> {
  const { db } = resources;
  const { jobs, openRequests, temporaryFiles } = await leftoversAfter({ resources }, patienceMs);
  await sql`update speech_requests set finished_at = finished_at - interval '3 minutes'`.execute(db);
  while ((await deleteOldChunks(db)) > 0);
  const { rows } = await sql<{ chunks: number }>`select count(*)::int as chunks from speech_chunks`.execute(db);
  const { missing, orphans } = await auditObjects(resources);
  return [
    exactly("jobs left", jobs.length, 0),
    exactly("requests left open", openRequests.length, 0),
    exactly("temporary files left", temporaryFiles.length, 0),
    exactly("chunks left", rows[0]?.chunks ?? NaN, 0),
    exactly("objects without a row", orphans.length, 0),
    exactly("rows without their object", missing.length, 0),
  ];
}
