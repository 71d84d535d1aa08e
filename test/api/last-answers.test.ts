import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { openRequestSequence } from "#src/api/request-sequence.ts";
import { openRawConnection } from "#test/support/raw-connection.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const { key, userId } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

const body = JSON.stringify({ text: "Hello." });
const speech = [
  ...["POST /v1/speech/synthesize HTTP/1.1", "Host: a", `X-API-Key: ${key}`, "Prefer: respond-async"],
  ...["Content-Type: application/json", `Content-Length: ${body.length}`, "", body],
].join("\r\n");

const lastAnswers = [
  [
    "of an expectation that is not met",
    "GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\n\r\n",
    /^HTTP\/1\.1 417 /,
  ],
  ["of a Host that is none", "GET /healthz HTTP/1.1\r\nHost: a/b\r\n\r\n", /^HTTP\/1\.1 400 /],
] as const;

for (const [title, sent, answer] of lastAnswers) {
  test.serial(`speech that is asked for behind the last answer of a connection, ${title}, is not made`, async (t) => {
    const { closed } = await openRawConnection(service.baseUrl, sent + speech.repeat(3));
    const answers = await closed;
    t.regex(answers, answer);
    t.is(answers.match(/HTTP\/1\.1 /g)?.length, 1);
    await sleep(300);
    const { db } = service.resources;
    t.deepEqual(await db.selectFrom("speech_requests").select("id").where("user_id", "=", userId).execute(), []);
  });
}

/** A server whose answer to /last says that it is the last one. */
async function startServer() {
  const served: string[] = [];
  const sequence = openRequestSequence({
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

test("what waits behind the last answer of a connection is dropped, and takes no place from others", async (t) => {
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

test("what comes later than the last answer of a connection is not served, though the caller keeps it open", async (t) => {
  const { served, baseUrl, close } = await startServer();
  t.teardown(close);
  const socket = connect({ port: Number(new URL(baseUrl).port), host: "127.0.0.1", allowHalfOpen: true });
  t.teardown(() => socket.destroy());
  socket.on("error", () => undefined);
  socket.write(get("/last"));
  await once(socket.resume(), "end");
  socket.write(get("/later"));
  await sleep(300);
  t.deepEqual(served, ["/last"]);
});
