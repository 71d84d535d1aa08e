import { randomBytes } from "node:crypto";
import test from "ava";
import { demoCallerOf } from "#src/api/callers/demo-caller.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

test("callers of the demo are told apart by a secret of the installation, drawn at random", async (t) => {
  const nameOf = (address: string) => demoCallerOf({ address, resources: { db } }, null);
  const [one, other, again] = [await nameOf("192.0.2.1"), await nameOf("192.0.2.2"), await nameOf("192.0.2.1")];
  t.is(one, again);
  t.not(one, other);
  const secret = db.updateTable("installation_keys").set({ secret: randomBytes(32) });
  await secret.where("name", "=", "demo callers").execute();
  t.not(await nameOf("192.0.2.1"), one);
});
