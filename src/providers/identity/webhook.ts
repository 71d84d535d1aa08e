import { z } from "zod";
import { missing } from "#src/api/validation/fault.ts";
import { parseText, text } from "#src/api/validation/text.ts";
import type { Webhook } from "#src/providers/webhook.ts";
import { isIdentityEventType } from "./identity-event.ts";
import { verifyStandardWebhook } from "./signature.ts";

const idRules = { min: 1, max: 255 };

/** Whom an event is about: the subject of OpenID Connect where there is one, else the provider's id. */
const subjectOf = (data: { readonly sub?: unknown; readonly id?: unknown }): unknown => data.sub ?? data.id;

const body = z
  .object({
    type: text({ min: 1, max: 200 }),
    // An event that is ignored may look as it likes.
    data: z.looseObject({ id: z.unknown().optional(), sub: z.unknown().optional() }).catch({}),
  })
  .superRefine(({ type, data }, context) => {
    if (!isIdentityEventType(type)) return;
    const subject = subjectOf(data) ?? undefined;
    const parsed = subject === undefined ? { ok: false as const, fault: missing } : parseText(subject, idRules);
    if (parsed.ok) return;
    const path = ["data", data.sub === undefined || data.sub === null ? "id" : "sub"];
    context.addIssue({ code: "custom", path, params: parsed.fault, message: parsed.fault.msg, input: subject });
  })
  .meta({ id: "IdentityEvent" });

/** The webhook of the identity provider, in the format of Clerk or with the claims of OpenID Connect. */
export const identityWebhook: Webhook = {
  requestHeaders: {
    "webhook-id": "The event's id; `svix-id` is the same.",
    "webhook-timestamp": "Seconds since 1970, at most 300 from now; `svix-timestamp` is the same.",
    "webhook-signature": "`v1,` and base64 of the HMAC-SHA256; several with spaces between. Or `svix-signature`.",
  },
  description:
    "Signed by Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`, or their `svix-` names. " +
    "`user.created`, `user.updated` and `user.deleted` are applied soon after the answer, other types are ignored.",
  body,
  event: body.transform(({ type, data }) => {
    const isHandled = isIdentityEventType(type);
    return { type, isHandled, subject: isHandled ? String(subjectOf(data)) : null };
  }),
  verify: (message, secrets) => {
    const eventId = verifyStandardWebhook(message, { secrets });
    return { eventId, dedupeKey: eventId };
  },
};
