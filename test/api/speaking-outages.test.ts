import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import test, { type ExecutionContext } from "ava";
import type { KyselyPlugin } from "kysely";
import { WebSocket, WebSocketServer } from "ws";
import { freePort } from "#harness/servers/backing-services.ts";
import { chargesOf, heldOf } from "#harness/payments/credits.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { createSpeakCodec } from "#src/api/dialects/deepgram/speak-codec.ts";
import { createChunkReader } from "#src/api/results/chunk-reader.ts";
import { openSpeaking } from "#src/api/sockets/open-speaking.ts";
import { openEngineDirectory } from "#src/domain/engines/engine-directory.ts";
import { openTtlCache } from "#src/platform/async/ttl-cache.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["synthesis"] });
const { resources } = service;
test.after.always(() => service[Symbol.asyncDispose]());

/** An outage of the database when a request is looked up for the first time after `begin`. */
function createOutage(): KyselyPlugin & { begin(): void } {
  let isDue = false;
  return {
    begin: () => (isDue = true),
    transformQuery: ({ node }) => {
      const isLookUp = node.kind === "SelectQueryNode" && JSON.stringify(node.from).includes("speech_requests");
      if (!isLookUp || !isDue) return node;
      isDue = false;
      throw Object.assign(new Error("Connection terminated unexpectedly"), { code: "ECONNRESET" });
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
}

/** Opens a socket that speaks, in this process, on a database with outages. */
async function openOn(t: ExecutionContext, plugin: KyselyPlugin) {
  const { userId } = await service.account();
  const db = resources.db.withPlugin(plugin);
  const engines = openEngineDirectory({ ...resources, answers: openTtlCache(), ages: resources.config.jobs });
  const caller: Caller = {
    ...{ userId, accountRole: "user", role: "user", scopes: ["speech"], source: "web" },
    ...{ apiKeyId: null, isTemporary: false, token: null, sessionId: null },
  };
  const requestId = randomUUID();
  const context = {
    ...{ resources: { ...resources, db }, engines, chunks: createChunkReader(resources), requestId },
    ...{ authorization: "", queryString: "", params: {} },
    sessions: { add: () => undefined, speakingFor: () => 0 },
  };
  const opened = await openSpeaking(context, caller, {
    ...{ codec: createSpeakCodec({ requestId, model: "aura" }), longest: 2_000, idleMs: null, waitMs: 20_000 },
    spoken: () => ({ voice: { name: "alloy", aliases: { alloy: "alloy" } }, options: { format: "pcm" } }),
  });
  const port = await freePort();
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  new WebSocketServer({ server }).on("connection", (socket) => opened.attach(socket));
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  await once(client, "open");
  t.teardown(() => server.close());
  return { client, userId, requestId };
}

test("an outage in the first look at a part ends the session, and what is not heard costs nothing", async (t) => {
  const outage = createOutage();
  const { client, userId, requestId } = await openOn(t, outage);
  outage.begin();
  const closed = once(client, "close");
  client.send(JSON.stringify({ type: "Speak", text: "This is spoken, and not heard." }));
  client.send(JSON.stringify({ type: "Flush" }));
  t.is((await closed)[0], 1012);
  const ended = resources.db.selectFrom("speech_requests").select(["status", "credits"]).where("id", "=", requestId);
  while ((await ended.where("finished_at", "is not", null).executeTakeFirst()) === undefined);
  t.is(await heldOf(resources, userId), 0);
  t.deepEqual(await chargesOf(resources, userId), []);
  t.like(await ended.executeTakeFirst(), { status: "failed" });
});
