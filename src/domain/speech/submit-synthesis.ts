import type { Db } from "#db/schema.ts";
import type { usageSources } from "#db/usage-schema.ts";
import type { SynthesisEngineInfo } from "#src/domain/engines/offered-engines.ts";
import { accountTransaction } from "#src/domain/accounts/account-transaction.ts";
import { insertSingleCallback, type PreparedCallback } from "#src/domain/callbacks/single-callback.ts";
import { promoteNext, type PromoterContext } from "#src/domain/jobs/promote-next.ts";
import { settleDelivered } from "#src/domain/credits/settle-delivered.ts";
import { insertJob } from "#src/domain/jobs/queries.ts";
import type { SpokenEntry } from "#src/domain/pronunciation/entries.ts";
import { pronunciationsOfText } from "#src/domain/pronunciation/pronunciations-of-text.ts";
import { type ChosenDictionaries, listUsedDictionaries } from "#src/domain/pronunciation/queries.ts";
import { findSynthesisVoice } from "#src/domain/voices/find-synthesis-voice.ts";
import { insertVoiceUse } from "#src/domain/voices/use-queries.ts";
import type { Resources } from "#src/platform/resources.ts";
import { refuseOverload } from "#src/domain/jobs/refuse-overload.ts";
import { admitRequest } from "./admit-request.ts";
import { insertSynthesisRequest } from "./queries.ts";
import { primaryTag } from "./language-tag.ts";
import { partsOfText } from "./parts-of-text.ts";
import { languageOfText } from "./text-language.ts";
import { speechJob } from "./speech-job.ts";
import { type GivenSynthesisOptions, synthesisOptions } from "./synthesis-options.ts";

export interface SynthesisInput {
  readonly requestId: string;
  readonly userId: string | null;
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
  readonly text: string;
  /** Whether the audio is sent while it is being made; not when absent. */
  readonly isStreamed?: boolean | undefined;
  /**
   * A tag. When absent, the voice's own language; where that is English or no voice is
   * named, the language of the text if it is clearly another one, else English.
   */
  readonly language?: string | undefined;
  /** The tag that the caller sent, whose region decides how dates are read; null for none, and `language` when absent. */
  readonly languageTag?: string | null;
  /** Own or built in; the language's default voice when absent. */
  readonly voiceId?: string | undefined;
  /** The engines that are offered, which the default voice depends on; those of every installation when absent. */
  readonly engines?: readonly SynthesisEngineInfo[];
  readonly options: Omit<GivenSynthesisOptions, "pronunciations">;
  /** The pronunciation dictionaries that are used; those that every synthesis of the account uses when absent. */
  readonly dictionaries?: ChosenDictionaries | undefined;
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
  const voice = await voiceFor(db, input);
  const pronunciations = await pronunciationsFor(db, input, voice.language);
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
      languageTag: languageTagOf(input),
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
  const voice = await voiceFor(resources.db, input);
  await pronunciationsFor(resources.db, input, voice.language);
  await accountTransaction(resources, input.userId, async (trx) => {
    await admitRequest(trx, admissionOf(resources, input, 1));
    await settleDelivered(trx, input.requestId);
  });
}

const admissionOf = ({ config }: Pick<Resources, "config">, input: SynthesisInput, credits: number) =>
  ({ ...input, pool: "tts", credits, storage: { bytes: 1, maxBytes: config.limits.storage.maxBytes } }) as const;

async function voiceFor(db: Db, input: SynthesisInput): ReturnType<typeof findSynthesisVoice> {
  const { language: tag } = input;
  if (tag !== undefined) return findSynthesisVoice({ db }, { ...input, language: primaryTag(tag) ?? tag });
  return findSynthesisVoice({ db }, { ...input, textLanguage: await languageOfText(input.text) });
}

const languageTagOf = ({ language, languageTag }: SynthesisInput): string | null | undefined =>
  languageTag === undefined ? language : languageTag;

const usualDictionaries: ChosenDictionaries = { isUsual: true, named: [] };

/** The entries of the account's dictionaries for the words of a text, which its request keeps: a later change has no effect on it. */
async function pronunciationsFor(db: Db, input: SynthesisInput, language: string): Promise<readonly SpokenEntry[]> {
  const { userId, text, options, dictionaries: chosen = usualDictionaries } = input;
  if (userId === null) return [];
  const used = await listUsedDictionaries(db, userId, chosen);
  const entries = used.map((one) => one.entries);
  if (entries.every(({ length }) => length === 0)) return [];
  const parts = partsOfText(text, options.inputType);
  return pronunciationsOfText(parts, { language, languageTag: languageTagOf(input) ?? null }, entries);
}
