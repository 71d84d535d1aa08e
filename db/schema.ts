import type { ColumnType, Generated, Kysely } from "kysely";
import type { AccountTables } from "./account-schema.ts";
import type { AlertTables } from "./alert-schema.ts";
import type { BatchTables } from "./batch-schema.ts";
import type { BillingTables } from "./billing-schema.ts";
import type { ContactTables } from "./contact-schema.ts";
import type { CredentialTables } from "./credential-schema.ts";
import type { DocumentTables } from "./document-schema.ts";
import type { confidenceSources, EngineTables, WordColumns } from "./engine-schema.ts";
import type { JobTables } from "./job-schema.ts";
import type { ModelTables } from "./model-schema.ts";
import type { ObjectTables } from "./object-schema.ts";
import type { OperationTables } from "./operation-schema.ts";
import type { UsageTables, usageSources } from "./usage-schema.ts";
import type { VoiceCharacterColumns, VoiceJsonColumns, VoiceTables, VoiceTrainingColumns } from "./voice-schema.ts";
import type { WebhookTables } from "./webhook-schema.ts";

/** The tables as the newest migration leaves them; a test holds this file against a migrated database. */
export interface Database
  extends
    AccountTables,
    AlertTables,
    BatchTables,
    BillingTables,
    ContactTables,
    CredentialTables,
    DocumentTables,
    EngineTables,
    JobTables,
    ModelTables,
    ObjectTables,
    OperationTables,
    UsageTables,
    VoiceTables,
    WebhookTables {
  users: UsersTable;
  api_keys: ApiKeysTable;
  voices: VoicesTable;
  speech_requests: SpeechRequestsTable;
  webhook_events: WebhookEventsTable;
  feedback: FeedbackTable;
  uploads: UploadsTable;
}

/** The database, or a transaction of it. */
export type Db = Kysely<Database>;

export const userRoles = ["user", "admin"] as const;
/** The scopes of keys, in the order in which they are shown. */
export const apiKeyScopes = ["speech", "voices", "usage", "keys", "billing", "admin"] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];
/**
 * Who gave a role: `email_list` stands for ADMIN_EMAILS, and `default` for an unknown source: an ordinary account, or an
 * admin from before sources were kept.
 */
export const roleSources = ["default", "provider", "email_list", "sandbox", "operator"] as const;
export const voiceTypes = ["builtin", "custom"] as const;
export const voiceGenders = ["female", "male"] as const;
/** The best first. */
export const voiceQualities = ["natural", "standard", "basic"] as const;
export const voiceStatuses = ["pending", "training", "ready", "failed"] as const;
export const requestTypes = ["tts", "asr"] as const;
/** In which speech is encoded. `ogg` holds Opus, `aac` is ADTS; `pcm`, `mulaw` and `alaw` have no header. */
export const audioFormats = ["wav", "mp3", "ogg", "flac", "aac", "pcm", "mulaw", "alaw"] as const;
export type AudioFormat = (typeof audioFormats)[number];
/** Every container that is accepted. What is inside is the decoder's business. */
export const audioContainers = [
  ...(["wav", "mp3", "flac", "ogg", "mp4", "adts", "webm", "amr", "aiff", "caf", "asf", "au", "w64"] as const),
  ...(["gsm", "g723", "ac3", "eac3", "loas", "mpegts", "mpeg", "flv", "voc", "wv"] as const),
] as const;
export type AudioContainer = (typeof audioContainers)[number];
export const webhookProviders = ["identity", "payment"] as const;
export const webhookEventStatuses = ["queued", "processed", "ignored", "quarantined", "failed"] as const;
export const requestStatuses = ["queued", "processing", "completed", "failed"] as const;

type CreatedAt = ColumnType<Date, never, never>;
/** Read as a value, written as its JSON text. */
type Json<T> = ColumnType<T | null, string | null, string | null>;

interface UsersTable {
  id: string;
  email: string;
  name: string;
  username: string;
  role: Generated<(typeof userRoles)[number]>;
  role_source: Generated<(typeof roleSources)[number]>;
  created_at: CreatedAt;
  oidc_issuer: string | null;
  oidc_subject: string | null;
  email_verified: Generated<boolean>;
  identity_updated_at: Date | null;
  closed_at: Date | null;
  /** The time from which on an admin keeps it from acting. */
  blocked_at: Date | null;
  /** Whether the recordings of transcriptions are kept to be played again. */
  keep_recordings: Generated<boolean>;
  /** The percentage of its credits from whose use on the account is alerted. */
  alert_percent: Generated<number>;
  /** The time at which the account hid its getting-started checklist. */
  checklist_hidden_at: Date | null;
}

interface ApiKeysTable {
  id: string;
  user_id: string;
  name: string;
  description: string;
  key_sha256: Buffer;
  hint: string;
  created_at: CreatedAt;
  last_used_at: Date | null;
  revoked_at: Date | null;
  expires_at: Date | null;
  scopes: Generated<readonly ApiKeyScope[]>;
  /** The key that authenticated the call which made this one; null when a person or the operator did. */
  created_by_key_id: string | null;
  /** The key in whose place this one was made by rotation. */
  replaces_key_id: string | null;
  /** The credits that it may use in a month (UTC); null for no limit of its own. */
  monthly_credit_limit: number | null;
}

interface VoicesTable extends VoiceJsonColumns, VoiceCharacterColumns, VoiceTrainingColumns {
  id: string;
  user_id: string | null;
  name: string;
  description: string;
  type: (typeof voiceTypes)[number];
  language: string;
  status: (typeof voiceStatuses)[number];
  engine: string | null;
  engine_voice: string | null;
  /** The progress of the training, in percent. */
  progress: Generated<number>;
  /** The consent of the speaker, who has stated it, when, and the SHA-256 of the sample that was sent. */
  consent_statement: string | null;
  consent_given_by: string | null;
  consent_at: Date | null;
  /** The words of the sample, where they were sent. */
  sample_text: string | null;
  sample_sha256: string | null;
  sample_key: string | null;
  sample_container: AudioContainer | null;
  error_code: string | null;
  error_message: string | null;
  /** The time at which the training failed; null where it was not kept. */
  failed_at: Date | null;
  created_at: CreatedAt;
  /** These are known of built-in voices only. */
  gender: (typeof voiceGenders)[number] | null;
  accent: string | null;
  quality: (typeof voiceQualities)[number] | null;
  licence: string | null;
  deprecated: Generated<boolean>;
}

interface SpeechRequestsTable extends WordColumns {
  id: string;
  user_id: string | null;
  request_type: (typeof requestTypes)[number];
  is_demo: boolean;
  /** The kind of credential of the call; null for demo calls. */
  source: (typeof usageSources)[number] | null;
  /** The key of the call; null for sessions, and where it was not kept. */
  api_key_id: string | null;
  /** The name of the file that was sent; null for texts, and where there was none. */
  file_name: string | null;
  /** The document whose paragraph it speaks, which may be gone; null for any other. */
  document_id: string | null;
  /** The credits charged; null as long as none were. */
  credits: number | null;
  /** Whether its audio is sent while it is being made. */
  is_streamed: Generated<boolean>;
  /** Whether the audio was there already, of an earlier synthesis of the same input. */
  cached: Generated<boolean>;
  status: (typeof requestStatuses)[number];
  progress: Generated<number>;
  /** The primary tag; `auto` until the engine has detected it. */
  language: string;
  /** The tag as it was sent; null for texts, and where it was not kept. */
  language_tag: string | null;
  /** The choices of the call (`src/domain/speech/*-options.ts`); an earlier release has left out what it did not know. */
  options: ColumnType<object, string | undefined, string>;
  /** The engine that read a recording; null until then, and where it was not kept. */
  model: string | null;
  confidence_source: (typeof confidenceSources)[number] | null;
  voice_id: string | null;
  input_text: string | null;
  characters: number | null;
  /** The recording as it was sent; null once the work has ended. */
  source_key: string | null;
  source_container: AudioContainer | null;
  /** The key of the speech, or of the recording that is kept. */
  result_key: string | null;
  content_type: string | null;
  sample_rate: number | null;
  duration_seconds: number | null;
  error_code: string | null;
  error_message: string | null;
  error_facts: Json<Record<string, number>>;
  created_at: CreatedAt;
  started_at: Date | null;
  /** The time at which the first chunk of a streamed text was there; null for any other. */
  first_sound_at: Date | null;
  finished_at: Date | null;
}

interface WebhookEventsTable {
  id: string;
  provider: (typeof webhookProviders)[number];
  /** The key that two deliveries of the same event share. */
  dedupe_key: string;
  event_id: string;
  event_type: string;
  /** Whom it is about: the provider's id of the person or the order. */
  subject: string | null;
  /** The body as it was signed; null once the personal data in it was erased. */
  payload: string | null;
  status: (typeof webhookEventStatuses)[number];
  detail: string | null;
  received_at: Generated<Date>;
  processed_at: Date | null;
  /** The time at which one that was quarantined or has failed was resolved. */
  resolved_at: Date | null;
  /** The admin who has; null when it was done on the command line. */
  resolved_by: string | null;
}

interface FeedbackTable {
  id: string;
  user_id: string;
  request_id: string;
  request_type: (typeof requestTypes)[number];
  feedback_text: string;
  created_at: CreatedAt;
}

/** Recordings that were sent ahead of the calls that transcribe them. */
interface UploadsTable {
  id: string;
  user_id: string;
  object_key: string;
  container: AudioContainer;
  /** As the driver reads large integers. */
  bytes: ColumnType<string, number, never>;
  /** The seconds and channels that the file says it has; null when it does not say. */
  declared_seconds: number | null;
  declared_channels: number | null;
  created_at: ColumnType<Date, never, never>;
}
