import { jsonBody, noBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import type { TopUpPack } from "#src/config/top-ups.ts";
import { startTopUp } from "#src/domain/payments/start-top-up.ts";
import { checkoutReply, checkoutState, repeatedCheckout } from "./checkout-reply.ts";
import { checkoutAnswer } from "./schemas.ts";
import { packList, topUpBody } from "./top-up-schemas.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const path = "/v1/top-ups";
const facts = { tag: "Payments", access: "account", scope: "billing", path } as const;

const presentPack = ({ id, priceInr, ttsCredits, asrCredits }: TopUpPack) => ({
  pack_id: id,
  price_inr: priceInr,
  tts_credits: ttsCredits,
  asr_credits: asrCredits,
});

const list = accountRoute(
  {
    ...facts,
    method: "get",
    operationId: "topUps.list",
    summary: "List credit packs",
    params: noInput,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "All that are offered.", schema: packList } },
    errors: [],
  },
  (_input, _caller, { resources: { config } }) =>
    Promise.resolve({ status: 200, data: { items: config.topUps.packs.map(presentPack) } }),
);

const start = accountRoute(
  {
    ...facts,
    method: "post",
    operationId: "topUps.create",
    summary: "Buy a credit pack",
    description:
      "The credits are added once, soon after the order is paid, and do not expire. An open order for the pack at its " +
      "present price is answered again, with 200.",
    params: noInput,
    query: noInput,
    body: jsonBody(topUpBody),
    responses: {
      201: { description: "The new order.", schema: checkoutAnswer },
      200: { description: "The existing open order.", schema: checkoutAnswer },
    },
    errors: [
      ...(["body_too_large", "pack_not_found", "credits_limit"] as const),
      ...(["payment_provider_error", "payments_not_configured"] as const),
    ],
    repeat: {
      state: (id, context) => checkoutState(id, context),
      reply: (created, { context }) => repeatedCheckout(created, context, "pack_not_found"),
    },
  },
  async ({ body: { pack_id: packId } }, { userId }, context) => {
    const { resources, requestId, paymentClient: client } = context;
    const { packs } = resources.config.topUps;
    const order = await startTopUp({ db: resources.db, client, packs }, { userId, packId, requestId });
    return checkoutReply(context, order, order.request_id === requestId ? 201 : 200);
  },
);

/** Packs of permanent credits, and buying them. */
export const topUpRoutes = [list, start];
