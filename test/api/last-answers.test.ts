import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { createRequestSequence } from "#src/api/http/request-sequence.ts";
import { openRawConnection } from "#harness/clients/raw-connection.ts";
import { insertSpoken } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const { key, userId } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

const lastAnswers = [
  [
    "of an expectation that is not met",
    "GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\n\r\n",
    /^HTTP\/1\.1 417 /,
  ],
  ["of a Host that is none", "GET /healthz HTTP/1.1\r\nHost: a/b\r\n\r\n", /^HTTP\/1\.1 400 /],
] as const;

for (const [title, sent, answer] of lastAnswers) {
  test(`what is asked for behind the last answer of a connection, ${title}, is not done`, async (t) => {
    const ids = await Promise.all(Array.from({ length: 3 }, () => insertSpoken(service.resources, userId)));
    const behind = ids.map((id) => `DELETE /v1/speech/requests/${id} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n\r\n`);
    const { closed } = await openRawConnection(service.baseUrl, sent + behind.join(""));
    const answers = await closed;
    t.regex(answers, answer);
    t.is(answers.match(/HTTP\/1\.1 /g)?.length, 1);
    await sleep(500);
    const statuses = ids.map(async (id) => (await service.call("GET", `/v1/speech/requests/${id}`, { key })).status);
    t.deepEqual(await Promise.all(statuses), [200, 200, 200]);
  });
}

/** A server whose answer to /last says that it is the last one. */
async function startServer() {
  const served: string[] = [];
  const sequence = createRequestSequence({
    serve: (request, response) => {
      served.push(request.url ?? "");
      if (request.url === "/last") response.setHeader("Connection", "close");
      response.end("ok");
    },
    refuse: (_error, socket) => socket.destroy(),
  });
  const server = createServer(sequence.add).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  return { served, baseUrl: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

test("requests behind the last answer of a connection are dropped, and take no slot from others", async (t) => {
  const { served, baseUrl, close } = await startServer();
  t.teardown(close);
  // More than may wait on all connections together.
  for (let round = 0; round < 6; round += 1) {
    const { closed } = await openRawConnection(baseUrl, get("/last") + get("/behind").repeat(2_000));
    t.is((await closed).match(/HTTP\/1\.1 /g)?.length, 1);
  }
  t.deepEqual(new Set(served), new Set(["/last"]));
  const { socket, closed } = await openRawConnection(baseUrl, get("/one") + get("/two") + get("/last"));
  t.is((await closed).match(/HTTP\/1\.1 200 /g)?.length, 3);
  socket.destroy();
});
