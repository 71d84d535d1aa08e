import type { Db } from "#db/schema.ts";
import { openMissingCredits } from "#src/domain/credits/open-missing-credits.ts";
import { insertMissingPlans } from "#src/domain/plans/queries.ts";
import { seededPlans } from "#src/domain/plans/seeded-plans.ts";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import { upsertBuiltinVoices } from "#src/domain/voices/catalogue-queries.ts";

/** Writes what every installation begins with; running it again changes nothing that is there. */
export async function seed(db: Db): Promise<void> {
  await upsertBuiltinVoices(db, builtinVoices);
  await insertMissingPlans(db, seededPlans);
  await openMissingCredits(db);
}
