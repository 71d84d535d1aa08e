import { once } from "node:events";
import test, { type ExecutionContext } from "ava";
import { DeepgramClient } from "@deepgram/sdk";
import { openSocket, type SocketClient, trySocket } from "#harness/clients/socket-client.ts";
import { chargesOf, heldOf, setBalance } from "#harness/payments/credits.ts";
import { uuidOf } from "#src/domain/stable-uuid.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({
  workers: ["synthesis"],
  env: { LIVE_CONCURRENCY: "3", LIVE_PER_MINUTE: "10000", SPEECH_CONCURRENCY: "50" },
});
const { resources } = service;
const { db } = resources;
test.after.always(() => service[Symbol.asyncDispose]());

const speak = `${service.baseUrl}/deepgram/v1/speak`;
const shown = (key: string) => ({ headers: { authorization: `Token ${key}` } });
const bytesIn = ({ sound }: Pick<SocketClient, "sound">): number => sound.reduce((sum, { length }) => sum + length, 0);
/** Bytes of a second of samples, 24 kHz of 16 bits. */
const second = 48_000;

/** The texts of an account's requests with what each has cost, from the first. */
const requestsOf = (userId: string) =>
  db
    .selectFrom("speech_requests")
    .select(["id", "input_text", "status", "credits"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();

/** Nothing is held, and what was charged is what the requests say. */
async function isSettled(t: ExecutionContext, userId: string): Promise<void> {
  t.is(await heldOf(resources, userId), 0);
  const charged = (await chargesOf(resources, userId)).reduce((sum, [, credits]) => sum + credits, 0);
  const told = (await requestsOf(userId)).reduce((sum, { credits }) => sum + (credits ?? 0), 0);
  t.is(charged, told);
}

test("Deepgram's own client has a text spoken while it writes it, unchanged", async (t) => {
  const { key, userId } = await service.account();
  const client = new DeepgramClient({ apiKey: key, baseUrl: `${service.baseUrl}/deepgram` });
  const socket = await client.speak.v1.connect({
    ...{ model: "aura-2-thalia-en", encoding: "linear16", sample_rate: "24000" },
    ...{ Authorization: `Token ${key}`, reconnectAttempts: 0 },
  });
  const received: unknown[] = [];
  const flushed = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<unknown>();
  let bytes = 0;
  socket.on("message", (message: unknown) => {
    if (message instanceof Blob) bytes += message.size;
    else if (message instanceof ArrayBuffer || ArrayBuffer.isView(message)) bytes += message.byteLength;
    else received.push(message);
    if (JSON.stringify(message).includes("Flushed")) flushed.resolve();
  });
  socket.on("close", closed.resolve);
  socket.connect();
  await socket.waitForOpen();
  for (const word of ["The ", "train ", "leaves ", "at ", "seven. "]) socket.sendText({ type: "Speak", text: word });
  socket.sendFlush({ type: "Flush" });
  await flushed.promise;
  socket.sendClose({ type: "Close" });
  t.like(await closed.promise, { code: 1000 });
  const voice = { model_name: "aura-2-thalia-en", model_uuid: uuidOf("model/aura-2-thalia-en") };
  t.like(received, [
    { type: "Metadata", ...voice },
    { type: "Flushed", sequence_id: 0 },
  ]);
  t.true(bytes > second, `${bytes} bytes`);
  const [request, ...others] = await requestsOf(userId);
  t.like(request, { status: "completed", input_text: "The train leaves at seven. ", credits: 27 });
  t.like(received[0], { request_id: request?.id });
  t.deepEqual(others, []);
  await isSettled(t, userId);
});

test("a sentence sounds before the next one is complete, and each flush is answered behind its sound", async (t) => {
  const { key, userId } = await service.account();
  const client = await openSocket(`${service.baseUrl}/v1/speak?encoding=mulaw`, shown(key));
  client.say({ type: "Speak", text: "We met Dr. Brown at the gate. And then" });
  await once(client.socket, "message");
  await client.next("Metadata");
  while (client.sound.length === 0) await once(client.socket, "message");
  client.say({ type: "Speak", text: " we went home" });
  client.say({ type: "Flush" });
  t.like(await client.next("Flushed"), { sequence_id: 0 });
  const bytes = bytesIn(client);
  client.say({ type: "Flush" });
  t.like(await client.next("Flushed"), { sequence_id: 1 });
  t.is(bytesIn(client), bytes);
  client.say({ type: "Speak", text: "Goodbye" });
  client.say({ type: "Close" });
  t.deepEqual(await client.closed, { code: 1000, reason: "" });
  t.true(bytesIn(client) > bytes);
  const texts = (await requestsOf(userId)).map(({ input_text: text }) => text);
  t.deepEqual(texts, ["We met Dr. Brown at the gate. ", "And then we went home", "Goodbye"]);
  await isSettled(t, userId);
});

/** The longest silence between the first and the last sound, in seconds. */
function longestSilence(samples: Buffer): number {
  let [longest, quiet, hasBegun] = [0, 0, false];
  for (let at = 0; at + 1 < samples.length; at += 2) {
    if (Math.abs(samples.readInt16LE(at)) < 100) quiet += 2 / second;
    else {
      if (hasBegun) longest = Math.max(longest, quiet);
      [quiet, hasBegun] = [0, true];
    }
  }
  return longest;
}

test("there is as much silence between two parts of a socket as between two sentences of a text", async (t) => {
  const { key } = await service.account();
  const client = await openSocket(speak, shown(key));
  for (const text of ["The train is a lorry.", "We all love a llama."]) {
    client.say({ type: "Speak", text });
    client.say({ type: "Flush" });
    await client.next("Flushed");
  }
  client.say({ type: "Close" });
  await client.closed;
  const whole = await fetch(`${speak}?encoding=linear16&container=none&sample_rate=24000`, {
    ...{ method: "POST", body: JSON.stringify({ text: "The train is a lorry. We all love a llama." }) },
    headers: { authorization: `Token ${key}`, "content-type": "application/json" },
  });
  t.is(whole.status, 200);
  const [apart, together] = [Buffer.concat(client.sound), Buffer.from(await whole.arrayBuffer())].map(longestSilence);
  t.true(Number(together) > 0.25, `${together}`);
  t.true(Math.abs(Number(apart) - Number(together)) < 0.03, `${apart} beside ${together}`);
});

test("no sound follows Clear, and what was not delivered costs nothing", async (t) => {
  const { key, userId } = await service.account();
  const client = await openSocket(speak, shown(key));
  const text = Array.from({ length: 60 }, (_, index) => `This is sentence number ${index + 10} of sixty. `).join("");
  client.say({ type: "Speak", text });
  client.say({ type: "Speak", text: "This is never spoken" });
  client.say({ type: "Flush" });
  while (client.sound.length === 0) await once(client.socket, "message");
  client.say({ type: "Clear" });
  t.like(await client.next("Cleared"), { sequence_id: 0 });
  const bytes = bytesIn(client);
  client.say({ type: "Flush" });
  await client.next("Flushed");
  t.is(bytesIn(client), bytes);
  const [request, ...others] = await requestsOf(userId);
  t.is(request?.status, "failed");
  t.true(Number(request?.credits) > 0 && Number(request?.credits) < text.length / 2, `${request?.credits}`);
  t.deepEqual(others, []);
  client.say({ type: "Speak", text: "But this is." });
  client.say({ type: "Close" });
  await client.closed;
  t.true(bytesIn(client) > bytes);
  await isSettled(t, userId);
});

test("a client that leaves pays for the sentences that it was sent", async (t) => {
  const { key, userId } = await service.account();
  const client = await openSocket(speak, shown(key));
  const text = Array.from({ length: 60 }, (_, index) => `This is sentence number ${index + 10} of sixty. `).join("");
  client.say({ type: "Speak", text });
  while (client.sound.length === 0) await once(client.socket, "message");
  client.socket.terminate();
  while ((await heldOf(resources, userId)) > 0);
  const [request] = await requestsOf(userId);
  t.true(Number(request?.credits) > 0 && Number(request?.credits) < text.length / 2, `${request?.credits}`);
  await isSettled(t, userId);
});

test("refusals before the handshake are those of the call over HTTP", async (t) => {
  const { key, userId } = await service.account();
  const refused = async (query: string, apiKey = key) => {
    const answer = await trySocket(`${speak}?${query}`, shown(apiKey));
    return "status" in answer ? answer : t.fail(`Opened: ${query}`);
  };
  t.like(await refused("", "nonsense"), { status: 401, body: { err_code: "INVALID_AUTH" } });
  t.like(await refused("model=nobody"), { status: 400, body: { err_msg: "The voice 'nobody' does not exist." } });
  t.like(await refused("encoding=mp3"), { status: 400 });
  t.like(await refused("encoding=mulaw&sample_rate=44100"), { status: 400 });
  t.like(await refused("container=wav"), { status: 400, body: { err_msg: "container: Input should be 'none'" } });
  t.like(await refused("speed=9"), { status: 400 });
  t.like(await refused("callback=https://example.com"), { status: 400 });
  const open = await Promise.all([1, 2, 3].map(() => openSocket(speak, shown(key))));
  t.like(await refused(""), { status: 429, headers: { "retry-after": "5" } });
  for (const one of open) one.socket.terminate();
  await setBalance(resources, { userId, pool: "tts" }, 0);
  const poor = await service.account(0);
  await setBalance(resources, { userId: poor.userId, pool: "tts" }, 0);
  t.like(await refused("", poor.key), { status: 402, body: { err_code: "ASR_PAYMENT_REQUIRED" } });
  t.deepEqual(await requestsOf(poor.userId), []);
  t.deepEqual(await chargesOf(resources, poor.userId), []);
  const plain = await service.call("GET", "/v1/speak");
  t.like(plain, { status: 426, json: { err_code: "UPGRADE_REQUIRED" } });
  const ignored = await openSocket(`${speak}?tag=a&mip_opt_out=true`, shown((await service.account()).key));
  t.is(ignored.headers["speech-ignored"], "tag, mip_opt_out");
  ignored.socket.terminate();
});

test("what is no message of the protocol ends the session by Deepgram's code, and costs nothing", async (t) => {
  const { key, userId } = await service.account();
  const ends = async (send: (client: SocketClient) => void) => {
    const client = await openSocket(speak, shown(key));
    send(client);
    const warning = await client.next("Warning");
    return { ...(await client.closed), warning };
  };
  t.like(await ends(({ socket }) => socket.send(Buffer.alloc(2))), { code: 1003 });
  t.regex((await ends(({ socket }) => socket.send("hello"))).reason, /DATA-0000$/);
  t.like(await ends((client) => client.say({ type: "Speak", text: "a\0b" })), { code: 1008 });
  t.like(await ends((client) => client.say({ type: "Speak", text: "a".repeat(5001) })), {
    ...{ code: 1009, reason: "text: String should have at most 5000 characters BIG-0001" },
    warning: { code: "BODY_TOO_LARGE", description: "text: String should have at most 5000 characters" },
  });
  const flooded = await ends((client) => {
    for (let sent = 0; sent < 6; sent += 1) client.say({ type: "Speak", text: "word ".repeat(1_000) });
  });
  t.like(flooded, { code: 1008, warning: { code: "RATE_LIMITED" } });
  while ((await heldOf(resources, userId)) > 0);
  await isSettled(t, userId);
});

test("credits that run out and a revoked key end a session, and what was delivered is paid", async (t) => {
  const { key, userId } = await service.account(0);
  await setBalance(resources, { userId, pool: "tts" }, 30);
  const client = await openSocket(speak, shown(key));
  client.say({ type: "Speak", text: "The train leaves at seven." });
  client.say({ type: "Flush" });
  await client.next("Flushed");
  client.say({ type: "Speak", text: "And we are all on it." });
  client.say({ type: "Flush" });
  t.like(await client.next("Warning"), { code: "INSUFFICIENT_CREDITS" });
  t.is((await client.closed).code, 1000);
  t.deepEqual(
    (await chargesOf(resources, userId)).map(([, credits]) => credits),
    [26],
  );
  await isSettled(t, userId);
  const revoked = await service.account();
  const other = await openSocket(speak, shown(revoked.key));
  const started = performance.now();
  await db.updateTable("api_keys").set({ revoked_at: new Date() }).where("user_id", "=", revoked.userId).execute();
  t.like(await other.next("Warning"), { code: "INVALID_API_KEY" });
  t.true(performance.now() - started < 5_000);
  t.is((await other.closed).code, 1000);
});
