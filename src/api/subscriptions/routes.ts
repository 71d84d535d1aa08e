import { jsonBody, noBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { previewCheckout } from "#src/domain/payments/preview-checkout.ts";
import { listPlansPaidAhead, startCheckout } from "#src/domain/payments/start-checkout.ts";
import { cancelCurrentSubscription } from "#src/domain/subscriptions/cancel-current-subscription.ts";
import { findLiveSubscription } from "#src/domain/subscriptions/queries.ts";
import { DomainError } from "#src/errors.ts";
import { checkoutReply, checkoutState, repeatedCheckout } from "./checkout-reply.ts";
import { presentPreview, presentSubscription } from "./present.ts";
import { checkoutAnswer, previewAnswer, previewQuery, subscriptionAnswer, subscriptionBody } from "./schemas.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const tag = "Subscriptions";
const path = "/v1/subscriptions/current";
const made = 201;
const found = 200;

const start = accountRoute(
  {
    method: "post",
    path: "/v1/subscriptions",
    operationId: "subscriptions.create",
    tag,
    summary: "Subscribe to a plan",
    description:
      "The plan begins, or follows what is paid, when the order is paid: see the preview. It does not renew by itself. An open order for the " +
      "plan at its present price is answered again, with 200.",
    access: "account",
    scope: "billing",
    params: noInput,
    query: noInput,
    body: jsonBody(subscriptionBody),
    responses: {
      201: { description: "The new order.", schema: checkoutAnswer },
      200: { description: "The existing open order.", schema: checkoutAnswer },
    },
    errors: [
      ...(["body_too_large", "plan_not_found", "plan_not_purchasable", "subscription_exists"] as const),
      ...(["payment_provider_error", "payments_not_configured"] as const),
    ],
    repeat: {
      state: (id, context) => checkoutState(id, context),
      reply: (created, { context }) => repeatedCheckout(created, context, "plan_not_found"),
    },
  },
  async ({ body: { plan_id: planId } }, { userId }, context) => {
    const { resources, requestId, paymentClient: client } = context;
    const order = await startCheckout({ db: resources.db, client }, { userId, planId, requestId });
    return checkoutReply(context, order, order.request_id === requestId ? made : found);
  },
);

const preview = accountRoute(
  {
    method: "get",
    path: "/v1/subscriptions/preview",
    operationId: "subscriptions.getPreview",
    tag,
    summary: "Preview a plan change",
    description:
      "What is due, when the plan begins, and which credits remain, are carried over or end, as if it were paid now. It " +
      "changes nothing, and is refused as the checkout is.",
    access: "account",
    scope: "billing",
    params: noInput,
    query: previewQuery,
    body: noBody,
    responses: { 200: { description: "What would happen.", schema: previewAnswer } },
    errors: ["plan_not_found", "plan_not_purchasable", "subscription_exists"],
  },
  async ({ query: { plan_id: planId } }, { userId }, { resources }) => ({
    status: 200,
    data: presentPreview(await previewCheckout(resources, { userId, planId })),
  }),
);

const show = accountRoute(
  {
    method: "get",
    path,
    operationId: "subscriptions.getCurrent",
    tag,
    summary: "Get the subscription",
    access: "account",
    scope: "billing",
    params: noInput,
    query: noInput,
    body: noBody,
    responses: {
      200: { description: "It is active, past due, or cancelled and still running.", schema: subscriptionAnswer },
    },
    errors: ["subscription_not_found"],
  },
  async (_input, { userId }, { resources: { db } }) => {
    const subscription = await findLiveSubscription(db, userId);
    if (subscription === null) throw new DomainError("subscription_not_found");
    return { status: 200, data: presentSubscription(subscription, await listPlansPaidAhead(db, subscription)) };
  },
);

const cancel = accountRoute(
  {
    method: "delete",
    path,
    operationId: "subscriptions.cancelCurrent",
    tag,
    summary: "Cancel the subscription",
    description: "It can be used until then. A subscription that is past due ends at once.",
    access: "account",
    scope: "billing",
    params: noInput,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "The subscription is cancelled.", schema: subscriptionAnswer } },
    errors: ["subscription_not_found"],
  },
  async (_input, { userId }, { resources }) => {
    const subscription = await cancelCurrentSubscription(resources, userId);
    return { status: 200, data: presentSubscription(subscription, []) };
  },
);

/** The routes of the subscription of an account. */
export const subscriptionRoutes = [start, preview, show, cancel];
