import type { usageSources } from "#db/usage-schema.ts";
import { accountTransaction } from "#src/domain/accounts/account-transaction.ts";
import { insertSingleCallback, type PreparedCallback } from "#src/domain/callbacks/single-callback.ts";
import { promoteNext, type PromoterContext } from "#src/domain/jobs/promote-next.ts";
import { settleDelivered } from "#src/domain/credits/settle-delivered.ts";
import { insertJob } from "#src/domain/jobs/queries.ts";
import { insertVoiceUse } from "#src/domain/voices/use-queries.ts";
import type { Resources } from "#src/platform/resources.ts";
import { refuseOverload } from "#src/domain/jobs/refuse-overload.ts";
import { admitRequest } from "./admit-request.ts";
import { insertSynthesisRequest } from "./queries.ts";
import { planSynthesis, type TextToSpeak } from "./plan-synthesis.ts";
import { speechJob } from "./speech-job.ts";
import { type GivenSynthesisOptions, synthesisOptions } from "./synthesis-options.ts";

export interface SynthesisInput extends TextToSpeak {
  readonly requestId: string;
  readonly isDemo: boolean;
  /** A demo call that is exempt from the limits of the demo: that of the start-up check. */
  readonly isExempt?: boolean;
  /** Identifies the caller of a demo call. */
  readonly demoCaller?: string;
  /** The kind of credential of the call; null in the demo. */
  readonly source: (typeof usageSources)[number] | null;
  /** The key of the call; none when absent. */
  readonly apiKeyId?: string | null | undefined;
  /** The number of unfinished requests that the account may have. */
  readonly maxUnfinished: number;
  /** Whether the audio is sent while it is being made; not when absent. */
  readonly isStreamed?: boolean | undefined;
  readonly options: Omit<GivenSynthesisOptions, "pronunciations">;
  /** The address that is called when it has ended; none when absent. */
  readonly callback?: PreparedCallback | null;
}

/**
 * Writes a text down to be spoken, sets aside what it costs (a credit for each character), and queues the work.
 * @throws DomainError `voice_not_found`, `voice_not_ready`, `pronunciation_dictionary_not_found`, and those of `refuseOverload` and
 *   `admitRequest`
 */
export async function submitSynthesis(
  resources: PromoterContext & Pick<Resources, "mutex" | "answers">,
  input: SynthesisInput,
): Promise<void> {
  const { db, mutex } = resources;
  const job = speechJob("synthesize-speech", input);
  if (!input.isExempt) await refuseOverload(resources, job);
  const { voice, languageTag, pronunciations } = await planSynthesis(db, input);
  const characters = [...input.text].length;
  await accountTransaction({ db, mutex }, input.userId, async (trx) => {
    await admitRequest(trx, admissionOf(resources, input, characters));
    await insertSynthesisRequest(trx, {
      id: input.requestId,
      userId: input.userId,
      isDemo: input.isDemo,
      source: input.source,
      apiKeyId: input.apiKeyId,
      text: input.text,
      isStreamed: input.isStreamed,
      characters,
      language: voice.language,
      languageTag,
      voiceId: voice.id,
      options: synthesisOptions.parse({ ...input.options, pronunciations }),
    });
    if (voice.isCustom && input.userId !== null) {
      const use = { voiceId: voice.id, userId: input.userId, requestId: input.requestId };
      await insertVoiceUse(trx, { ...use, action: "spoken" });
    }
    if (input.callback) await insertSingleCallback(trx, input.requestId, input.callback);
    return insertJob(trx, { subjectId: input.requestId, ...job });
  });
  promoteNext(resources);
}

/**
 * Refuses what `submitSynthesis` refuses of every text: its voice, its dictionaries, and an account without room or without a single credit. Nothing
 * is kept of it.
 * @throws DomainError as `submitSynthesis`
 */
export async function checkSynthesis(
  resources: Pick<Resources, "db" | "mutex" | "answers" | "config">,
  input: SynthesisInput,
): Promise<void> {
  await refuseOverload(resources, speechJob("synthesize-speech", input));
  await planSynthesis(resources.db, input);
  await accountTransaction(resources, input.userId, async (trx) => {
    await admitRequest(trx, admissionOf(resources, input, 1));
    await settleDelivered(trx, input.requestId);
  });
}

const admissionOf = ({ config }: Pick<Resources, "config">, input: SynthesisInput, credits: number) =>
  ({ ...input, pool: "tts", credits, storage: { bytes: 1, maxBytes: config.limits.storage.maxBytes } }) as const;
