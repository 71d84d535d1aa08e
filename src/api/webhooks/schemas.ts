import { z } from "zod";
import { missing } from "#src/api/validation/fault.ts";
import { parseText, text } from "#src/api/validation/text.ts";
import { isIdentityEventType } from "#src/providers/identity/identity-event.ts";

const idRules = { min: 1, max: 255 };

/** Whom an event is about: the subject of OpenID Connect where there is one, else the provider's id. */
export const subjectOf = (data: { readonly sub?: unknown; readonly id?: unknown }): unknown => data.sub ?? data.id;

/** The part of an event by which it is known; its worker reads the rest. */
export const identityEvent = z
  .object({
    type: text({ min: 1, max: 200 }),
    // An event that concerns nobody here may look as it likes.
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

/** The part of a payment event by which it is known; its worker reads the rest. */
export const paymentEvent = z
  .object({
    event: text({ min: 1, max: 200 }),
    payload: z.unknown().optional().meta({ description: "The entities that it is about: `payment`, `order`, …" }),
  })
  .meta({ id: "PaymentEvent" });

const orderId = text({ min: 1, max: 64 });
const aboutPayment = z.object({ payment: z.object({ entity: z.object({ order_id: orderId }) }) });
const aboutOrder = z.object({ order: z.object({ entity: z.object({ id: orderId }) }) });

/** The order that an event is about; null when it does not say. */
export function orderIdOf(payload: unknown): string | null {
  const payment = aboutPayment.safeParse(payload);
  if (payment.success) return payment.data.payment.entity.order_id;
  const order = aboutOrder.safeParse(payload);
  return order.success ? order.data.order.entity.id : null;
}

/** What became of an event. */
export const receivedEvent = z
  .object({
    received: z.literal(true),
    event_id: z.string(),
    status: z.enum(["queued", "duplicate", "ignored"]),
  })
  .meta({ id: "ReceivedEvent" });
