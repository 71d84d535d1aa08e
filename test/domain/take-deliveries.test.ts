import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { takeDeliveries } from "#src/domain/callbacks/take-deliveries.ts";
import { insertWebhookEndpoint } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const { resources } = service;
const { db } = resources;
test.after.always(() => service[Symbol.asyncDispose]());

/** A form that the API process does not know, so that it takes none of these. */
const form = "of the tests";

async function endpointsOf(count: number): Promise<readonly string[]> {
  const { userId } = await service.account();
  const ids: string[] = [];
  while (ids.length < count) ids.push(await insertWebhookEndpoint(resources, userId));
  return ids;
}

/** Deliveries that are due for so many seconds. */
const plant = (endpointId: string, count: number, seconds: number) =>
  db
    .insertInto("webhook_deliveries")
    .values(
      Array.from({ length: count }, () => ({
        ...{
          id: randomUUID(),
          endpoint_id: endpointId,
          event_id: randomUUID(),
          type: "webhook.test",
          payload: "{}",
          form,
        },
        next_at: sql<Date>`now() - make_interval(secs => ${seconds})`,
      })),
    )
    .execute();

const taken = async (all: number, failing = all): Promise<readonly string[]> =>
  (await takeDeliveries(db, { all, failing, forms: [form] })).map(({ endpointId }) => endpointId);

test.serial("accounts take turns, whatever waits for longer and at however many endpoints", async (t) => {
  const many = await endpointsOf(3);
  const [single = ""] = await endpointsOf(1);
  for (const id of many) await plant(id, 10, 600);
  await plant(single, 1, 1);
  const first = await taken(6);
  t.is(first.length, 6);
  t.true(first.includes(single));
  await plant(single, 2, 1);
  t.deepEqual(await taken(2), [single, single], "the account with the fewest calls in progress is next");
  t.is((await taken(100)).length, 3 * 4 - 5, "no endpoint has more than four");
  await db
    .deleteFrom("webhook_endpoints")
    .where("id", "in", [...many, single])
    .execute();
});

test.serial("forms that a process does not know are left to others", async (t) => {
  const [one = ""] = await endpointsOf(1);
  await plant(one, 1, 1);
  t.deepEqual(await takeDeliveries(db, { all: 4, failing: 4, forms: ["another"] }), []);
  t.deepEqual(await taken(4), [one]);
});
