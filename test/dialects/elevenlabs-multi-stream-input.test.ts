import { once } from "node:events";
import { AudioOutputMulti } from "@elevenlabs/elevenlabs-js/dist/serialization/types/AudioOutputMulti.js";
import { CloseContext } from "@elevenlabs/elevenlabs-js/dist/serialization/types/CloseContext.js";
import { CloseSocket } from "@elevenlabs/elevenlabs-js/dist/serialization/types/CloseSocket.js";
import { FinalOutputMulti } from "@elevenlabs/elevenlabs-js/dist/serialization/types/FinalOutputMulti.js";
import { FlushContext } from "@elevenlabs/elevenlabs-js/dist/serialization/types/FlushContext.js";
import { InitialiseContext } from "@elevenlabs/elevenlabs-js/dist/serialization/types/InitialiseContext.js";
import { KeepContextAlive } from "@elevenlabs/elevenlabs-js/dist/serialization/types/KeepContextAlive.js";
import { SendTextMulti } from "@elevenlabs/elevenlabs-js/dist/serialization/types/SendTextMulti.js";
import test from "ava";
import { decode } from "#harness/audio/decoded.ts";
import { openSocket, type SocketClient, trySocket } from "#harness/clients/socket-client.ts";
import { chargesOf, heldOf, setBalance } from "#harness/payments/credits.ts";
import { createMultiStreamCodec } from "#src/api/dialects/elevenlabs/multi-stream-codec.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({
  workers: ["synthesis"],
  env: { LIVE_CONCURRENCY: "10", LIVE_PER_MINUTE: "10000", SPEECH_CONCURRENCY: "50" },
});
const { resources } = service;
test.after.always(() => service[Symbol.asyncDispose]());

const path = "/v1/text-to-speech/JBFqnCBsd6RMkjVDRZzb/multi-stream-input";
const multiStream = `${service.baseUrl}/elevenlabs${path}`;
const shown = (key: string) => ({ headers: { "xi-api-key": key } });
const unknownKeys = { unrecognizedObjectKeys: "passthrough" } as const;

/** Sends a message as ElevenLabs' own package writes it. */
const send = ({ socket }: SocketClient, message: unknown): void => socket.send(JSON.stringify(message));

/** The sound and the ends of a context, as ElevenLabs' own package reads them. */
const outputsOf = ({ messages }: SocketClient, context: string) =>
  messages
    .filter(({ audio }) => typeof audio === "string")
    .map((message) => AudioOutputMulti.parseOrThrow(message, unknownKeys))
    .filter(({ contextId }) => contextId === context);
const finalsOf = ({ messages }: SocketClient) =>
  messages
    .filter(({ isFinal }) => isFinal === true)
    .map((message) => FinalOutputMulti.parseOrThrow(message, unknownKeys).contextId);
const secondsOf = async (client: SocketClient, context: string): Promise<number> => {
  const sound = Buffer.concat(outputsOf(client, context).map(({ audio }) => Buffer.from(audio, "base64")));
  return (await decode(sound, "pcm", 16_000)).seconds;
};
const charactersOf = (client: SocketClient, context: string): string =>
  outputsOf(client, context)
    .flatMap(({ alignment }) => alignment?.chars ?? [])
    .join("");
const refusalOf = ({ messages }: SocketClient, context: string) =>
  messages.find(({ contextId, error }) => contextId === context && error === "too_many_concurrent_requests");
const untilFinal = async (client: SocketClient, context: string): Promise<void> => {
  while (!finalsOf(client).includes(context)) await once(client.socket, "message");
};

test("two contexts are spoken beside each other, each with its settings, its times and its end", async (t) => {
  const { key, userId } = await service.account();
  const client = await openSocket(
    `${multiStream}?output_format=pcm_16000&sync_alignment=true&inactivity_timeout=180`,
    shown(key),
  );
  const begin = (contextId: string, speed: number) =>
    InitialiseContext.jsonOrThrow({ text: " ", contextId, voiceSettings: { stability: 0.5, speed } });
  const text = "Open the window, please. ";
  for (const [contextId, speed] of [["slow", 0.5] as const, ["fast", 2] as const]) {
    send(client, begin(contextId, speed));
    send(client, SendTextMulti.jsonOrThrow({ text, contextId }));
  }
  send(client, FlushContext.jsonOrThrow({ contextId: "slow", text: "Thank you.", flush: true }));
  send(client, CloseContext.jsonOrThrow({ contextId: "slow", closeContext: true }));
  await untilFinal(client, "slow");
  send(client, SendTextMulti.jsonOrThrow({ text: "And the door", contextId: "fast" }));
  send(client, CloseSocket.jsonOrThrow({ closeSocket: true }));
  t.deepEqual(await client.closed, { code: 1000, reason: "" });
  t.deepEqual(finalsOf(client), ["slow", "fast"]);
  t.is(charactersOf(client, "slow"), ` ${text}Thank you.`);
  t.is(charactersOf(client, "fast"), ` ${text}And the door`);
  const [slow, fast] = [await secondsOf(client, "slow"), await secondsOf(client, "fast")];
  t.true(slow > 2 * fast, `${slow} s beside ${fast} s`);
  const charged = (await chargesOf(resources, userId)).map(([, credits]) => credits);
  t.is(
    charged.reduce((sum, credits) => sum + credits, 0),
    2 * ` ${text}`.length + "Thank you.And the door".length,
  );
  t.is(await heldOf(resources, userId), 0);
});

test("a speed goes with its text, and nothing is kept of a context that does not begin", (t) => {
  const codec = createMultiStreamCodec();
  const read = (message: object) => codec.read({ isBinary: false, data: Buffer.from(JSON.stringify(message)) });
  t.deepEqual(read({ text: "", context_id: "one", voice_settings: { speed: 0.5 } }), [
    { type: "text", context: "one", text: "", speed: 0.5 },
  ]);
  t.like(read({ text: "Good morning", context_id: "one" }), [{ text: "Good morning", speed: undefined }]);
});

test("a sixth context is refused and the session goes on, and a context that was closed makes room", async (t) => {
  const { key } = await service.account();
  const client = await openSocket(`${service.baseUrl}${path}?output_format=pcm_16000`, shown(key));
  for (let index = 1; index <= 6; index += 1) client.say({ text: " ", context_id: `context ${index}` });
  const error = await client.next("");
  t.like(error, { contextId: "context 6", error: "too_many_concurrent_requests" });
  t.regex(String(error["message"]), /The maximum is 5\.$/);
  client.say({ context_id: "context 7", close_context: true });
  await untilFinal(client, "context 7");
  client.say({ text: " ", context_id: "context 7" });
  while (refusalOf(client, "context 7") === undefined) await once(client.socket, "message");
  client.say({ context_id: "context 1", close_context: true });
  await untilFinal(client, "context 1");
  client.say({ text: "Good morning.", context_id: "context 6", flush: true });
  client.say({ context_id: "context 6", close_context: true });
  client.say({ text: "This is too late.", context_id: "context 6" });
  await untilFinal(client, "context 6");
  t.true((await secondsOf(client, "context 6")) > 0.4);
  t.like(
    client.messages.findLast(({ contextId, error: word }) => contextId === "context 6" && word !== undefined),
    { message: "This text is being closed. Write to another one, or wait for its end." },
  );
  client.say({ context_id: "never begun", close_context: true });
  await untilFinal(client, "never begun");
  client.say({ text: "Of the usual context" });
  client.say({ close_socket: true });
  t.is((await client.closed).code, 1000);
  t.true((await secondsOf(client, "default")) > 0.5);
});

test("an empty text keeps a context open, and one without messages is spoken and closed", async (t) => {
  const { key, userId } = await service.account();
  const client = await openSocket(`${multiStream}?output_format=pcm_16000&inactivity_timeout=1`, shown(key));
  const alive = KeepContextAlive.jsonOrThrow({ text: "", contextId: "kept" });
  client.say({ text: "Good morning", context_id: "left" });
  client.say({ text: "Good evening", context_id: "kept" });
  const keeping = setInterval(() => send(client, alive), 200);
  await untilFinal(client, "left");
  clearInterval(keeping);
  t.deepEqual(finalsOf(client), ["left"]);
  t.true((await secondsOf(client, "left")) > 0.4);
  await untilFinal(client, "kept");
  t.true((await secondsOf(client, "kept")) > 0.4);
  t.is((await client.closed).code, 1008);
  t.like(client.messages.at(-1), { error: "request_timeout", message: "No message was received in time." });
  t.is(await heldOf(resources, userId), 0);
});

test("a client that leaves pays for what its contexts were sent, and what has ended the session is told", async (t) => {
  const { key, userId } = await service.account();
  const left = await openSocket(`${multiStream}?output_format=pcm_16000`, shown(key));
  const text = Array.from({ length: 40 }, (_, index) => `This is sentence number ${index + 10} of forty. `).join("");
  for (const context of ["one", "two"]) left.say({ text, context_id: context, flush: true });
  while (outputsOf(left, "one").length === 0 || outputsOf(left, "two").length === 0) await once(left.socket, "message");
  left.socket.terminate();
  while ((await heldOf(resources, userId)) > 0);
  const charged = (await chargesOf(resources, userId)).map(([, credits]) => credits);
  t.is(charged.length, 2);
  for (const credits of charged) t.true(credits > 0 && credits < text.length, `${credits}`);

  const wrong = await openSocket(multiStream, shown(key));
  wrong.say({ text: "Hello", context_id: "" });
  t.is((await wrong.closed).code, 1003);
  t.like(wrong.messages.at(-1), { error: "malformed_request", code: 1003 });
  const refused = await trySocket(`${service.baseUrl}${path}?output_format=wav_24000`, shown(key));
  t.like(refused, { status: 422 });
  t.like(await trySocket(`${service.baseUrl}${path}`, shown("nonsense")), {
    ...{ status: 401, body: { detail: { status: "invalid_api_key" } } },
  });
  const poor = await service.account(0);
  await setBalance(resources, { userId: poor.userId, pool: "tts" }, 12);
  const client = await openSocket(multiStream, shown(poor.key));
  client.say({ text: "Good morning", context_id: "first", flush: true });
  while (outputsOf(client, "first").length === 0) await once(client.socket, "message");
  client.say({ text: "Good evening", context_id: "second", flush: true });
  t.is((await client.closed).code, 1008);
  t.like(client.messages.at(-1), { error: "quota_exceeded" });
  t.is(await heldOf(resources, poor.userId), 0);
});
