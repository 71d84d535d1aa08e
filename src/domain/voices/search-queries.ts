import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import type { VoiceSearchJson } from "#db/voice-schema.ts";
import type { JobLease } from "#src/domain/jobs/queries.ts";
import { LeaseLostError } from "#src/domain/jobs/lease-lost-error.ts";
import type { TrainedVoice } from "./training-queries.ts";

/** Before anything was tried. The seed is one for all, so that the same sample gives the same voice. */
export const newSearch: VoiceSearchJson = { seed: 1, evaluations: [] };

const isLeased = ({ subjectId, run }: JobLease) => sql<boolean>`exists (
  select 1 from jobs where subject_id = ${subjectId} and run = ${run} and state = 'running')`;

type FittedVoice = Omit<TrainedVoice, "sampleKey" | "sampleContainer">;

/** Keeps what the fit has found while the search goes on. @throws LeaseLostError when another run has taken over */
export async function writeFittedVoice(db: Db, lease: JobLease, fitted: FittedVoice): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("voices")
    .set({
      engine: fitted.engine,
      engine_voice: fitted.engineVoice,
      profile: JSON.stringify(fitted.profile),
      measurement: JSON.stringify(fitted.measurement),
      match: fitted.match && JSON.stringify(fitted.match),
    })
    .where("id", "=", lease.subjectId)
    .where(isLeased(lease))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LeaseLostError();
}

/** Keeps how far the search is. @throws LeaseLostError when another run has taken over */
export async function writeSearch(db: Db, lease: JobLease, search: VoiceSearchJson): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("voices")
    .set({ search: JSON.stringify(search) })
    .where("id", "=", lease.subjectId)
    .where(isLeased(lease))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LeaseLostError();
}

const brokeOff = "The search for a better voice was interrupted, so the voice is the initial match.";

/** Makes a voice ready as the fit has left it. @returns whose it is; null where there was no fit */
export async function takeFittedVoice(db: Db, voiceId: string): Promise<string | null> {
  const row = await db
    .updateTable("voices")
    .set({
      status: "ready",
      progress: 100,
      search: null,
      match: sql<string>`jsonb_set(match, '{warnings}', match->'warnings' || to_jsonb(${brokeOff}::text))`,
    })
    .where("id", "=", voiceId)
    .where("engine", "is not", null)
    .where("match", "is not", null)
    .returning("user_id")
    .executeTakeFirst();
  return row?.user_id ?? null;
}
