import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { z } from "zod";
import { openAdminProgram } from "#test/support/admin-program.ts";
import { insertWebhookEvent } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());
const { admin, answered } = openAdminProgram({ DATABASE_URL: service.env["DATABASE_URL"] ?? "" });

const paymentEvent = z.strictObject({
  id: z.uuid(),
  event_id: z.string(),
  type: z.string(),
  order_id: z.string().nullable(),
  status: z.string(),
  received_at: z.iso.datetime(),
  detail: z.string().nullable(),
  resolved_at: z.iso.datetime().nullable(),
});
const paymentEventList = z.strictObject({ items: z.array(paymentEvent) });

test.serial(
  "payment-events lists the quarantined ones, newest first, or others, and nothing that the terminal would obey",
  async (t) => {
    const [quarantined, failed, ignored, foreign] = Array.from({ length: 4 }, () => randomUUID());
    for (const [id = "", facts] of [
      [quarantined, { status: "quarantined", subject: "order_1", detail: "The payment is 7 \u001b[2J." }],
      [failed, { status: "failed", subject: "order_2", detail: "It broke." }],
      [ignored, { status: "ignored", subject: null, detail: null }],
      [foreign, { status: "quarantined", subject: null, detail: null, provider: "identity" }],
    ] as const) {
      await sql`update webhook_events set received_at = received_at - interval '1 minute'`.execute(db);
      const event = { id, dedupe_key: id, event_id: `evt_${id}`, event_type: "order.paid", payload: "secret text" };
      await db
        .insertInto("webhook_events")
        .values({ provider: "payment", ...event, ...facts })
        .execute();
    }
    const list = async (...args: string[]) => (await answered(paymentEventList, ["payment-events", ...args])).items;
    t.like((await list())[0], {
      id: quarantined,
      event_id: `evt_${quarantined}`,
      type: "order.paid",
      order_id: "order_1",
    });
    const idsOfAll = (await list("--status", "all")).map(({ id }) => id);
    t.deepEqual(idsOfAll, [ignored, failed, quarantined]);
    t.deepEqual((await list("--status", "all", "--limit", "1")).length, 1);
    t.like(await list("--status", "failed"), [{ id: failed, detail: "It broke." }]);

    const { code, out } = await admin(["payment-events"]);
    const lines = out.trimEnd().split("\n");
    t.deepEqual([code, lines.length, lines[1]], [0, 2, "1 events."]);
    t.true(lines[0]?.startsWith(`${quarantined}  evt_${quarantined}  order.paid  order_1  quarantined  20`));
    t.true(lines[0]?.endsWith("  The payment is 7 \ufffd[2J."));
    t.deepEqual((await admin(["payment-events", "--status", "queued"])).out, "0 events.\n");
  },
);

test.serial("payment-events marks one as resolved permanently, after which only a filter shows it", async (t) => {
  const id = await insertWebhookEvent({ db }, { status: "failed", detail: "It broke." });
  const list = async (status: string) =>
    (await answered(paymentEventList, ["payment-events", "--status", status])).items.map((event) => event.id);
  t.deepEqual([(await list("failed")).includes(id), (await list("done")).includes(id)], [true, false]);
  const { code, out } = await admin(["payment-events", "--resolve", id]);
  t.is(code, 0);
  t.regex(out, new RegExp(`^${id} was resolved at 20.*Z\\.\n$`));
  t.deepEqual(await Promise.all(["failed", "done", "all"].map(async (status) => (await list(status)).includes(id))), [
    false,
    true,
    true,
  ]);
  const again = await answered(paymentEvent, ["payment-events", "--resolve", id]);
  t.true(out.includes(again.resolved_at ?? "never"));
  t.regex((await admin(["payment-events", "--status", "done"])).out, /It broke\. {2}\(resolved at 20/);
  t.deepEqual(await db.selectFrom("webhook_events").select(["status", "resolved_by"]).where("id", "=", id).execute(), [
    { status: "failed", resolved_by: null },
  ]);
  const processed = await insertWebhookEvent({ db }, { status: "processed" });
  t.is((await admin(["payment-events", "--resolve", processed])).err, "This change of status is not allowed.\n");
  t.is((await admin(["payment-events", "--resolve", randomUUID()])).err, "Webhook event not found.\n");
  t.is((await admin(["payment-events", "--resolve", "7"])).code, 2);
});
