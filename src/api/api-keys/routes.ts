import { jsonBody, noBody } from "#src/api/bodies/body.ts";
import { presentPage } from "#src/api/validation/page.ts";
import { accountRoute } from "#src/api/route.ts";
import { changeApiKey } from "#src/domain/api-keys/change-api-key.ts";
import { createApiKey } from "#src/domain/api-keys/create-api-key.ts";
import { listApiKeys } from "#src/domain/api-keys/queries.ts";
import { revokeApiKey } from "#src/domain/api-keys/revoke-api-key.ts";
import { rotateApiKey } from "#src/domain/api-keys/rotate-api-key.ts";
import { DomainError } from "#src/errors.ts";
import { presentApiKey, presentCreated, presentRevoked, presentRotated } from "./present.ts";
import {
  apiKeyAnswer,
  apiKeyPage,
  apiKeyBody,
  apiKeyChange,
  apiKeyListQuery,
  apiKeyParams,
  createdApiKey,
  revocationQuery,
  revokedApiKey,
  rotatedApiKey,
  rotationBody,
} from "./schemas.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const tag = "API keys";
/** An answer that holds a secret. */
const notToBeKept = { "Cache-Control": "no-store" };
const neverStored = { "Cache-Control": "`no-store`." };

/** @throws DomainError `api_key_not_found` */
function required(apiKeyId: string | null): string {
  if (apiKeyId === null) throw new DomainError("api_key_not_found");
  return apiKeyId;
}

const create = accountRoute(
  {
    method: "post",
    path: "/v1/api-keys",
    operationId: "apiKeys.create",
    tag,
    summary: "Create an API key",
    description:
      "The answer holds the secret, which is kept as a hash only and cannot be shown again. A key that is made with a " +
      "key has no scope that its creator lacks: asking for one is 403 `insufficient_scope`. It ends with its creator at the latest. A key with a " +
      "monthly limit, or one that was replaced, makes none: 403 `forbidden`.",
    access: "account",
    scope: "keys",
    params: noInput,
    query: noInput,
    body: jsonBody(apiKeyBody),
    responses: { 201: { description: "The key.", schema: createdApiKey, headers: neverStored } },
    errors: ["body_too_large", "api_key_limit"],
  },
  async ({ body }, creator, { resources }) => {
    const { apiKeysMax: maxLive, apiKeysPerDay: perDay } = resources.config.limits;
    const { monthly_credit_limit: monthlyCreditLimit, expires_in_days: expiresInDays, ...named } = body;
    const facts = { ...named, monthlyCreditLimit, expiresInDays };
    const made = await createApiKey(resources, { ...facts, userId: creator.userId, creator, maxLive, perDay });
    return { status: 201, headers: notToBeKept, data: presentCreated(made) };
  },
);

const list = accountRoute(
  {
    method: "get",
    path: "/v1/api-keys",
    operationId: "apiKeys.list",
    tag,
    summary: "List API keys",
    access: "account",
    scope: "keys",
    params: noInput,
    query: apiKeyListQuery,
    body: noBody,
    responses: { 200: { description: "One page.", schema: apiKeyPage } },
    errors: [],
  },
  async ({ query }, { userId }, { resources: { db } }) => {
    const { items, ...length } = await listApiKeys(db, { ...query, userId });
    return { status: 200, data: presentPage({ items: items.map(presentApiKey), ...length }, query) };
  },
);

const revoke = accountRoute(
  {
    method: "delete",
    path: "/v1/api-keys/{api_key_id}",
    operationId: "apiKeys.revoke",
    tag,
    summary: "Revoke an API key",
    description:
      "Every call that starts after the answer is refused. Revoking again changes nothing. Keys that were made with this " +
      "one go on working unless `descendants` is `true`; the answer tells how many there are. Any key may revoke itself. A key " +
      "revokes no other one that has a scope which it lacks (403 `insufficient_scope`) or that it was made with (403 `forbidden`), and " +
      "none while it has a monthly limit or was replaced.",
    access: "account",
    scope: "keys",
    params: apiKeyParams,
    query: revocationQuery,
    body: noBody,
    responses: { 200: { description: "The key is revoked.", schema: revokedApiKey } },
    errors: ["api_key_not_found"],
  },
  async ({ params, query }, creator, { resources }) => {
    const apiKeyId = required(params.api_key_id);
    const descendants = query.descendants === "true";
    const revocation = await revokeApiKey(resources, { apiKeyId, userId: creator.userId, creator, descendants });
    return { status: 200, data: presentRevoked(apiKeyId, revocation) };
  },
);

const change = accountRoute(
  {
    method: "patch",
    path: "/v1/api-keys/{api_key_id}",
    tag,
    operationId: "apiKeys.update",
    summary: "Limit an API key",
    description:
      "A call that would exceed the limit is 402 `monthly_limit_exceeded` and costs nothing. A key changes none " +
      "that has a scope which it lacks (403 `insufficient_scope`) or that it was made with (403 `forbidden`), and none while it has a " +
      "limit or was replaced.",
    access: "account",
    scope: "keys",
    params: apiKeyParams,
    query: noInput,
    body: jsonBody(apiKeyChange),
    responses: { 200: { description: "The key.", schema: apiKeyAnswer } },
    errors: ["body_too_large", "api_key_not_found"],
  },
  async ({ params, body }, creator, { resources }) => {
    const apiKeyId = required(params.api_key_id);
    const { monthly_credit_limit: monthlyCreditLimit } = body;
    const changed = await changeApiKey(resources, { apiKeyId, userId: creator.userId, creator, monthlyCreditLimit });
    return { status: 200, data: presentApiKey(changed) };
  },
);

const rotate = accountRoute(
  {
    method: "post",
    path: "/v1/api-keys/{api_key_id}/rotate",
    operationId: "apiKeys.rotate",
    tag,
    summary: "Rotate an API key",
    description:
      "With a grace period both keys work until it ends, and both count as live keys; without one the old key is " +
      "revoked at once. A key that is revoked, expired or replaced already cannot be replaced. The new key has the scopes " +
      "of the old one, its monthly limit and its expiry; a key cannot replace one that has a scope which it lacks, " +
      "that it was made with, or that works longer than itself, and none while it has a monthly limit or was replaced.",
    access: "account",
    scope: "keys",
    params: apiKeyParams,
    query: noInput,
    body: jsonBody(rotationBody),
    responses: { 201: { description: "The new key.", schema: rotatedApiKey, headers: neverStored } },
    errors: ["body_too_large", "api_key_not_found", "invalid_transition", "api_key_limit"],
  },
  async ({ params, body: { grace_period_days: graceDays } }, creator, { resources }) => {
    const apiKeyId = required(params.api_key_id);
    const { apiKeysMax: maxLive, apiKeysPerDay: perDay } = resources.config.limits;
    const made = await rotateApiKey(resources, {
      apiKeyId,
      userId: creator.userId,
      creator,
      graceDays,
      maxLive,
      perDay,
    });
    return { status: 201, headers: notToBeKept, data: presentRotated(made, apiKeyId) };
  },
);

/** Everything about API keys. */
export const apiKeyRoutes = [create, list, change, revoke, rotate];
