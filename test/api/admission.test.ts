import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import { randomUUID } from "node:crypto";
import test from "ava";
import { admit } from "#src/api/callers/admit.ts";
import { receive } from "#src/api/callers/received-call.ts";
import { statusOf } from "#src/api/errors.ts";
import { createBlockedCallers } from "#src/api/limits/blocked-callers.ts";
import { countCall, limitOf } from "#src/api/limits/rate-limits.ts";
import { DomainError } from "#src/errors.ts";
import { openRateLimiter } from "#src/platform/rate-limiter.ts";
import { newKey } from "#harness/service/account.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ env: { SPEECH_PER_MINUTE: "1" } });
const { db, config, log } = service.resources;
const limiter = await openRateLimiter({ redis: config.redis, db, prefix: config.queuePrefix, log });
const context = { resources: service.resources, identityProvider: null, limiter, blocked: createBlockedCallers() };
const route = { access: "account", scope: "speech", limit: "speech", bodyDocument: null } as const;

/** Admits a call by the steps of every call, without Koa. @returns the account behind it */
async function admitted(message: IncomingMessage): Promise<string> {
  const identity = { requestId: randomUUID(), signal: new AbortController().signal };
  const call = receive(message, identity, service.resources);
  const caller = await admit(call, route, context);
  await countCall({ call, caller, limit: limitOf(route) }, context);
  return `${caller?.userId} ${call.answer.counted?.remaining}`;
}

const sockets = createServer().on("upgrade", (message, socket) => {
  void admitted(message).then(
    (account) =>
      socket.end(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nX-Admitted: ${account}\r\n\r\n`),
    (error: unknown) =>
      socket.end(`HTTP/1.1 ${error instanceof DomainError ? statusOf(error.code) : 500} Refused\r\n\r\n`),
  );
});
await once(sockets.listen(0, "127.0.0.1"), "listening");
test.after.always(async () => {
  sockets.close();
  limiter.close();
  await service[Symbol.asyncDispose]();
});

/** Asks for a WebSocket. @returns the status, and what the server says of an admitted caller */
async function upgrade(headers: Readonly<Record<string, string>>): Promise<readonly [number | undefined, unknown]> {
  const address = sockets.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const handshake = { Connection: "Upgrade", Upgrade: "websocket", ...headers };
  const asked = request({ host: "127.0.0.1", port, path: "/v1/speech/live", headers: handshake }).end();
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  asked.once("upgrade", resolve).once("response", resolve).once("error", reject);
  const { statusCode, headers: told } = await promise;
  return [statusCode, told["x-admitted"]];
}

test("a WebSocket is admitted by the steps of every call: credential, scope and limit", async (t) => {
  const { userId, key } = await service.account();
  t.deepEqual(await upgrade({}), [401, undefined]);
  t.deepEqual(await upgrade({ "X-API-Key": "sk_unknown" }), [401, undefined]);
  const otherKey = await newKey(service.resources, userId, ["usage"]);
  t.deepEqual(await upgrade({ Authorization: `Bearer ${otherKey}` }), [403, undefined]);
  t.deepEqual(await upgrade({ Authorization: `Bearer ${key}` }), [101, `${userId} 0`]);
  t.deepEqual(await upgrade({ Authorization: `Bearer ${key}` }), [429, undefined]);
});
