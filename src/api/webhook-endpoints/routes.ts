import { jsonBody, noBody } from "#src/api/bodies/body.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { accountRoute } from "#src/api/route.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { requireScopes } from "#src/domain/api-keys/key-scopes.ts";
import { deleteEndpoint, findEndpoint, listEndpoints } from "#src/domain/callbacks/endpoint-queries.ts";
import {
  changeEndpoint,
  createEndpoint,
  readDefaultSecret,
  requireEndpoint,
  rotateSecret,
} from "#src/domain/callbacks/endpoints.ts";
import { DomainError } from "#src/errors.ts";
import { deliveryRoutes } from "./delivery-routes.ts";
import { presentEndpoint } from "./present.ts";
import {
  createdEndpoint,
  defaultSecret,
  deletedEndpoint,
  endpointAnswer,
  endpointBody,
  endpointChange,
  endpointList,
  endpointParams,
  rotatedSecret,
  rotationBody,
} from "./schemas.ts";

const tag = "Webhook endpoints";
/** An answer that holds a secret. */
const notToBeKept = { "Cache-Control": "no-store" };
const neverStored = { "Cache-Control": "`no-store`." };

/** A caller who has transcripts sent must be allowed to read them. @throws DomainError `insufficient_scope` */
function requireReading({ scopes }: Caller, include: readonly string[] = []): void {
  if (include.includes("transcript")) requireScopes(scopes, ["speech"]);
}

const create = accountRoute(
  {
    method: "post",
    path: "/v1/webhook-endpoints",
    operationId: "webhookEndpoints.create",
    tag,
    summary: "Create a webhook endpoint",
    description:
      "Its address gets a POST for each event, signed by [Standard Webhooks](https://www.standardwebhooks.com) with the secret of the answer. An " +
      "account may have ten.",
    access: "account",
    scope: "keys",
    params: noInput,
    query: noInput,
    body: jsonBody(endpointBody),
    responses: { 201: { description: "The endpoint.", schema: createdEndpoint, headers: neverStored } },
    errors: ["body_too_large", "callback_url_refused", "webhook_endpoint_limit"],
  },
  async ({ body }, caller, { resources }) => {
    requireReading(caller, body.include);
    const { endpoint, secret } = await createEndpoint(resources, { ...body, userId: caller.userId });
    return { status: 201, headers: notToBeKept, data: { ...presentEndpoint(endpoint), secret } };
  },
);

const list = accountRoute(
  {
    method: "get",
    path: "/v1/webhook-endpoints",
    operationId: "webhookEndpoints.list",
    tag,
    summary: "List webhook endpoints",
    access: "account",
    scope: "keys",
    params: noInput,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "All of them.", schema: endpointList } },
    errors: [],
  },
  async (_input, { userId }, { resources: { db } }) => ({
    status: 200,
    data: { items: (await listEndpoints(db, userId)).map(presentEndpoint) },
  }),
);

const show = accountRoute(
  {
    method: "get",
    path: "/v1/webhook-endpoints/{endpoint_id}",
    operationId: "webhookEndpoints.get",
    tag,
    summary: "Get a webhook endpoint",
    access: "account",
    scope: "keys",
    params: endpointParams,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "The endpoint.", schema: endpointAnswer } },
    errors: ["webhook_endpoint_not_found"],
  },
  async ({ params: { endpoint_id: endpointId } }, { userId }, { resources: { db } }) => {
    const endpoint = await findEndpoint(db, { endpointId, userId });
    return { status: 200, data: presentEndpoint(requireEndpoint(endpoint?.url === null ? null : endpoint)) };
  },
);

const change = accountRoute(
  {
    method: "patch",
    path: "/v1/webhook-endpoints/{endpoint_id}",
    operationId: "webhookEndpoints.update",
    tag,
    summary: "Update a webhook endpoint",
    access: "account",
    scope: "keys",
    params: endpointParams,
    query: noInput,
    body: jsonBody(endpointChange),
    responses: { 200: { description: "The endpoint.", schema: endpointAnswer } },
    errors: ["body_too_large", "callback_url_refused", "webhook_endpoint_not_found"],
  },
  async ({ params: { endpoint_id: endpointId }, body }, caller, { resources }) => {
    const own = { endpointId, userId: caller.userId };
    const isSentElsewhere = body.url !== undefined || body.state === "enabled";
    const kept = isSentElsewhere ? (await findEndpoint(resources.db, own))?.include : undefined;
    requireReading(caller, body.include ?? kept);
    const changed = await changeEndpoint(resources, own, body);
    return { status: 200, data: presentEndpoint(changed) };
  },
);

const remove = accountRoute(
  {
    method: "delete",
    path: "/v1/webhook-endpoints/{endpoint_id}",
    operationId: "webhookEndpoints.delete",
    tag,
    summary: "Delete a webhook endpoint",
    description: "No call is taken up after the answer; one that is being made ends.",
    access: "account",
    scope: "keys",
    params: endpointParams,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "It is deleted.", schema: deletedEndpoint } },
    errors: ["webhook_endpoint_not_found"],
  },
  async ({ params: { endpoint_id: endpointId } }, { userId }, { resources: { db } }) => {
    const isDeleted = await deleteEndpoint(db, { endpointId, userId });
    if (!isDeleted) throw new DomainError("webhook_endpoint_not_found");
    return { status: 200, data: { endpoint_id: endpointId, deleted: true } };
  },
);

const rotate = accountRoute(
  {
    method: "post",
    path: "/v1/webhook-endpoints/{endpoint_id}/rotate",
    operationId: "webhookEndpoints.rotate",
    tag,
    summary: "Rotate a webhook secret",
    description:
      "Until the grace period ends every call has the signatures of both. The endpoint may also be that of `GET /v1/webhook-secret`.",
    access: "account",
    scope: "keys",
    params: endpointParams,
    query: noInput,
    body: jsonBody(rotationBody),
    responses: { 201: { description: "The new secret.", schema: rotatedSecret, headers: neverStored } },
    errors: ["body_too_large", "webhook_endpoint_not_found"],
  },
  async ({ params: { endpoint_id: endpointId }, body }, { userId }, { resources }) => {
    const { secret, formerUntil } = await rotateSecret(resources, { endpointId, userId }, body.grace_period_days);
    const data = { endpoint_id: endpointId, secret, former_secret_until: formerUntil?.toISOString() ?? null };
    return { status: 201, headers: notToBeKept, data };
  },
);

const showSecret = accountRoute(
  {
    method: "get",
    path: "/v1/webhook-secret",
    operationId: "webhookSecret.get",
    tag,
    summary: "Get the callback secret",
    description: "It is made when it is needed first.",
    access: "account",
    scope: "keys",
    params: noInput,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "The secret.", schema: defaultSecret, headers: neverStored } },
    errors: [],
  },
  async (_input, { userId }, { resources }) => {
    const { endpointId, secret } = await readDefaultSecret(resources, userId);
    return { status: 200, headers: notToBeKept, data: { endpoint_id: endpointId, secret } };
  },
);

/** Everything about the addresses of customers. */
export const webhookEndpointRoutes = [create, list, show, change, remove, rotate, showSecret, ...deliveryRoutes];
