import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { insertTestDelivery } from "#src/domain/callbacks/delivery-queries.ts";
import { createApiKey } from "#src/domain/api-keys/create-api-key.ts";
import { operator } from "#src/domain/api-keys/key-creator.ts";
import { startDeviceAuthorization } from "#src/domain/device-authorizations/start-device-authorization.ts";
import { defaultVoiceId } from "#src/domain/voices/builtin-voices.ts";
import { tone } from "#harness/audio/sounds.ts";
import { audioForm } from "#harness/clients/client.ts";
import { signedWebhook } from "#harness/identity/signed-webhook.ts";
import { signedPaymentEvent } from "#harness/payments/signed-payment-event.ts";
import { adminAccountCalls } from "./admin-account-calls.ts";
import { documentCalls } from "./document-calls.ts";
import type { Subjects, ValidCall } from "./valid-call.ts";
import {
  insertBatch,
  insertHeard,
  insertModelPull,
  insertPendingVoice,
  insertSession,
  insertWebhookEndpoint,
  keyTermList,
} from "#test/support/rows.ts";

const audio = () => ({ form: audioForm(tone(2), { name: "Mine" }) });
const text = () => ({ json: { text: "Hello." } });

/** By method and path of the route. Without workers and without patience, work ends as 202, and as 503 where nothing is kept. */
export const validCalls: Readonly<Record<string, ValidCall>> = {
  "post /v1/demo/speech/synthesize": { path: "/v1/demo/speech/synthesize", status: 503, options: text },
  "post /v1/demo/speech/transcriptions": { path: "/v1/demo/speech/transcriptions", status: 503, options: audio },
  "post /v1/speech/synthesize": { path: "/v1/speech/synthesize", status: 202, options: text },
  "post /v1/speech/estimates": { path: "/v1/speech/estimates", status: 200, options: text },
  "post /v1/speech/transcriptions": { path: "/v1/speech/transcriptions", status: 202, options: audio },
  "post /v1/live/tokens": { path: "/v1/live/tokens", status: 201 },
  "get /v1/speech/live": { path: "/v1/speech/live", status: 426 },
  "get /v1/speech/requests": { path: "/v1/speech/requests", status: 200 },
  "get /v1/speech/requests/export": { path: "/v1/speech/requests/export", status: 200 },
  "post /v1/speech/requests/delete": {
    path: "/v1/speech/requests/delete",
    status: 200,
    options: () => ({ json: { request_ids: [randomUUID()] } }),
  },
  "get /v1/speech/requests/{request_id}": { path: (its) => `/v1/speech/requests/${its.spoken}`, status: 200 },
  "delete /v1/speech/requests/{request_id}": {
    path: async (its) => `/v1/speech/requests/${await insertHeard(its.resources, its.ownerId)}`,
    status: 200,
  },
  "get /v1/speech/requests/{request_id}/audio": {
    path: (its) => `/v1/speech/requests/${its.spoken}/audio`,
    status: 200,
  },
  "get /v1/speech/requests/{request_id}/transcript": {
    path: (its) => `/v1/speech/requests/${its.heard}/transcript`,
    status: 200,
  },
  "patch /v1/speech/requests/{request_id}/transcript": {
    path: (its) => `/v1/speech/requests/${its.heard}/transcript`,
    status: 200,
    options: () => ({ json: { speaker_names: {} } }),
  },
  "post /v1/webhook-endpoints": {
    path: async (its) => {
      // An account may have ten.
      await its.resources.db
        .deleteFrom("webhook_endpoints")
        .where("user_id", "in", [its.ownerId, its.strangerId])
        .execute();
      return "/v1/webhook-endpoints";
    },
    status: 201,
    options: () => ({ json: { url: "https://example.com/hook" } }),
  },
  "get /v1/webhook-endpoints": { path: "/v1/webhook-endpoints", status: 200 },
  "get /v1/webhook-endpoints/{endpoint_id}": {
    path: async (its) => `/v1/webhook-endpoints/${await insertWebhookEndpoint(its.resources, its.ownerId)}`,
    status: 200,
  },
  "patch /v1/webhook-endpoints/{endpoint_id}": {
    path: async (its) => `/v1/webhook-endpoints/${await insertWebhookEndpoint(its.resources, its.ownerId)}`,
    status: 200,
    options: () => ({ json: { description: "Mine" } }),
  },
  "delete /v1/webhook-endpoints/{endpoint_id}": {
    path: async (its) => `/v1/webhook-endpoints/${await insertWebhookEndpoint(its.resources, its.ownerId)}`,
    status: 200,
  },
  "post /v1/webhook-endpoints/{endpoint_id}/rotate": {
    path: async (its) => `/v1/webhook-endpoints/${await insertWebhookEndpoint(its.resources, its.ownerId)}/rotate`,
    status: 201,
    options: () => ({ json: {} }),
  },
  "post /v1/webhook-endpoints/{endpoint_id}/test": {
    path: async (its) => `/v1/webhook-endpoints/${await insertWebhookEndpoint(its.resources, its.ownerId)}/test`,
    status: 202,
  },
  "get /v1/webhook-endpoints/{endpoint_id}/deliveries": {
    path: async (its) => `/v1/webhook-endpoints/${await insertWebhookEndpoint(its.resources, its.ownerId)}/deliveries`,
    status: 200,
  },
  "post /v1/webhook-deliveries/{delivery_id}/retry": {
    path: async (its) => {
      const endpointId = await insertWebhookEndpoint(its.resources, its.ownerId);
      const { id } = await insertTestDelivery(its.resources.db, { endpointId, userId: its.ownerId });
      return `/v1/webhook-deliveries/${id}/retry`;
    },
    status: 202,
  },
  "get /v1/webhook-secret": { path: "/v1/webhook-secret", status: 200 },
  ...documentCalls,
  "post /v1/voices": { path: "/v1/voices", status: 201, options: audio },
  "get /v1/voices": { path: "/v1/voices", status: 200 },
  "get /v1/voices/{voice_id}": { path: (its) => `/v1/voices/${its.voiceId}`, status: 200 },
  "patch /v1/voices/{voice_id}": {
    path: (its) => `/v1/voices/${its.voiceId}`,
    status: 200,
    options: () => ({ json: { name: "Mine" } }),
  },
  // Nothing is stored for it.
  "get /v1/voices/{voice_id}/sample": { path: (its) => `/v1/voices/${its.voiceId}/sample`, status: 404 },
  "get /v1/voices/{voice_id}/comparison": { path: (its) => `/v1/voices/${its.voiceId}/comparison`, status: 404 },
  "put /v1/voices/{voice_id}/favorite": { path: (its) => `/v1/voices/${its.voiceId}/favorite`, status: 200 },
  "delete /v1/voices/{voice_id}/favorite": { path: (its) => `/v1/voices/${its.voiceId}/favorite`, status: 200 },
  // It is being trained.
  "post /v1/voices/{voice_id}/train": { path: (its) => `/v1/voices/${its.voiceId}/train`, status: 409 },
  "put /v1/voices/{voice_id}/sample": {
    path: (its) => `/v1/voices/${its.voiceId}/sample`,
    status: 409,
    options: () => ({ form: audioForm(tone(1), {}) }),
  },
  "delete /v1/voices/{voice_id}/sample": { path: (its) => `/v1/voices/${its.voiceId}/sample`, status: 409 },
  "get /v1/voices/{voice_id}/uses": { path: (its) => `/v1/voices/${its.voiceId}/uses`, status: 200 },
  "get /v1/voices/{voice_id}/preview": { path: `/v1/voices/${defaultVoiceId("de")}/preview`, status: 503 },
  "delete /v1/voices/{voice_id}": {
    path: async (its) => `/v1/voices/${await insertPendingVoice(its.resources, its.ownerId)}`,
    status: 200,
  },
  "post /v1/speech/batches": {
    path: "/v1/speech/batches",
    status: 202,
    options: () => ({ json: { urls: ["https://example.com/1.mp3"] } }),
  },
  "get /v1/speech/batches": { path: "/v1/speech/batches", status: 200 },
  "get /v1/speech/batches/{batch_id}": {
    path: async (its) => `/v1/speech/batches/${await insertBatch(its.resources, its.ownerId)}`,
    status: 200,
  },
  "get /v1/speech/batches/{batch_id}/results": {
    path: async (its) => `/v1/speech/batches/${await insertBatch(its.resources, its.ownerId)}/results`,
    status: 200,
  },
  "post /v1/speech/batches/{batch_id}/cancel": {
    path: async (its) => `/v1/speech/batches/${await insertBatch(its.resources, its.ownerId)}/cancel`,
    status: 200,
  },
  "delete /v1/speech/batches/{batch_id}": {
    path: async (its) => `/v1/speech/batches/${await insertBatch(its.resources, its.ownerId)}`,
    status: 200,
  },
  "get /v1/key-term-lists": { path: "/v1/key-term-lists", status: 200 },
  "post /v1/key-term-lists": {
    path: "/v1/key-term-lists",
    status: 201,
    options: () => ({ json: { name: randomUUID(), terms: ["Kokoro"] } }),
  },
  "get /v1/key-term-lists/{list_id}": {
    path: async (its) => `/v1/key-term-lists/${await keyTermList(its.resources, its.ownerId)}`,
    status: 200,
  },
  "patch /v1/key-term-lists/{list_id}": {
    path: async (its) => `/v1/key-term-lists/${await keyTermList(its.resources, its.ownerId)}`,
    status: 200,
    options: () => ({ json: { terms: ["Moonshine"] } }),
  },
  "delete /v1/key-term-lists/{list_id}": {
    path: async (its) => `/v1/key-term-lists/${await keyTermList(its.resources, its.ownerId, randomUUID())}`,
    status: 200,
  },
  "get /v1/examples": { path: "/v1/examples", status: 200 },
  "get /v1/examples/{example_id}/audio": { path: "/v1/examples/voicemail/audio", status: 503 },
  "get /v1/examples/{example_id}/transcript": { path: "/v1/examples/voicemail/transcript", status: 503 },
  "get /v1/engines": { path: "/v1/engines", status: 200 },
  "get /v1/languages": { path: "/v1/languages", status: 200 },
  "get /auth/login": { path: "/auth/login", status: 503 },
  "get /auth/callback": { path: "/auth/callback", status: 503 },
  "post /auth/logout": {
    path: "/auth/logout",
    status: 200,
    options: ({ fromOurPages }) => ({ headers: fromOurPages }),
  },
  "get /v1/users/me": { path: "/v1/users/me", status: 200 },
  "patch /v1/users/me": {
    path: "/v1/users/me",
    status: 200,
    options: () => ({ json: { keep_recordings: true } }),
  },
  "get /v1/users/me/export": { path: "/v1/users/me/export", status: 200 },
  // The address is of another account: a confirmed call would leave no account to try the next one with.
  "post /v1/users/me/close": {
    path: "/v1/users/me/close",
    status: 409,
    options: () => ({ json: { confirm: "another@example.com" } }),
  },
  "get /v1/users/me/checklist": { path: "/v1/users/me/checklist", status: 200 },
  "delete /v1/users/me/checklist": { path: "/v1/users/me/checklist", status: 200 },
  "get /v1/users/me/limits": { path: "/v1/users/me/limits", status: 200 },
  "get /v1/users/me/sessions": { path: "/v1/users/me/sessions", status: 200 },
  "delete /v1/users/me/sessions/{session_id}": {
    path: async (its) => `/v1/users/me/sessions/${await insertSession(its.resources, its.ownerId)}`,
    status: 200,
  },
  "delete /v1/users/me/sessions": { path: "/v1/users/me/sessions", status: 200 },
  "post /v1/api-keys": { path: "/v1/api-keys", status: 201, options: () => ({ json: { name: "Mine" } }) },
  "get /v1/api-keys": { path: "/v1/api-keys", status: 200 },
  "patch /v1/api-keys/{api_key_id}": {
    path: async (its) => `/v1/api-keys/${await apiKey(its)}`,
    status: 200,
    options: () => ({ json: { monthly_credit_limit: 1_000 } }),
  },
  "delete /v1/api-keys/{api_key_id}": { path: async (its) => `/v1/api-keys/${await apiKey(its)}`, status: 200 },
  "post /v1/api-keys/{api_key_id}/rotate": {
    path: async (its) => `/v1/api-keys/${await apiKey(its)}/rotate`,
    status: 201,
    options: () => ({ json: {} }),
  },
  // No identity provider is configured.
  "post /v1/device-authorizations": {
    path: "/v1/device-authorizations",
    status: 503,
    options: () => ({ json: { client_name: "Mine" } }),
  },
  // There is none with this code.
  "post /v1/device-authorizations/redeem": {
    path: "/v1/device-authorizations/redeem",
    status: 400,
    options: () => ({ json: { device_code: "none" } }),
  },
  "get /v1/device-authorizations/{user_code}": {
    path: async (its) => `/v1/device-authorizations/${await userCode(its)}`,
    status: 200,
  },
  "post /v1/device-authorizations/{user_code}/approve": {
    path: async (its) => `/v1/device-authorizations/${await userCode(its)}/approve`,
    status: 200,
  },
  "post /v1/device-authorizations/{user_code}/deny": {
    path: async (its) => `/v1/device-authorizations/${await userCode(its)}/deny`,
    status: 200,
  },
  "post /v1/feedback": {
    path: "/v1/feedback",
    status: 201,
    options: ({ heard }) => ({ json: { request_id: heard, feedback_text: "Well heard." } }),
  },
  "get /v1/feedback": { path: "/v1/feedback", status: 200 },
  "post /v1/contact-submissions": {
    path: "/v1/contact-submissions",
    status: 201,
    options: () => ({ json: { name: "Ann", email: "ann@example.com" } }),
  },
  "get /v1/contact-submissions": { path: "/v1/contact-submissions", status: 200 },
  "patch /v1/contact-submissions/{ticket_id}": {
    path: (its) => `/v1/contact-submissions/${its.ticketId}`,
    status: 200,
    options: () => ({ json: { status: "reviewed" } }),
  },
  "get /v1/billing-details": { path: "/v1/billing-details", status: 200 },
  "put /v1/billing-details": {
    path: "/v1/billing-details",
    status: 200,
    options: () => ({ json: { company: "Example Ltd", address: "1 High Street", tax_number: "29AAGCB7383J1Z4" } }),
  },
  "get /v1/admin/statistics": { path: "/v1/admin/statistics", status: 200 },
  ...adminAccountCalls,
  "get /v1/admin/webhook-events": { path: "/v1/admin/webhook-events", status: 200 },
  "get /v1/admin/webhook-events/{webhook_event_id}": {
    path: (its) => `/v1/admin/webhook-events/${its.failedEvent}`,
    status: 200,
  },
  "post /v1/admin/webhook-events/{webhook_event_id}/resolve": {
    path: (its) => `/v1/admin/webhook-events/${its.failedEvent}/resolve`,
    status: 200,
  },
  "get /v1/admin/attention": { path: "/v1/admin/attention", status: 200 },
  "get /v1/admin/queues": { path: "/v1/admin/queues", status: 200 },
  "get /v1/admin/live": { path: "/v1/admin/live", status: 200 },
  "get /v1/admin/queues/trends": { path: "/v1/admin/queues/trends", status: 200 },
  "get /v1/admin/models": { path: "/v1/admin/models", status: 200 },
  "post /v1/admin/models/pulls": {
    path: "/v1/admin/models/pulls",
    status: 202,
    options: ({ folderId }) => ({ json: { folder_id: folderId, model: "silero-vad" } }),
  },
  "delete /v1/admin/models/pulls/{pull_id}": {
    path: async ({ resources, folderId }) => `/v1/admin/models/pulls/${await insertModelPull(resources, folderId)}`,
    status: 200,
  },
  "post /v1/webhooks/identity": {
    path: "/v1/webhooks/identity",
    status: 200,
    options: ({ webhookSecret }) => signedWebhook(webhookSecret, '{"type":"email.created","data":{}}'),
  },
  "post /v1/webhooks/payments": {
    path: "/v1/webhooks/payments",
    status: 200,
    options: ({ paymentSecret }) => signedPaymentEvent(paymentSecret, '{"event":"invoice.paid","payload":{}}'),
  },
  "post /v1/subscriptions": {
    path: "/v1/subscriptions",
    status: 200,
    options: () => ({ json: { plan_id: "starter" } }),
  },
  "get /v1/subscriptions/preview": { path: "/v1/subscriptions/preview?plan_id=starter", status: 200 },
  "get /v1/subscriptions/current": { path: "/v1/subscriptions/current", status: 200 },
  "delete /v1/subscriptions/current": { path: "/v1/subscriptions/current", status: 200 },
  "get /v1/top-ups": { path: "/v1/top-ups", status: 200 },
  // No packs are sold.
  "post /v1/top-ups": {
    path: "/v1/top-ups",
    status: 404,
    options: () => ({ json: { pack_id: "small" } }),
  },
  "get /v1/orders": { path: "/v1/orders", status: 200 },
  // It is not there.
  "delete /v1/orders/{payments_order_id}": { path: "/v1/orders/order_1", status: 404 },
  "get /v1/payments": { path: "/v1/payments", status: 200 },
  // It is not paid.
  "get /v1/payments/{payments_order_id}/receipt": { path: "/v1/payments/order_1/receipt", status: 404 },
  "get /v1/admin/payments/{payments_order_id}/receipt": { path: "/v1/admin/payments/order_1/receipt", status: 404 },
  "get /v1/plans": { path: "/v1/plans", status: 200 },
  "get /pricing.json": { path: "/pricing.json", status: 200 },
  "get /v1/usage": { path: "/v1/usage", status: 200 },
  "get /v1/usage/ledger": { path: "/v1/usage/ledger", status: 200 },
  "get /healthz": { path: "/healthz", status: 200 },
  "get /readyz": { path: "/readyz", status: 200 },
  "get /openapi.json": { path: "/openapi.json", status: 200 },
  "get /openapi-internal.json": { path: "/openapi-internal.json", status: 200 },
  "get /asyncapi.json": { path: "/asyncapi.json", status: 200 },
  "get /demo.json": { path: "/demo.json", status: 200 },
  "get /": { path: "/", status: 200 },
  "get /account": { path: "/account", status: 200 },
  "get /account/{page}": { path: "/account/keys", status: 200 },
  "get /account/history/{request_id}": { path: (its) => `/account/history/${its.spoken}`, status: 200 },
  "get /account/webhooks/{endpoint_id}": { path: "/account/webhooks/1", status: 200 },
  "get /account/documents/{document_id}": { path: "/account/documents/new", status: 200 },
  "get /account/admin/{page}": { path: "/account/admin/queues", status: 200 },
  "get /account/admin/accounts/{user_id}": { path: "/account/admin/accounts/1", status: 200 },
  "post /account/{page}": { path: "/account/billing", status: 303 },
  "get /assets/{asset}": { path: builtAsset, status: 200 },
  "get /site/{part}": { path: "/site/styles.css", status: 200 },
  "get /site.webmanifest": { path: "/site.webmanifest", status: 200 },
  "get /favicon.ico": { path: "/favicon.ico", status: 200 },
  "get /docs": { path: "/docs", status: 200 },
  "get /docs/{path*}": { path: "/docs/scalar.js", status: 200 },
  "get /sdk/{file}": { path: "/sdk/speech-service-sdk.tgz", status: 200 },
  "get /llms.txt": { path: "/llms.txt", status: 200 },
  "get /llms-full.txt": { path: "/llms-full.txt", status: 200 },
};

async function builtAsset(): Promise<string> {
  const [name = ""] = await readdir(join(import.meta.dirname, "../../web/dist/assets"));
  return `/assets/${name.replace(/\.gz$/, "")}`;
}

/** The code of a program that waits. */
async function userCode({ resources }: Subjects): Promise<string> {
  const asked = { clientName: "Mine", scopes: ["keys"] as const };
  return (await startDeviceAuthorization(resources, asked)).userCode;
}

async function apiKey({ resources, ownerId }: Subjects): Promise<string> {
  const input = {
    userId: ownerId,
    name: "Spare",
    description: "",
    scopes: ["keys"] as const,
    creator: operator,
    maxLive: 1000,
  };
  return (await createApiKey(resources, input)).apiKeyId;
}
