import { randomUUID } from "node:crypto";
import type { Db } from "#db/schema.ts";
import { accountTransaction } from "#src/domain/accounts/account-transaction.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import { callbackUrl } from "./callback-url.ts";
import {
  countEndpoints,
  type EndpointChange,
  findEndpoint,
  insertEndpoint,
  type NewEndpoint,
  type OwnEndpoint,
  replaceSecret,
  updateEndpoint,
  type WebhookEndpoint,
} from "./endpoint-queries.ts";
import { openedBy, openSecretBox } from "./secret-box.ts";
import { newSigningSecret } from "./signing-secret.ts";

/** The endpoints that an account may have. */
const endpointsMax = 10;

/** The resources with which secrets are read and written. */
export type SecretResources = Pick<Resources, "db" | "config">;

/** @throws DomainError `webhook_endpoint_not_found` */
export function requireEndpoint<Found>(found: Found | null | undefined): Found {
  if (found === null || found === undefined) throw new DomainError("webhook_endpoint_not_found");
  return found;
}

/** An endpoint with its secret, which is shown this once. */
export interface CreatedEndpoint {
  readonly endpoint: WebhookEndpoint;
  readonly secret: string;
}

/**
 * Adds an address that is called when something happens.
 * @throws DomainError `callback_url_refused`, `webhook_endpoint_limit`
 */
export async function createEndpoint(
  resources: SecretResources & Pick<Resources, "mutex" | "outbound">,
  input: Omit<NewEndpoint, "id" | "url" | "sealedSecret"> & { readonly url: string },
): Promise<CreatedEndpoint> {
  const { userId } = input;
  const url = callbackUrl(resources.outbound, input.url, "url");
  const secret = newSigningSecret();
  const sealedSecret = (await openSecretBox(resources)).seal(secret);
  const id = randomUUID();
  const endpoint = await accountTransaction(resources, userId, async (trx) => {
    if ((await countEndpoints(trx, userId)) >= endpointsMax) {
      throw new DomainError("webhook_endpoint_limit", undefined, { endpoints_max: endpointsMax });
    }
    await insertEndpoint(trx, { ...input, id, url, sealedSecret });
    return requireEndpoint(await findEndpoint(trx, { endpointId: id, userId }));
  });
  return { endpoint, secret };
}

/** Changes an endpoint; enabling it again forgets its failures. @throws DomainError `callback_url_refused`, `webhook_endpoint_not_found` */
export async function changeEndpoint(
  { db, outbound }: Pick<Resources, "db" | "outbound">,
  own: OwnEndpoint,
  { url, ...change }: EndpointChange,
): Promise<WebhookEndpoint> {
  const address = url === undefined ? undefined : callbackUrl(outbound, url, "url");
  return requireEndpoint(await updateEndpoint(db, own, { ...change, url: address }));
}

/** Replaces the secret of an endpoint. @throws DomainError `webhook_endpoint_not_found` */
export async function rotateSecret(
  resources: SecretResources,
  own: OwnEndpoint,
  graceDays: number,
): Promise<{ readonly secret: string; readonly formerUntil: Date | null }> {
  const secret = newSigningSecret();
  const sealedSecret = (await openSecretBox(resources)).seal(secret);
  const { formerUntil } = requireEndpoint(await replaceSecret(resources.db, own, { sealedSecret, graceDays }));
  return { secret, formerUntil };
}

/** Sees to it that the account has the endpoint whose secret signs what goes to the addresses of single calls. */
export async function ensureDefaultEndpoint(resources: SecretResources, userId: string): Promise<void> {
  const { db } = resources;
  if ((await findDefault(db, userId)) !== undefined) return;
  const sealedSecret = (await openSecretBox(resources)).seal(newSigningSecret());
  const facts = { url: null, description: "", events: [], include: [] };
  await insertEndpoint(db, { ...facts, id: randomUUID(), userId, sealedSecret });
}

/** The secret that signs what goes to the addresses of single calls, which is made when it is asked for first, and where it cannot be read any more. */
export async function readDefaultSecret(
  resources: SecretResources,
  userId: string,
): Promise<{ readonly endpointId: string; readonly secret: string }> {
  await ensureDefaultEndpoint(resources, userId);
  const { id: endpointId, secret: sealed } = requireEndpoint(await findDefault(resources.db, userId));
  const opened = openedBy(await openSecretBox(resources), sealed);
  return { endpointId, secret: opened ?? (await rotateSecret(resources, { endpointId, userId }, 0)).secret };
}

const findDefault = (db: Db, userId: string) =>
  db
    .selectFrom("webhook_endpoints")
    .select(["id", "secret"])
    .where("user_id", "=", userId)
    .where("url", "is", null)
    .executeTakeFirst();
