import { noBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { pageOf, presentPage } from "#src/api/validation/page.ts";
import { insertTestDelivery, listDeliveries, retryDelivery } from "#src/domain/callbacks/delivery-queries.ts";
import { findEndpoint } from "#src/domain/callbacks/endpoint-queries.ts";
import { requireEndpoint } from "#src/domain/callbacks/endpoints.ts";
import { DomainError } from "#src/errors.ts";
import { presentDelivery } from "./present.ts";
import { deliveryAnswer, deliveryParams, deliveryQuery, endpointParams } from "./schemas.ts";

const tag = "Webhook endpoints";

const list = accountRoute(
  {
    method: "get",
    path: "/v1/webhook-endpoints/{endpoint_id}/deliveries",
    operationId: "webhookEndpoints.listDeliveries",
    tag,
    summary: "List webhook deliveries",
    description:
      "Newest first. `payload` is the body without a transcript. The endpoint may also be that of `GET /v1/webhook-secret`, for the calls of " +
      "`callback_url`.",
    access: "account",
    scope: "keys",
    params: endpointParams,
    query: deliveryQuery,
    body: noBody,
    responses: {
      200: { description: "One page.", schema: pageOf(deliveryAnswer).meta({ id: "WebhookDeliveryPage" }) },
    },
    errors: ["webhook_endpoint_not_found"],
  },
  async ({ params: { endpoint_id: endpointId }, query }, { userId }, { resources: { db } }) => {
    requireEndpoint(await findEndpoint(db, { endpointId, userId }));
    const { items, ...length } = await listDeliveries(db, endpointId, query);
    return { status: 200, data: presentPage({ items: items.map(presentDelivery), ...length }, query) };
  },
);

const test = accountRoute(
  {
    method: "post",
    path: "/v1/webhook-endpoints/{endpoint_id}/test",
    operationId: "webhookEndpoints.test",
    tag,
    summary: "Send a test event",
    description:
      "The event is `webhook.test`, whatever the endpoint is called for. It is sent once: where it fails, it is not tried again, and the endpoint " +
      "does not count as failing. The list of calls tells how it went.",
    access: "account",
    scope: "keys",
    params: endpointParams,
    query: noInput,
    body: noBody,
    responses: { 202: { description: "The call is about to be made.", schema: deliveryAnswer } },
    errors: ["webhook_endpoint_not_found", "invalid_transition"],
    limit: "speech",
  },
  async ({ params: { endpoint_id: endpointId } }, { userId }, { resources: { db } }) => {
    const { state, url } = requireEndpoint(await findEndpoint(db, { endpointId, userId }));
    if (url === null) throw new DomainError("webhook_endpoint_not_found");
    if (state === "disabled") throw new DomainError("invalid_transition", "The endpoint is disabled. Enable it first.");
    return { status: 202, data: presentDelivery(await insertTestDelivery(db, { endpointId, userId })) };
  },
);

const retry = accountRoute(
  {
    method: "post",
    path: "/v1/webhook-deliveries/{delivery_id}/retry",
    operationId: "webhookDeliveries.retry",
    tag,
    summary: "Retry a webhook delivery",
    description: "Also one that was delivered. One that is being made stays as it is.",
    access: "account",
    scope: "keys",
    params: deliveryParams,
    query: noInput,
    body: noBody,
    responses: { 202: { description: "The call is about to be made.", schema: deliveryAnswer } },
    errors: ["webhook_delivery_not_found", "invalid_transition"],
    limit: "speech",
  },
  async ({ params: { delivery_id: deliveryId } }, { userId }, { resources: { db } }) => ({
    status: 202,
    data: presentDelivery(await retryDelivery(db, { deliveryId, userId })),
  }),
);

/** The log of endpoints. */
export const deliveryRoutes = [list, test, retry];
