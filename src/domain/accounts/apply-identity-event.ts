import type { Db } from "#db/schema.ts";
import { type JobLease, underLease } from "#src/domain/jobs/queries.ts";
import {
  eraseWebhookPayloads,
  findWebhookEvent,
  type WebhookEvent,
  type WebhookOutcome,
  writeWebhookOutcome,
} from "#src/domain/webhook-events/queries.ts";
import type { IdentityEventReader } from "#src/providers/identity/identity-event.ts";
import { closeAccount } from "./close-account.ts";
import { eraseContactSubmissions } from "./erase-account.ts";
import type { IdentityTrust } from "./identity-trust.ts";
import { findIdentity, type IdentityName } from "./queries.ts";
import { upsertIdentity } from "./upsert-identity.ts";

/** The issuer of the events and how far their sender is trusted. */
export interface IdentityEventPolicy extends IdentityTrust {
  /** The issuer of the OpenID provider; null when none is configured. */
  readonly issuer: string | null;
}

/** The database with the stored events of the identity provider, and the function that reads them. */
interface IdentityEvents {
  readonly db: Db;
  readonly readEvent: IdentityEventReader;
}

const processed: WebhookOutcome = { status: "processed", detail: null };
const closedAlready: WebhookOutcome = { status: "ignored", detail: "The account is closed." };
const failed = (detail: string): WebhookOutcome => ({ status: "failed", detail });

/**
 * Does what a stored event of the identity provider asks for, once; an event that cannot be applied ends as failed
 * and says why. Events may come late, twice, out of order and at the same time: the account ends in the same state.
 * @throws LeaseLostError when another run has taken over
 */
export const applyIdentityEvent = (
  { db, readEvent }: IdentityEvents,
  lease: JobLease,
  policy: IdentityEventPolicy,
): Promise<void> =>
  underLease(db, lease, async (trx) => {
    const event = await findWebhookEvent(trx, lease.subjectId);
    if (event === null) return;
    const { issuer } = policy;
    const { subject } = event;
    if (issuer === null || subject === null) {
      return writeWebhookOutcome(trx, event.id, failed("No identity provider is configured."));
    }
    const outcome = await outcomeOf({ db: trx, readEvent }, { event, name: { issuer, subject } }, policy);
    // A late event about a person who is gone is not kept either.
    const account = await findIdentity(trx, { issuer, subject });
    if (account !== null && account.closed_at !== null) {
      await eraseWebhookPayloads(trx, { provider: "identity", subject });
    }
    await writeWebhookOutcome(trx, event.id, outcome);
  });

async function outcomeOf(
  { db, readEvent }: IdentityEvents,
  { event, name }: { readonly event: WebhookEvent; readonly name: IdentityName },
  { issuer: _issuer, ...trust }: IdentityEventPolicy,
): Promise<WebhookOutcome> {
  const said = readEvent(event);
  // Erased with its account while it was waiting.
  if (said === null) return closedAlready;
  if (typeof said === "string") return failed(said);
  if (said.type === "deleted") {
    await closeAccount({ db, readEvent }, name);
    return processed;
  }
  const { person, updatedAt } = said;
  const policy = { ...trust, ...(updatedAt !== null && { updatedAt }) };
  const { closed } = await upsertIdentity({ db }, { ...name, ...person }, policy);
  if (!closed) return processed;
  if (person.email !== null && person.emailVerified) await eraseContactSubmissions(db, person.email);
  return closedAlready;
}
