import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import test, { type ExecutionContext } from "ava";
import type { KyselyPlugin, PluginTransformQueryArgs } from "kysely";
import { WebSocket, WebSocketServer } from "ws";
import { z } from "zod";
import { freePort } from "#harness/servers/backing-services.ts";
import { chargesOf, heldOf } from "#harness/payments/credits.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { createMultiStreamCodec } from "#src/api/dialects/elevenlabs/multi-stream-codec.ts";
import { createSpeakCodec } from "#src/api/dialects/deepgram/speak-codec.ts";
import { createChunkReader } from "#src/api/results/chunk-reader.ts";
import { openSpeaking, type SpeakingWish } from "#src/api/sockets/open-speaking.ts";
import { openEngineDirectory } from "#src/domain/engines/engine-directory.ts";
import { DomainError } from "#src/errors.ts";
import { openTtlCache } from "#src/platform/async/ttl-cache.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["synthesis"] });
const { resources } = service;
test.after.always(() => service[Symbol.asyncDispose]());

type Query = PluginTransformQueryArgs["node"];

/** A database that fails by this error, once, at the query of this number after `begin`, the first being 1. */
function createFault(failure: Error, isMeant: (node: Query) => boolean, number = 1): KyselyPlugin & { begin(): void } {
  let left = Infinity;
  return {
    begin: () => (left = number),
    transformQuery: ({ node }) => {
      if (!isMeant(node)) return node;
      left -= 1;
      if (left !== 0) return node;
      left = Infinity;
      throw failure;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
}

const outage = Object.assign(new Error("Connection terminated unexpectedly"), { code: "ECONNRESET" });
const isLookUp = (node: Query): boolean =>
  node.kind === "SelectQueryNode" && JSON.stringify(node.from).includes("speech_requests");
const isNote = (node: Query): boolean =>
  node.kind === "UpdateQueryNode" && JSON.stringify(node).includes('"delivered"');

/** Opens a socket that speaks, in this process, on a database with faults. */
async function openOn(t: ExecutionContext, plugins: readonly KyselyPlugin[], given: Partial<SpeakingWish> = {}) {
  const { userId } = await service.account();
  const db = plugins.reduce((all, plugin) => all.withPlugin(plugin), resources.db);
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
    ...{ spoken: () => spoken, ...given },
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

const spoken = { voice: { name: "alloy", aliases: { alloy: "alloy" } }, options: { format: "pcm" } } as const;

test("an outage in the first look at a part ends the session, and what is not heard costs nothing", async (t) => {
  const fault = createFault(outage, isLookUp);
  const { client, userId, requestId } = await openOn(t, [fault]);
  fault.begin();
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

test("a part that fails while it sounds ends, and only what was sent is charged", async (t) => {
  const fault = createFault(new Error("This note cannot be written."), isNote, 2);
  const { client, userId, requestId } = await openOn(t, [fault]);
  fault.begin();
  const text = Array.from({ length: 40 }, (_, index) => `This is sentence number ${index + 10} of forty. `).join("");
  const closed = once(client, "close");
  client.send(JSON.stringify({ type: "Speak", text }));
  client.send(JSON.stringify({ type: "Flush" }));
  t.is((await closed)[0], 1011);
  const ended = resources.db.selectFrom("speech_requests").select("id").where("id", "=", requestId);
  while ((await ended.where("finished_at", "is not", null).executeTakeFirst()) === undefined);
  t.is(await heldOf(resources, userId), 0);
  const [credits = 0, ...others] = (await chargesOf(resources, userId)).map((charge) => charge[1]);
  t.deepEqual(others, []);
  t.true(credits > 0 && credits < text.length / 2, `${credits}`);
});

test("a message that its protocol fails to read ends its session alone", async (t) => {
  const codec = createSpeakCodec({ requestId: randomUUID(), model: "aura" });
  const read = (): never => {
    throw new RangeError("Maximum call stack size exceeded");
  };
  const { client, userId } = await openOn(t, [], { codec: { ...codec, read } });
  const closed = once(client, "close");
  client.send("{}");
  t.is((await closed)[0], 1011);
  t.is(await heldOf(resources, userId), 0);
});

test("one of several texts that cannot be spoken ends alone, and its name is free again", async (t) => {
  const { client } = await openOn(t, [], {
    ...{ codec: createMultiStreamCodec(), textsMax: 2 },
    spoken: (speed) => {
      if (speed === 2) throw new DomainError("concurrency_limited");
      return spoken;
    },
  });
  const messages: Record<string, unknown>[] = [];
  client.on("message", (data: Buffer) => messages.push(z.looseObject({}).parse(JSON.parse(data.toString()))));
  const of = (context: string) => messages.filter(({ contextId }) => contextId === context);
  const say = (context_id: string, message: object): void => client.send(JSON.stringify({ context_id, ...message }));
  const until = async (context: string, count: number): Promise<void> => {
    while (of(context).filter(({ isFinal }) => isFinal === true).length < count) await once(client, "message");
  };
  say("refused", { text: "Too fast.", flush: true, voice_settings: { speed: 2 } });
  await until("refused", 1);
  t.like(of("refused"), [{ error: "too_many_concurrent_requests" }, { isFinal: true }]);
  for (const context of ["spoken", "refused"]) {
    say(context, { text: "Good morning.", flush: true });
    say(context, { close_context: true });
  }
  await Promise.all([until("spoken", 1), until("refused", 2)]);
  for (const context of ["spoken", "refused"]) t.true(of(context).some(({ audio }) => typeof audio === "string"));
  const closed = once(client, "close");
  say("any", { close_socket: true });
  t.is((await closed)[0], 1000);
});
