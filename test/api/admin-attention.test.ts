import { randomUUID } from "node:crypto";
import test from "ava";
import { z } from "zod";
import { registerEngines } from "#src/domain/engines/register-engines.ts";
import { defaultEnginesOf } from "#src/domain/engines/default-engines.ts";
import { insertContact, insertWebhookEvent, makeAdmin } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const { resources } = service;
const { db } = resources;
const { key, userId } = await service.account();
await makeAdmin(resources, userId);
test.after.always(() => service[Symbol.asyncDispose]());

const read = async () =>
  (await service.call("GET", "/v1/admin/attention", { key })).data(z.record(z.string(), z.unknown()));
const nothing = { open_payment_events: 0, open_identity_events: 0, new_tickets: 0, engines_down: [] };

test.serial("an installation without open work needs no attention", async (t) => {
  t.deepEqual(await read(), nothing);
});

test.serial("open notifications, new tickets and engines that no worker has ready are counted", async (t) => {
  const processed = { processed_at: new Date() };
  await insertWebhookEvent(resources, { provider: "payment", status: "quarantined", ...processed });
  await insertWebhookEvent(resources, { provider: "payment", status: "failed", resolved_at: new Date(), ...processed });
  await insertWebhookEvent(resources, { provider: "identity", status: "failed", ...processed });
  await insertWebhookEvent(resources, { provider: "payment", status: "processed", ...processed });
  await insertContact(resources);
  const closed = await insertContact(resources);
  await db.updateTable("contact_submissions").set({ status: "closed" }).where("id", "=", closed).execute();
  const [down, restarted] = defaultEnginesOf("synthesis");
  if (down === undefined || restarted === undefined) return t.fail();
  const reason = "The model is missing.";
  await registerEngines({ db }, randomUUID(), [
    { manifest: down, state: "unavailable", reason },
    { manifest: restarted, state: "unavailable", reason },
  ]);
  await registerEngines({ db }, randomUUID(), [{ manifest: restarted, state: "ready" }]);
  t.deepEqual(await read(), {
    ...{ open_payment_events: 1, open_identity_events: 1, new_tickets: 1 },
    engines_down: [down.name],
  });
});
