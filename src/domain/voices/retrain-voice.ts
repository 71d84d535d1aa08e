import type { Db } from "#db/schema.ts";
import { accountTransaction } from "#src/domain/accounts/account-transaction.ts";
import { promoteNext, type PromoterContext } from "#src/domain/jobs/promote-next.ts";
import { insertJob } from "#src/domain/jobs/queries.ts";
import { refuseOverload } from "#src/domain/jobs/refuse-overload.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import { findVisibleVoice, resetVoice, type Voice } from "./queries.ts";
import { nextRetraining } from "./retrainings.ts";
import { requireVoiceMatching } from "./voice-matching-models.ts";

const notFailed =
  "The voice needs no new training. Only a voice that is outdated or whose new training has failed can be trained again.";
const noSample = "The sample of this voice is not kept. Replace it with `PUT /v1/voices/{voice_id}/sample`.";

/**
 * Trains a voice again that is outdated or whose new training has failed, from the sample that is kept with it.
 * @throws DomainError `voice_not_found`, also for built-in and foreign voices; `invalid_transition` for any other voice, or one without a
 * sample; those of `requireVoiceMatching` and `refuseOverload`
 */
export async function retrainVoice(
  resources: PromoterContext & Pick<Resources, "answers" | "mutex">,
  { voiceId, userId }: { readonly voiceId: string; readonly userId: string },
): Promise<Voice> {
  const job = { name: "train-voice", accountId: userId } as const;
  const { sample_key: sampleKey } = await requireFailed(resources.db, { voiceId, userId }, notFailed);
  if (sampleKey === null) throw new DomainError("invalid_transition", noSample);
  await requireVoiceMatching(resources);
  await refuseOverload(resources, job);
  const pending = await accountTransaction(resources, userId, async (trx) => {
    const voice = await resetVoice(trx, { voiceId, userId });
    if (voice === null) throw new DomainError("invalid_transition", notFailed);
    await insertJob(trx, { subjectId: voiceId, ...job, run: nextRetraining() });
    return voice;
  });
  promoteNext(resources);
  return pending;
}

/**
 * A failed voice of the account, which an outdated one is as well.
 * @throws DomainError `voice_not_found`, also for built-in and foreign voices; `invalid_transition` with `message` for any other voice
 */
export async function requireFailed(
  db: Db,
  { voiceId, userId }: { readonly voiceId: string; readonly userId: string },
  message: string,
): Promise<Voice> {
  const voice = await findVisibleVoice(db, { voiceId, userId });
  if (voice === null || voice.user_id !== userId) throw new DomainError("voice_not_found");
  if (voice.status !== "failed") throw new DomainError("invalid_transition", message);
  return voice;
}
