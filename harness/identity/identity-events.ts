import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { Resources } from "#src/platform/resources.ts";
import type { Client } from "#harness/clients/client.ts";
import { newWebhookSecret, signedWebhook } from "./signed-webhook.ts";

const secret = newWebhookSecret();
const issuer = "http://localhost:1/oidc";

/** The variables of a service that `tell` notifies of people. */
export const identityEnvironment = {
  IDENTITY_WEBHOOK_SECRET: secret,
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: "speech",
  OIDC_CLIENT_SECRET: "secret",
  OIDC_AUDIENCE: "speech-api",
} as const;

/** A service that is notified, with its database. */
interface Notified extends Pick<Client, "call"> {
  readonly resources: Pick<Resources, "db">;
}

/** An event as a provider sends it. */
export interface IdentityNotification {
  readonly type: "user.created" | "user.updated" | "user.deleted";
  readonly data: Readonly<Record<string, unknown>> & { readonly id: string };
  /** The id of the message; the same for each delivery of it. */
  readonly messageId?: string;
}

/** Delivers an event. @returns the id of its message */
export async function tell(
  service: Notified,
  { type, data, messageId = randomUUID() }: IdentityNotification,
): Promise<string> {
  const message = signedWebhook(secret, JSON.stringify({ type, data, object: "event" }), { id: messageId });
  const answer = await service.call("POST", "/v1/webhooks/identity", message);
  if (answer.status !== 200) throw new Error(`An event was answered ${answer.status}.`);
  return answer.data(z.object({ event_id: z.string() })).event_id;
}

/** Waits until the worker has ended all events of these messages. */
export async function untilApplied({ resources: { db } }: Notified, messageIds: readonly string[]): Promise<void> {
  const open = db
    .selectFrom("webhook_events")
    .select("id")
    .where("event_id", "in", messageIds)
    .where("status", "=", "queued");
  while ((await open.executeTakeFirst()) !== undefined) await delay(20);
}

/** Delivers an event and waits for its end. @returns its row */
export async function tellAndWait(service: Notified, event: IdentityNotification) {
  const eventId = await tell(service, event);
  await untilApplied(service, [eventId]);
  const rows = service.resources.db.selectFrom("webhook_events").selectAll().where("event_id", "=", eventId);
  return rows.executeTakeFirstOrThrow();
}

/** A person as Clerk describes one, changed at `updatedAt` (milliseconds). */
export const person = (id: string, updatedAt: number, { email = `${id}@example.com`, verified = false } = {}) => ({
  id,
  email_addresses: [
    { id: "idn_0", email_address: "other@example.com", verification: { status: "verified" } },
    { id: "idn_1", email_address: email, verification: { status: verified ? "verified" : "unverified" } },
  ],
  primary_email_address_id: "idn_1",
  first_name: "Ann",
  last_name: `Lee ${updatedAt}`,
  username: null,
  public_metadata: {},
  created_at: 1_700_000_000_000,
  updated_at: updatedAt,
});

/** The account of a subject; undefined when there is none. */
export const accountOf = ({ resources: { db } }: Notified, subject: string) =>
  db
    .selectFrom("users")
    .selectAll()
    .where("oidc_issuer", "=", issuer)
    .where("oidc_subject", "=", subject)
    .executeTakeFirst();
