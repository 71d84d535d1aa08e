import type { usageSources } from "#db/usage-schema.ts";
import type { AudioContainer, Db } from "#db/schema.ts";
import { accountTransaction } from "#src/domain/accounts/account-transaction.ts";
import type { Config } from "#src/config.ts";
import { keepsRecordings } from "#src/domain/accounts/queries.ts";
import { DomainError } from "#src/errors.ts";
import { insertSingleCallback, type PreparedCallback } from "#src/domain/callbacks/single-callback.ts";
import { promoteNext, type PromoterContext } from "#src/domain/jobs/promote-next.ts";
import { insertJob } from "#src/domain/jobs/queries.ts";
import { requireStorageQuota } from "#src/domain/storage/require-storage-quota.ts";
import { type ClaimObject, copyThenCommit, uploadThenCommit } from "#src/domain/uploads/upload-then-commit.ts";
import type { Resources } from "#src/platform/resources.ts";
import { refuseOverload } from "#src/domain/jobs/refuse-overload.ts";
import { admitRequest } from "./admit-request.ts";
import { chargedChannels } from "./channels.ts";
import { chargedSeconds, partSeconds } from "./charged-seconds.ts";
import { languageTag } from "./language-tag.ts";
import { transcriptionLanguage } from "./transcription-language.ts";
import { type GivenTranscriptionOptions, transcriptionOptions } from "./transcription-options.ts";
import { insertTranscriptionRequest, type NewTranscriptionRequest } from "./queries.ts";
import { fileNameIn } from "./recording-address.ts";
import { requireSpeakers } from "./speakers.ts";
import { speechJob } from "./speech-job.ts";

/** A recording that is here, as far as it is known before it is decoded. */
interface ReceivedRecording {
  readonly container: AudioContainer;
  /** As it was sent; null when it was not. */
  readonly fileName: string | null;
  /** Its size. */
  readonly bytes: number;
  /** The seconds that the file declares; null when it declares none. */
  readonly declaredSeconds: number | null;
  /** The channels that it declares; null when it declares none. */
  readonly declaredChannels: number | null;
}

/** A file that was uploaded. */
interface UploadedRecording extends ReceivedRecording {
  /** It is moved away. */
  readonly path: string;
}

/** A recording that was uploaded by an earlier call. */
export interface StoredRecording extends ReceivedRecording {
  /** The key of its object, of which a copy is kept. */
  readonly from: string;
}

/** A recording that a worker fetches. */
export interface RecordingAddress {
  readonly url: string;
}

export type TranscriptionInput = TranscriptionCall & (UploadedRecording | StoredRecording | RecordingAddress);

interface TranscriptionCall {
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
  /** A tag, code or English name of a language, or `auto`. */
  readonly languageTag: string;
  /** True where the caller named no language: then speech of another one is refused. */
  readonly isLanguageAssumed?: boolean;
  readonly options: GivenTranscriptionOptions;
  /** The address that is called when it has ended; none when absent. */
  readonly callback?: PreparedCallback | null;
}

/** The seconds that are held first for a file that does not declare its length, or declares one that ends before the part; its decoded length is what is charged. */
export const unknownSeconds = 1;
/** The bytes that have to be free for a file whose size is not known yet. */
export const unknownBytes = 1;

/**
 * Keeps the audio or its address, writes the request down, sets aside what it seems to cost (a credit for each second, of each channel
 * that is transcribed by itself), and queues the work.
 * @throws DomainError `audio_url_refused`, and those of `chargedChannels`, `requirePossible`, `copyRecording`, `refuseOverload` and `admitRequest`
 */
export async function submitTranscription(
  resources: PromoterContext & Pick<Resources, "mutex" | "answers" | "store" | "outbound" | "log">,
  input: TranscriptionInput,
): Promise<void> {
  const { db, mutex, store, config } = resources;
  const { userId } = input;
  const isFetched = "url" in input;
  if (isFetched) requireUsableAddress(resources, input.url);
  const bytes = isFetched ? unknownBytes : input.bytes;
  const channels = chargedChannels(input.options, isFetched ? null : input.declaredChannels);
  await requirePossible(resources, input);
  if (!input.isExempt) await refuseOverload(resources, speechJob("transcribe-audio", input));
  const storage = { bytes, maxBytes: config.limits.storage.maxBytes };
  if (userId !== null) await requireStorageQuota(db, { ...storage, userId });
  const key = `sources/${input.requestId}`;
  const declaredSeconds = isFetched ? null : input.declaredSeconds;
  const seconds = declaredSeconds === null ? 0 : partSeconds(declaredSeconds, input.options);
  const credits = chargedSeconds(seconds || unknownSeconds, channels);
  const write = (claimObject?: ClaimObject): Promise<void> =>
    accountTransaction({ db, mutex }, userId, async (trx) => {
      await admitRequest(trx, { ...input, pool: "asr", credits, storage });
      await insertRequest(trx, { ...input, ...recordingOf(input, key) });
      if (input.callback) await insertSingleCallback(trx, input.requestId, input.callback);
      await claimObject?.(trx, userId);
      await insertJob(trx, { subjectId: input.requestId, ...speechJob("transcribe-audio", input) });
    });
  if (isFetched) await write();
  else if ("from" in input) await copyRecording(resources, { key, from: input.from, bytes: input.bytes }, write);
  else await uploadThenCommit({ db, store, key, path: input.path }, write);
  promoteNext(resources);
}

/** @throws DomainError `audio_unusable` where the recording is gone, `unavailable` where the store does not copy it */
async function copyRecording(
  { db, store, log }: Pick<Resources, "db" | "store" | "log">,
  object: { readonly key: string } & Pick<StoredRecording, "from" | "bytes">,
  write: (claimObject: ClaimObject) => Promise<void>,
): Promise<void> {
  let error = new DomainError("audio_unusable", "The uploaded recording is gone. Send it again.");
  const onFault = (fault: unknown): void => {
    log.error({ key: object.from, error: String(fault) }, "a recording was not copied");
    error = new DomainError("unavailable");
  };
  const written = await copyThenCommit({ db, store, ...object, onFault }, async (claimObject) => {
    await write(claimObject);
    return true;
  });
  if (written === null) throw error;
}

/** @throws DomainError `audio_url_refused` */
function requireUsableAddress({ outbound }: Pick<Resources, "outbound">, url: string): void {
  try {
    outbound.parse(url);
  } catch (error) {
    throw new DomainError("audio_url_refused", error instanceof Error ? error.message : undefined);
  }
}

/**
 * Refuses options that this installation or the account cannot have.
 * @throws DomainError `options_unsupported`, and that of `requireSpeakers`
 */
export async function requirePossible(
  resources: Pick<Resources, "db" | "config">,
  input: Pick<TranscriptionInput, "userId" | "options">,
): Promise<void> {
  await requireSpeakers(resources, input.options);
  await requireRecording(resources.db, input);
  requireTextModel(resources.config, input.options);
}

/**
 * Refuses to mute a recording that is not kept.
 * @throws DomainError `options_unsupported`
 */
async function requireRecording(
  db: Db,
  { userId, options }: Pick<TranscriptionInput, "userId" | "options">,
): Promise<void> {
  if (options.redactAudio !== true || (await keepsRecordings(db, userId))) return;
  const message = "No recording can be muted, because this account keeps none. Leave redact_audio or its like out.";
  throw new DomainError("options_unsupported", message, { field: "redact_audio" });
}

/**
 * Refuses what only a text model can make, where there is none.
 * @throws DomainError `options_unsupported`
 */
function requireTextModel(
  { textModel }: Pick<Config, "textModel">,
  { summary = false, topics = false, translateTo = null }: GivenTranscriptionOptions,
): void {
  const field = summary ? "summary" : topics ? "topics" : translateTo === null ? null : "translate_to";
  if (field === null || textModel !== null) return;
  const message = `${field} needs a text model, and the operator has set none (TEXT_MODEL_URL). Leave it out.`;
  throw new DomainError("options_unsupported", message, { field });
}

const recordingOf = (input: TranscriptionInput, key: string) =>
  "url" in input
    ? { recording: { url: input.url }, fileName: fileNameIn(input.url) }
    : { recording: { key, container: input.container }, fileName: input.fileName };

/** The parts of a call that its row has. */
interface RequestFacts extends Pick<
  TranscriptionCall,
  "requestId" | "userId" | "isDemo" | "source" | "apiKeyId" | "languageTag" | "isLanguageAssumed" | "options"
> {
  readonly recording: NewTranscriptionRequest["recording"];
  readonly fileName: string | null;
}

export const insertRequest = (trx: Db, call: RequestFacts): Promise<void> =>
  insertTranscriptionRequest(trx, {
    id: call.requestId,
    userId: call.userId,
    isDemo: call.isDemo,
    source: call.source,
    apiKeyId: call.apiKeyId,
    language: transcriptionLanguage(call.languageTag) ?? call.languageTag,
    languageTag: call.isLanguageAssumed === true ? null : (languageTag(call.languageTag) ?? call.languageTag),
    options: transcriptionOptions.parse(call.options),
    recording: call.recording,
    fileName: call.fileName,
  });
