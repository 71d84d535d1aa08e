import test from "ava";
import { startApi } from "#src/api/server.ts";
import { openClient } from "#harness/clients/client.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
test.after.always(() => service[Symbol.asyncDispose]());

test("a dependency is asked at most once a second, however many calls ask how it is", async (t) => {
  const { store } = service.resources;
  let checks = 0;
  const check = (): Promise<void> => {
    checks += 1;
    return store.check();
  };
  const api = await startApi({ ...service.resources, store: { ...store, check } });
  t.teardown(() => api.stop(2_000));
  const client = openClient(`http://127.0.0.1:${api.port}`);
  const begun = performance.now();
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(Array.from({ length: 40 }, () => client.call("GET", "/readyz")));
    t.true(answers.every(({ status }) => status === 200));
  }
  t.true(checks <= 1 + (performance.now() - begun) / 1000, `${checks} checks`);
});
