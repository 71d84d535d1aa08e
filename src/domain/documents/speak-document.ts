import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { usageSources } from "#db/usage-schema.ts";
import type { Db } from "#db/schema.ts";
import { accountTransaction } from "#src/domain/accounts/account-transaction.ts";
import { reserveAll } from "#src/domain/credits/reserve-credits.ts";
import type { SynthesisEngineInfo } from "#src/domain/engines/offered-engines.ts";
import { batchGroupOf } from "#src/domain/jobs/groups.ts";
import { promoteNext, type PromoterContext } from "#src/domain/jobs/promote-next.ts";
import { insertJobs } from "#src/domain/jobs/queries.ts";
import { refuseOverload } from "#src/domain/jobs/refuse-overload.ts";
import { admitRequest } from "#src/domain/speech/admit-request.ts";
import { cancelRequest } from "#src/domain/speech/cancel-request.ts";
import { cancelledCode } from "#src/domain/speech/shown-status.ts";
import { insertSynthesisRequests, type NewSynthesisRequest } from "#src/domain/speech/queries.ts";
import { synthesisOptions } from "#src/domain/speech/synthesis-options.ts";
import { requireStorageQuota } from "#src/domain/storage/require-storage-quota.ts";
import { insertVoiceUses } from "#src/domain/voices/use-queries.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import { type ParagraphPlan, type ParagraphsToPlan, planParagraphs } from "./plan-paragraphs.ts";
import { type OwnDocument, type Paragraph, readDocument, requireDocument, type WholeDocument } from "./queries.ts";
import { digestOf, isSettled, stateOf } from "./spoken.ts";

type Context = PromoterContext & Pick<Resources, "mutex" | "answers">;

interface Speaking extends OwnDocument {
  /** The paragraphs that are spoken, also those that have audio; null for all that have none. */
  readonly paragraphIds: readonly string[] | null;
  /** The kind of credential of the call. */
  readonly source: (typeof usageSources)[number] | null;
  readonly apiKeyId: string | null;
  readonly engines: readonly SynthesisEngineInfo[];
}

/** A paragraph with the request that is to speak it. */
interface Submission {
  readonly paragraphId: string;
  readonly spokenAs: string;
  readonly request: NewSynthesisRequest;
  /** Whether its voice is one of the account. */
  readonly isCustom: boolean;
}

/** The number of paragraphs that were submitted, and of their characters. */
interface Submitted {
  readonly paragraphs: number;
  readonly characters: number;
}

const jobName = "synthesize-speech";

/**
 * Submits a speech request for each paragraph that has no audio, or for those that are named, all or none. Those that are being spoken
 * stay. Several come after all other work, as batches do; a single one is work like any other.
 * @throws DomainError `document_not_found`, `paragraph_not_found`, those of `findSynthesisVoice`, `refuseOverload` and `admitRequest`
 */
export async function speakDocument(resources: Context, call: Speaking): Promise<Submitted> {
  const { userId } = call;
  await refuseOverload(resources, { name: jobName, accountId: userId });
  const submitted = await accountTransaction(resources, userId, async (trx) => {
    const whole = await readDocument(trx, call);
    const all = await submissionsOf(trx, { ...call, whole, paragraphs: wantedOf(whole, call.paragraphIds) });
    if (all.length > 0) await submit(resources, trx, { call, all });
    const characters = all.reduce((sum, { request }) => sum + request.characters, 0);
    return { paragraphs: all.length, characters };
  });
  promoteNext(resources);
  return submitted;
}

/** @throws DomainError `paragraph_not_found` */
function wantedOf({ document, paragraphs }: WholeDocument, ids: readonly string[] | null): readonly Paragraph[] {
  if (ids === null) return paragraphs.filter((one) => !isSettled(stateOf(document, one)));
  const named = new Set(ids);
  const found = paragraphs.filter(({ id }) => named.has(id));
  if (found.length < named.size) throw new DomainError("paragraph_not_found");
  return found.filter((one) => !["queued", "processing"].includes(stateOf(document, one)));
}

/** The requests of paragraphs, each with the words of the account's dictionaries that it has. */
async function submissionsOf(
  db: Db,
  { source, apiKeyId, ...planned }: Speaking & ParagraphsToPlan,
): Promise<readonly Submission[]> {
  const { userId, whole } = planned;
  const plans = await planParagraphs(db, planned);
  return plans.map(({ paragraph, spoken, voice, languageTag, pronunciations }) => {
    const { id: voiceId, language, isCustom } = voice;
    const wordTimestamps = hasFreeTimes(voice);
    const request = {
      ...{ id: randomUUID(), userId, isDemo: false, source, apiKeyId, language, languageTag, voiceId },
      documentId: whole.document.id,
      ...{ text: spoken.text, characters: [...spoken.text].length },
      options: synthesisOptions.parse({ speed: spoken.speed, pronunciations, wordTimestamps }),
    };
    return { paragraphId: paragraph.id, spokenAs: digestOf(spoken), request, isCustom };
  });
}

/**
 * True where the times of the words take no further work: Kokoro's model tells them, and other languages than English have an estimate.
 * English by other engines would be aligned with its sound, which takes twice as long.
 */
const hasFreeTimes = ({ engine, language }: ParagraphPlan["voice"]): boolean =>
  engine === "kokoro" || language !== "en";

/** Writes holds, requests and jobs, and which request speaks which paragraph. */
async function submit(
  { config: { limits } }: Context,
  trx: Db,
  { call, all }: { readonly call: Speaking; readonly all: readonly Submission[] },
): Promise<void> {
  const { userId, apiKeyId } = call;
  const storage = { bytes: 1, maxBytes: limits.storage.maxBytes };
  const requests = all.map(({ request }) => request);
  const parts = requests.map(({ id, characters }) => ({ requestId: id, credits: characters }));
  const [single, ...others] = parts;
  if (single !== undefined && others.length === 0) {
    const admission = { userId, apiKeyId, isDemo: false, pool: "tts", storage } as const;
    await admitRequest(trx, { ...admission, ...single, maxUnfinished: limits.speechConcurrency });
  } else {
    await requireStorageQuota(trx, { ...storage, userId });
    await reserveAll(trx, { userId, pool: "tts", apiKeyId }, parts);
  }
  await insertSynthesisRequests(trx, requests);
  const own = all.filter(({ isCustom }) => isCustom);
  await insertVoiceUses(
    trx,
    own.map(({ request }) => ({ voiceId: request.voiceId, userId, action: "spoken", requestId: request.id })),
  );
  await insertJobs(
    trx,
    parts.map(({ requestId: subjectId }) => ({
      ...{ subjectId, name: jobName, accountId: userId },
      ...(others.length > 0 && { groupKey: batchGroupOf(userId) }),
    })),
  );
  await noteRequests(trx, all);
}

/** Notes which request speaks which paragraph. */
async function noteRequests(trx: Db, all: readonly Submission[]): Promise<void> {
  await sql`
    update document_paragraphs set request_id = submitted.request_id, spoken_as = submitted.spoken_as
    from unnest(
      ${all.map(({ paragraphId }) => paragraphId)}::uuid[], ${all.map(({ request }) => request.id)}::uuid[],
      ${all.map(({ spokenAs }) => spokenAs)}::text[]
    ) as submitted (id, request_id, spoken_as)
    where document_paragraphs.id = submitted.id`.execute(trx);
}

/**
 * Cancels the paragraphs of a document that wait to be spoken, which then cost nothing. What is being spoken goes on to its end.
 * @returns how many were cancelled
 * @throws DomainError `document_not_found`
 */
export async function cancelDocument(resources: Context & Pick<Resources, "store">, own: OwnDocument): Promise<number> {
  await requireDocument(resources.db, own);
  const waiting = await resources.db
    .selectFrom("document_paragraphs as paragraph")
    .innerJoin("speech_requests as request", "request.id", "paragraph.request_id")
    .select("request.id")
    .where("paragraph.document_id", "=", own.id)
    .where("request.status", "=", "queued")
    .execute();
  for (const { id } of waiting) await cancelRequest(resources, id);
  // Some may have been spoken meanwhile.
  const requests = resources.db.selectFrom("speech_requests").where("error_code", "=", cancelledCode);
  const ids = sql<string>`any(${waiting.map(({ id }) => id)}::uuid[])`;
  const counted = requests.where("id", "=", ids).select((eb) => eb.fn.countAll<string>().as("count"));
  return Number((await counted.executeTakeFirstOrThrow()).count);
}
