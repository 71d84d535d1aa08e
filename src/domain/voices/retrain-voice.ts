import type { Db } from "#db/schema.ts";
import { accountTransaction } from "#src/domain/accounts/account-transaction.ts";
import { promoteNext, type PromoterContext } from "#src/domain/jobs/promote-next.ts";
import { insertJob } from "#src/domain/jobs/queries.ts";
import { refuseOverload } from "#src/domain/jobs/refuse-overload.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import { isOutdated } from "./outdated-voices.ts";
import { findVisibleVoice, resetVoice, type Voice } from "./queries.ts";
import { requireVoiceMatching } from "./voice-matching-models.ts";

/** Runs of the first training had lower numbers; the queue and the name of the sample tell the two trainings apart by them. */
const firstRun = 1_000;

const notOutdated = "The voice needs no new training. Only a voice whose error is voice_outdated can be trained again.";
const noSample = "The sample of this voice is not kept. Create a new voice from a sample, and delete this one.";

/**
 * Trains an outdated voice again, from the sample that is kept with it.
 * @throws DomainError `voice_not_found`, also for built-in and foreign voices; `invalid_transition` for a voice that is not outdated
 * or has no sample; those of `requireVoiceMatching` and `refuseOverload`
 */
export async function retrainVoice(
  resources: PromoterContext & Pick<Resources, "answers" | "mutex">,
  { voiceId, userId }: { readonly voiceId: string; readonly userId: string },
): Promise<Voice> {
  const job = { name: "train-voice", accountId: userId } as const;
  await refuseUnlessOutdated(resources.db, { voiceId, userId });
  await requireVoiceMatching(resources);
  await refuseOverload(resources, job);
  const pending = await accountTransaction(resources, userId, async (trx) => {
    await refuseUnlessOutdated(trx, { voiceId, userId });
    await insertJob(trx, { subjectId: voiceId, ...job, run: firstRun });
    return resetVoice(trx, voiceId);
  });
  promoteNext(resources);
  return pending;
}

/** Refuses all but an outdated voice of the account whose sample is kept. */
async function refuseUnlessOutdated(
  db: Db,
  { voiceId, userId }: { readonly voiceId: string; readonly userId: string },
): Promise<void> {
  const voice = await findVisibleVoice(db, { voiceId, userId });
  if (voice === null || voice.user_id !== userId) throw new DomainError("voice_not_found");
  if (!isOutdated(voice)) throw new DomainError("invalid_transition", notOutdated);
  if (voice.sample_key === null) throw new DomainError("invalid_transition", noSample);
}
