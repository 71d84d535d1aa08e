import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiPathItemObject } from "zod-openapi";
import { callbackEventTypes } from "#db/webhook-schema.ts";

const requestTypes = ["tts", "asr"] as const;
/** Events may gain facts. */
const facts = z.looseObject;
const errorCode = z
  .string()
  .optional()
  .meta({ description: "Why it failed.", examples: ["no_speech"] });

const endedRequest = facts({
  request_id: z.uuid(),
  request_type: z.enum(requestTypes),
  status: z.enum(["completed", "failed", "cancelled"]),
  error_code: errorCode,
  transcript: facts({}).nullable().optional().meta({
    description: "With an endpoint that includes transcripts: as the request shows it. Null where it is too large.",
  }),
  transcript_omitted: z.literal("too_large").optional().meta({ description: "Why there is no transcript." }),
}).meta({ id: "EndedRequestData" });

const recordings = (what: string) => z.int().meta({ description: `Recordings that ${what}.`, examples: [12] });

const endedBatch = facts({
  batch_id: z.uuid(),
  status: z.enum(["completed", "cancelled"]),
  completed: recordings("have a transcript"),
  failed: recordings("could not be transcribed"),
  cancelled: recordings("were cancelled or deleted"),
}).meta({ id: "BatchData" });

const endedVoice = facts({
  voice_id: z.uuid(),
  status: z.enum(["ready", "failed"]),
  error_code: errorCode,
}).meta({ id: "VoiceData" });

const subscription = facts({
  subscription_id: z.uuid(),
  plan_id: z.string(),
  status: z.enum(["active", "past_due", "cancelled", "expired"]),
}).meta({ id: "SubscriptionData" });

const lowCredits = facts({
  request_type: z.enum(requestTypes),
  percent_remaining: z
    .int()
    .min(0)
    .max(99)
    .meta({
      description:
        "How much is left at most, in percent: 100 less `alert_percent` of the account (20 at first), 5 or 0.",
      examples: [20],
    }),
  remaining: z.int().meta({ description: "The credits of the grant that are left.", examples: [480] }),
  granted: z.int().meta({ description: "The credits of the grant.", examples: [10_000] }),
}).meta({ id: "LowCreditsData" });

const test = facts({ endpoint_id: z.uuid() }).meta({ id: "WebhookTestData" });

/** The facts of each event. */
export const eventData = {
  ...{ "speech.request.completed": endedRequest, "speech.request.failed": endedRequest },
  "speech.batch.completed": endedBatch,
  ...{ "voice.ready": endedVoice, "voice.failed": endedVoice },
  ...{ "subscription.activated": subscription, "subscription.past_due": subscription },
  ...{ "subscription.cancelled": subscription, "subscription.expired": subscription },
  ...{ "credits.low": lowCredits, "webhook.test": test },
} as const satisfies Record<(typeof callbackEventTypes)[number] | "webhook.test", z.ZodType>;

const headers = z.object({
  "webhook-id": z
    .string()
    .meta({ description: "Id of the event, the same for every attempt.", examples: ["5d4c3b2a"] }),
  "webhook-timestamp": z
    .string()
    .meta({ description: "The time of the attempt, unix seconds.", examples: ["1806144000"] }),
  "webhook-signature": z.string().meta({
    description: "`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`; two while a secret is replaced.",
    examples: ["v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="],
  }),
});

const callOf = (type: keyof typeof eventData): ZodOpenApiOperationObject => ({
  operationId: `callbacks.${type.replaceAll(".", "_")}`,
  tags: ["Webhook endpoints"],
  summary: `The call of an endpoint for \`${type}\``,
  security: [],
  requestParams: { header: headers },
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: z.object({ type: z.literal(type), timestamp: z.iso.datetime(), data: eventData[type] }),
      },
    },
  },
  responses: {
    "2XX": { description: "The event has arrived." },
    410: { description: "The endpoint is disabled." },
    default: { description: "The call is made again later." },
  },
});

/** The calls that webhook endpoints get, as OpenAPI documents them. */
export const describedEvents: Readonly<Record<string, ZodOpenApiPathItemObject>> = Object.fromEntries(
  ([...callbackEventTypes, "webhook.test"] as const).map((type) => [type, { post: callOf(type) }]),
);
