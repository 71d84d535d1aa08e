import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import Koa from "koa";
import { observeRequest } from "#src/api/http/observe-request.ts";
import { openRawConnection } from "#harness/clients/raw-connection.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const open = await startService({ env: { CORS_ORIGINS: "*" } });
test.after.always(() => Promise.all([service, open].map((one) => one[Symbol.asyncDispose]())));

/** The number of requests without a route that were counted with a status. */
async function countOf(status: number): Promise<number> {
  const lines = (await open.resources.metrics.text()).split("\n");
  const found = lines.find((line) =>
    new RegExp(`^http_request_duration_seconds_count{.*route="none",status="${status}"}`).test(line),
  );
  return Number(found?.split(" ").at(-1) ?? 0);
}

for (const [title, { baseUrl }] of [
  ["by default", service],
  ["with other origins allowed", open],
] as const) {
  for (const address of ["http://[", "http://a:b/", "//[", "http://[/v1/voices"]) {
    test.serial(`an address that is none, ${address}, is not found, ${title}`, async (t) => {
      const head = [`GET ${address} HTTP/1.1`, "Host: a", "Origin: https://a.example", "Connection: close", "", ""];
      const { closed } = await openRawConnection(baseUrl, head.join("\r\n"));
      const answer = await closed;
      t.regex(answer, /^HTTP\/1\.1 404 /);
      t.true(answer.includes('"code":"not_found"'), answer);
      t.regex(answer, /^X-Request-Id: \S+\r$/im);
    });
  }
}

test.serial("a request is counted once, also where all that follows throws", async (t) => {
  const app = new Koa();
  app.silent = true;
  app.use((ctx, next) => observeRequest(ctx, next, open.resources));
  app.use(() => Promise.reject(new Error("broken")));
  const server = app.listen(0, "127.0.0.1");
  t.teardown(() => server.close());
  await once(server, "listening");
  const before = await countOf(500);
  const address = server.address();
  const response = await fetch(`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`);
  t.is(response.status, 500);
  await response.text();
  await sleep(100);
  t.is((await countOf(500)) - before, 1);
});
