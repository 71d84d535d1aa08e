import Router from "@koa/router";
import type { Context, Next } from "koa";
import type { PaymentsConfig } from "#src/config.ts";
import type { Pool } from "#sandbox/database.ts";
import { readJson } from "#sandbox/request-body.ts";
import { changeDelivery, delivery, readDelivery } from "./delivery.ts";
import { orderEntity, paymentEntity, refundEntity } from "./entities.ts";
import { parseInput } from "./input.ts";
import { createOrder, findOrder, listPayments, newOrder } from "./orders.ts";
import { ProviderError, unknownId } from "./provider-error.ts";
import { newRefund, refundPayment } from "./refund-payment.ts";
import type { Order } from "./rows.ts";
import { isAuthorized } from "./signatures.ts";

interface Api {
  readonly pool: Pool;
  readonly payments: PaymentsConfig;
  /** Called when there may be something to tell. */
  readonly onChange: () => void;
}

/** Routes that the service calls with its key, and those by which a tester changes deliveries. */
export const apiRoutes = ({ pool, payments, onChange }: Api): Router =>
  new Router()
    .use(["/v1/orders", "/v1/payments", "/sandbox"], (ctx, next) => requireKey(ctx, next, payments))
    .post("/v1/orders", async (ctx) => {
      ctx.body = orderEntity(await createOrder(pool, parseInput(newOrder, await readJson(ctx.req))));
    })
    .get("/v1/orders/:id", async (ctx) => {
      ctx.body = orderEntity(await orderOf(ctx.params["id"], pool));
    })
    .get("/v1/orders/:id/payments", async (ctx) => {
      const items = (await listPayments(pool, (await orderOf(ctx.params["id"], pool)).id)).map(paymentEntity);
      ctx.body = { entity: "collection", count: items.length, items };
    })
    .post("/v1/payments/:id/refund", async (ctx) => {
      const asked = parseInput(newRefund, (await readJson(ctx.req)) ?? {});
      ctx.body = refundEntity(await refundPayment(pool, idOf(ctx.params["id"], /^pay_[A-Za-z0-9]{14}$/), asked));
      onChange();
    })
    .get("/sandbox/webhooks", async (ctx) => {
      ctx.body = await readDelivery(pool);
    })
    .put("/sandbox/webhooks", async (ctx) => {
      const wanted = parseInput(delivery, await readJson(ctx.req));
      await changeDelivery(pool, wanted);
      ctx.body = wanted;
    });

async function requireKey(ctx: Context, next: Next, payments: PaymentsConfig): Promise<void> {
  if (isAuthorized(ctx.get("authorization"), payments)) {
    await next();
    return;
  }
  ctx.set("www-authenticate", 'Basic realm="sandbox"');
  throw new ProviderError(401, "Authentication failed");
}

async function orderOf(id: string | undefined, pool: Pool): Promise<Order> {
  const order = await findOrder(pool, idOf(id, /^order_[A-Za-z0-9]{14}$/));
  if (order === null) throw unknownId();
  return order;
}

/** A text without the form of an id names nothing. */
function idOf(id: string | undefined, form: RegExp): string {
  if (id === undefined || !form.test(id)) throw unknownId();
  return id;
}
