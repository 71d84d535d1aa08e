import type { InsertType, SelectType } from "kysely";
import type { Database } from "#db/schema.ts";

/** An array that is written as text is JSON. */
type KindOf<T, Written> = T extends string
  ? "text"
  : T extends number
    ? "number"
    : T extends boolean
      ? "boolean"
      : T extends Date
        ? "time"
        : T extends Buffer
          ? "bytes"
          : T extends readonly (string | number | Buffer | null)[]
            ? string extends Written
              ? "json"
              : "list"
            : "json";

/** `=` behind the kind: an insert may leave it out. */
type DefaultOf<C> = [InsertType<C>] extends [never] ? "=" : undefined extends InsertType<C> ? "=" : "";

/** `?` behind the kind: it may be null. */
type Told<C> = `${KindOf<NonNullable<SelectType<C>>, InsertType<C>>}${null extends SelectType<C> ? "?" : DefaultOf<C>}`;

type Tables = {
  readonly [Table in keyof Database]: { readonly [Name in keyof Database[Table]]: Told<Database[Table][Name]> };
};

/** The tables of `db/schema.ts`. This does not compile when they differ from it, so the database can be held against it. */
export const tables: Tables = {
  users: {
    ...{ id: "text", email: "text", name: "text", username: "text", role: "text=", role_source: "text=" },
    created_at: "time=",
    ...{ oidc_issuer: "text?", oidc_subject: "text?", email_verified: "boolean=", identity_updated_at: "time?" },
    ...{
      closed_at: "time?",
      blocked_at: "time?",
      keep_recordings: "boolean=",
      checklist_hidden_at: "time?",
      alert_percent: "number=",
    },
  },
  account_erasures: { user_id: "text", due_at: "time=", created_at: "time=" },
  account_notes: {
    ...{ id: "text", user_id: "text", author_id: "text?", kind: "text", text: "text", created_at: "time=" },
  },
  api_keys: {
    ...{ id: "text", user_id: "text", name: "text", description: "text", key_sha256: "bytes", hint: "text" },
    ...{ created_at: "time=", last_used_at: "time?", revoked_at: "time?", expires_at: "time?" },
    ...{ scopes: "list=", created_by_key_id: "text?", replaces_key_id: "text?" },
    monthly_credit_limit: "number?",
  },
  temporary_tokens: { token_sha256: "bytes", api_key_id: "text?", session_id: "text?", expires_at: "time" },
  voices: {
    ...{ id: "text", user_id: "text?", name: "text", description: "text", type: "text", language: "text" },
    ...{ status: "text", engine: "text?", engine_voice: "text?", profile: "json?", measurement: "json?" },
    ...{
      comparison: "json?",
      sample_key: "text?",
      sample_container: "text?",
      error_code: "text?",
      error_message: "text?",
    },
    ...{
      gender: "text?",
      accent: "text?",
      age: "text?",
      tags: "list=",
      use_cases: "list=",
      quality: "text?",
      licence: "text?",
      deprecated: "boolean=",
    },
    ...{ match: "json?", progress: "number=", sample_sha256: "text?", created_at: "time=" },
    ...{ consent_statement: "text?", consent_given_by: "text?", consent_at: "time?", sample_text: "text?" },
    ...{ failed_at: "time?", training_started_at: "time?", training_seconds: "number?" },
  },
  voice_uses: {
    ...{ id: "text=", voice_id: "text", user_id: "text", action: "text", request_id: "text?", created_at: "time=" },
  },
  speech_batches: {
    ...{ id: "text", user_id: "text", source: "text", api_key_id: "text?", language: "text", options: "json" },
    ...{
      is_language_assumed: "boolean",
      price_percent: "number",
      item_count: "number",
      counts: "json?",
      archive_key: "text?",
    },
    ...{ started_at: "time?", cancelled_at: "time?", finished_at: "time?", created_at: "time=" },
  },
  speech_batch_items: {
    ...{ batch_id: "text", position: "number", request_id: "text", custom_id: "text?", name: "text?" },
    ...{ source: "json?", state: "text", error_code: "text?", error_message: "text?", credits: "number=" },
  },
  key_term_lists: {
    ...{ id: "text", user_id: "text", name: "text", terms: "json", created_at: "time=", updated_at: "time=" },
  },
  pronunciation_dictionaries: {
    ...{ id: "text", user_id: "text", name: "text", description: "text", always: "boolean", entries: "json" },
    ...{ created_at: "time=", updated_at: "time=" },
  },
  documents: {
    ...{ id: "text", user_id: "text", title: "text", author: "text", language: "text?", voice_id: "text?" },
    ...{ speed: "number", speakers: "json", chapters: "json", created_at: "time=", updated_at: "time=" },
  },
  document_paragraphs: {
    ...{ id: "text", document_id: "text", position: "number", chapter: "number", text: "text" },
    ...{ voice_id: "text?", request_id: "text?", spoken_as: "text?" },
  },
  document_exports: {
    ...{ id: "text", document_id: "text", user_id: "text", format: "text", chapter: "number?", status: "text=" },
    ...{ result_key: "text?", bytes: "text?", duration_seconds: "number?", error_code: "text?" },
    ...{ error_message: "text?", created_at: "time=", finished_at: "time?" },
  },
  favorite_voices: { user_id: "text", voice_id: "text", created_at: "time=" },
  speech_requests: {
    ...{ id: "text", user_id: "text?", request_type: "text", is_demo: "boolean", status: "text", progress: "number=" },
    ...{ language: "text", voice_id: "text?", input_text: "text?", characters: "number?" },
    ...{ source_key: "text?", source_container: "text?", result_key: "text?", content_type: "text?" },
    ...{ sample_rate: "number?", duration_seconds: "number?", transcript: "json?", error_code: "text?" },
    ...{ error_message: "text?", error_facts: "json?", created_at: "time=", started_at: "time?", finished_at: "time?" },
    ...{ source: "text?", credits: "number?", cached: "boolean=", language_tag: "text?", model: "text?" },
    ...{ api_key_id: "text?", file_name: "text?", document_id: "text?", options: "json=" },
    first_sound_at: "time?",
    ...{ is_streamed: "boolean=", spoken_words: "json?", confidence_source: "text?" },
  },
  uploads: {
    ...{ id: "text", user_id: "text", object_key: "text", container: "text", bytes: "text", created_at: "time=" },
    ...{ declared_seconds: "number?", declared_channels: "number?" },
  },
  speech_chunks: {
    ...{ request_id: "text", run: "number", position: "number", sentence: "number", characters: "number" },
    ...{ content: "bytes", words: "json?" },
  },
  engines: {
    ...{ instance_id: "text", name: "text", kind: "text", manifest: "json", state: "text", reason: "text?" },
    ...{ seen_at: "time=", ended_at: "time?" },
  },
  jobs: {
    ...{ subject_id: "text", name: "text", state: "text=", run: "number=", failures: "number=", crashes: "number=" },
    ...{ run_at: "time=", heartbeat_at: "time?", created_at: "time=", account_id: "text?", group_key: "text" },
    ...{ promoted_at: "time?", traceparent: "text?" },
  },
  job_groups: { name: "text", group_key: "text", served_at: "time" },
  job_cursors: { name: "text", group_key: "text" },
  worker_slots: { worker_id: "text", queue: "text", slots: "number", seen_at: "time=" },
  live_workers: {
    ...{ id: "text", address: "text", capacity: "number", used: "number=", languages: "list", models: "list" },
    ...{ heartbeat_at: "time=", taken_at: "time?", draining: "boolean=", version: "text=", lag_seconds: "number=" },
  },
  live_sessions: {
    ...{ request_id: "text", user_id: "text", api_key_id: "text?", finals: "json=", heartbeat_at: "time=" },
    ...{ session_id: "text?", resume_sha256: "list=", epoch: "number=", heard_to: "number=", query: "json?" },
  },
  live_finals: { request_id: "text", id: "number", end_seconds: "number", final: "json" },
  sessions: {
    ...{ id: "text", user_id: "text", token_sha256: "bytes", user_agent: "text=", created_at: "time=" },
    ...{ last_seen_at: "time=", expires_at: "time", id_token: "text?" },
  },
  sign_ins: {
    ...{ token_sha256: "bytes", state: "text", nonce: "text", code_verifier: "text", return_to: "text" },
    created_at: "time=",
  },
  device_authorizations: {
    ...{ device_code_sha256: "bytes", user_code: "text", client_name: "text", scopes: "list", status: "text=" },
    ...{ user_id: "text?", approved_by_key_id: "text?", polled_at: "time?", created_at: "time=" },
  },
  webhook_events: {
    ...{ id: "text", provider: "text", dedupe_key: "text", event_id: "text", event_type: "text", subject: "text?" },
    ...{ payload: "text?", status: "text", detail: "text?", received_at: "time=", processed_at: "time?" },
    ...{ resolved_at: "time?", resolved_by: "text?" },
  },
  contact_submissions: {
    ...{ id: "text", name: "text", email: "text", company: "text?", interested_products: "json?" },
    ...{ how_did_you_hear: "text?", message: "text?", status: "text=", created_at: "time=", closed_at: "time?" },
  },
  feedback: {
    ...{ id: "text", user_id: "text", request_id: "text", request_type: "text", feedback_text: "text" },
    created_at: "time=",
  },
  object_removals: { key: "text", created_at: "time=" },
  removal_holds: { held_until: "time" },
  pending_objects: { key: "text", created_at: "time=" },
  billing_details: { user_id: "text", company: "text", address: "text", tax_number: "text", updated_at: "time=" },
  drawn_receipts: { order_id: "text", digest: "bytes", content: "bytes" },
  installation_keys: { name: "text", secret: "bytes" },
  free_credit_addresses: { address_hash: "bytes", created_at: "time=" },
  stored_objects: { key: "text", user_id: "text", bytes: "text" },
  storage_totals: { user_id: "text", bytes: "text" },
  synthesis_cache: {
    ...{ cache_key: "bytes", request_id: "text", result_key: "text", custom_voice_id: "text?", used_at: "time=" },
  },
  idempotency_keys: {
    ...{ user_id: "text", route: "text", key: "text", fingerprint: "bytes", resource_id: "text", status: "number?" },
    created_at: "time=",
  },
  rate_limits: { key: "text", points: "number=", expire: "text?" },
  plans: {
    ...{ id: "text", display_name: "text", price_inr: "number", billing_cycle: "text", position: "number" },
    ...{ tts_credits_per_cycle: "number", asr_credits_per_cycle: "number", is_active: "boolean=" },
  },
  balances: {
    ...{ user_id: "text", pool: "text", subscription: "number=", cycle_id: "text?", permanent: "number=" },
    cycle_ends_at: "time?",
  },
  holds: {
    ...{ request_id: "text", user_id: "text", pool: "text", from_subscription: "number", from_permanent: "number" },
    ...{ cycle_id: "text?", api_key_id: "text?", created_at: "time=", delivered: "number=", price_percent: "number=" },
  },
  credit_alerts: {
    ...{ grant_id: "text", threshold: "number", user_id: "text", pool: "text", attempts: "number=", due_at: "time=" },
    ...{ sent_at: "time?", created_at: "time=" },
  },
  subscription_reminders: {
    ...{ subscription_id: "text", period_end: "time", kind: "text", user_id: "text", attempts: "number=" },
    ...{ due_at: "time=", sent_at: "time?", created_at: "time=" },
  },
  webhook_endpoints: {
    ...{ id: "text", user_id: "text", url: "text?", description: "text", events: "list", include: "list" },
    ...{ state: "text=", secret: "bytes", former_secret: "bytes?", former_secret_until: "time?", failures: "number=" },
    ...{ failing_since: "time?", disabled_reason: "text?", disabled_at: "time?", created_at: "time=" },
  },
  webhook_endpoint_notices: {
    ...{ endpoint_id: "text", disabled_at: "time", user_id: "text", attempts: "number=", due_at: "time=" },
    ...{ sent_at: "time?", created_at: "time=" },
  },
  webhook_deliveries: {
    ...{ id: "text", endpoint_id: "text", event_id: "text", type: "text?", subject_id: "text?", payload: "text?" },
    ...{ url: "text?", form: "text=", method: "text=", sealed_headers: "bytes?", options: "json?", status: "text=" },
    ...{ attempts: "number=", next_at: "time?", sending_until: "time?", last_status: "number?", last_error: "text?" },
    ...{ last_attempt_at: "time?", last_duration_ms: "number?", traceparent: "text?", created_at: "time=" },
  },
  credit_ledger: {
    ...{ id: "text=", user_id: "text", pool: "text", kind: "text", credits: "number", request_id: "text?" },
    ...{ order_id: "text?", reason: "text?", created_at: "time=" },
  },
  subscriptions: {
    ...{ id: "text", user_id: "text", plan_id: "text", status: "text", anchor_at: "time?", paid_months: "number=" },
    ...{ current_period_start: "time?", current_period_end: "time?", order_id: "text?", created_at: "time=" },
  },
  payment_orders: {
    ...{ id: "text", provider: "text", provider_order_id: "text", request_id: "text", user_id: "text" },
    ...{ subscription_id: "text?", plan_id: "text?", status: "text", pack_id: "text?" },
    ...{ amount: "number", currency: "text", months: "number", tts_credits: "number", asr_credits: "number" },
    ...{ paid_at: "time?", period_start: "time?", period_end: "time?", started_at: "time?", ended_at: "time?" },
    ...{ asked_at: "time=", created_at: "time=", receipt_number: "number?", carried_into: "text?", receipt: "json?" },
  },
  payments: {
    ...{ id: "text", order_id: "text", status: "text", amount: "number", refunded: "number=" },
    ...{ captured_at: "time?", made_at: "time?", created_at: "time=", method: "text?", failure: "text?" },
  },
  daily_figures: {
    ...{ day: "text", sign_ups: "number", active_accounts: "number", active_accounts_7_days: "number" },
    ...{ active_accounts_30_days: "number", tts_count: "text", asr_count: "text", tts_characters: "text" },
    ...{ asr_seconds: "text", failures: "number", counted_at: "time", cancelled: "number=" },
  },
  queue_samples: {
    ...{ sampled_at: "time", queue: "text", waiting: "number", running: "number", oldest_seconds: "number?" },
    ...{ completed: "number", failed: "number" },
  },
  request_events: {
    ...{ id: "text=", user_id: "text?", subject_type: "text", subject_id: "text", type: "text", facts: "json" },
    created_at: "time=",
  },
  model_folders: {
    ...{ id: "text", host: "text", directory: "text", writable: "boolean", free_bytes: "text", models: "json" },
    seen_at: "time=",
  },
  model_pulls: {
    ...{ id: "text", folder_id: "text", model: "text", requested_by: "text", status: "text=", attempts: "number=" },
    ...{ step: "text?", done_bytes: "text?", total_bytes: "text?", error: "text?", created_at: "time=" },
    ...{ heartbeat_at: "time?", finished_at: "time?" },
  },
  usage_totals: {
    ...{ user_id: "text", day: "text", source: "text", tts_count: "number", asr_count: "number" },
    ...{ tts_characters: "number", asr_seconds: "number", credits: "number" },
  },
  usage_days: {
    ...{ user_id: "text", day: "text", source: "text", voice_id: "text", voice_label: "text", tts_count: "number" },
    ...{ asr_count: "number", tts_characters: "number", asr_seconds: "number", credits: "number" },
  },
  usage_months: {
    ...{ user_id: "text", month: "text", source: "text", voice_id: "text", voice_label: "text" },
    ...{ tts_count: "text", credits: "text" },
  },
  usage_keys: {
    ...{ user_id: "text", day: "text", api_key_id: "text", request_type: "text", requests: "number" },
    ...{ credits: "number", latencies: "list" },
  },
  usage_latencies: {
    ...{ user_id: "text", month: "text", api_key_id: "text", request_type: "text", bucket: "number" },
    requests: "number",
  },
  usage_errors: { user_id: "text", day: "text", api_key_id: "text", error_code: "text", requests: "number" },
};
