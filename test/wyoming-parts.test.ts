import { getEventListeners, once } from "node:events";
import { Duplex } from "node:stream";
import test from "ava";
import { SpeechClient } from "#sdk/speech-client.ts";
import { openLogger } from "#src/platform/logger.ts";
import { createBudget } from "#src/wyoming/budget.ts";
import { openConnection } from "#src/wyoming/connection.ts";
import { createEventReader, eventBytes, type WyomingEvent } from "#src/wyoming/events.ts";
import { createHearing } from "#src/wyoming/hearing.ts";
import { cacheLiveTags } from "#src/wyoming/live-utterance.ts";
import type { Peer } from "#src/wyoming/peer.ts";
import { createSpeaking } from "#src/wyoming/speaking.ts";

const pcm = { rate: 16_000, width: 2, channels: 1 };
const chunkOf = (bytes: number): Buffer => eventBytes("audio-chunk", pcm, Buffer.alloc(bytes, 7));

/** A client of a service that answers as the test says. */
const clientOf = (answer: (request: Request) => object): SpeechClient =>
  new SpeechClient({
    ...{ baseUrl: "http://speech.example.com", apiKey: "a key", maxRetries: 0 },
    fetch: async (request) =>
      Response.json({ success: true, data: answer(request) }, { headers: { "x-request-id": "a-request" } }),
  });
const refusing = clientOf(() => {
  throw new Error("No call was expected.");
});

/** A connection that sends these bytes and then ends its side, and takes each write some time after it was begun. */
function lineOf(bytes: readonly Buffer[]) {
  const [written, timeouts] = [new Array<Buffer>(), new Array<number>()];
  const line = new Duplex({
    read() {
      for (const one of bytes) this.push(one);
      this.push(null);
    },
    write(data: Buffer, _encoding, taken) {
      setTimeout(() => {
        written.push(data);
        taken();
      }, 50);
    },
  });
  const setTimeouts = (ms: number): void => void timeouts.push(ms);
  return { written, timeouts, line: Object.assign(line, { setTimeout: setTimeouts }) };
}

/** Serves a connection to its end. @returns the events that were sent, and the timeouts that were set */
async function serve(bytes: readonly Buffer[], { client = refusing, budget = createBudget() } = {}) {
  const { line, written, timeouts } = lineOf(bytes);
  const liveTags = async () => new Set<string>();
  await openConnection(line, { client, budget, liveTags, log: openLogger("test", "silent") }).closed;
  const events = await eventsOf(written);
  return { events, timeouts, codes: events.map(({ type, data }) => (type === "error" ? data["code"] : type)) };
}

async function eventsOf(chunks: readonly Buffer[]): Promise<readonly WyomingEvent[]> {
  const reader = createEventReader(lineOf(chunks).line);
  const events: WyomingEvent[] = [];
  for (let event = await reader.next(); event !== null; event = await reader.next()) events.push(event);
  return events;
}

test("events are read wherever their bytes are cut, and keep no bytes but their own", async (t) => {
  const all = Buffer.concat([chunkOf(2), chunkOf(3_200), eventBytes("ping", { text: "there?" })]);
  for (const size of [1, 7, 100, all.length]) {
    const pieces = Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
      all.subarray(index * size, (index + 1) * size),
    );
    const events = await eventsOf(pieces);
    t.deepEqual(
      events.map(({ type, payload }) => [type, payload.length]),
      [
        ["audio-chunk", 2],
        ["audio-chunk", 3_200],
        ["ping", 0],
      ],
    );
    for (const { payload } of events) {
      t.is(payload.buffer.byteLength, payload.length);
      t.true(payload.every((byte) => byte === 7));
    }
  }
});

test("a client that ends its own side at once gets all that answers it", async (t) => {
  const { codes } = await serve([eventBytes("ping", {}), eventBytes("ping", {})]);
  t.deepEqual(codes, ["pong", "pong"]);
});

test("a connection is idle only while no event is being answered", async (t) => {
  const { timeouts } = await serve([eventBytes("select-program", {})]);
  t.deepEqual(timeouts, [300_000, 0, 300_000]);
});

test("sound beyond what all connections may hold is refused, and a connection that ends gives its own back", async (t) => {
  const budget = createBudget(100_000);
  const start = eventBytes("audio-start", pcm);
  const ping = eventBytes("ping", {});
  t.deepEqual((await serve([start, chunkOf(3_200), ping], { budget })).codes, ["pong"]);
  t.deepEqual((await serve([start, chunkOf(3_200), chunkOf(50_000), ping], { budget })).codes, ["busy"]);
  t.deepEqual((await serve([start, chunkOf(3_200), ping], { budget })).codes, ["pong"]);
  const share = budget.share();
  share.hold(100_000);
  t.throws(() => budget.share().hold(1), { message: /Try again/ });
  share[Symbol.dispose]();
  t.notThrows(() => budget.share().hold(100_000));
});

function peerOf(client: SpeechClient) {
  const ended = new AbortController();
  const sent: string[] = [];
  const peer: Peer = {
    ...{ client, signal: ended.signal, share: createBudget().share(), ending: new Set<Promise<void>>() },
    liveTags: async () => new Set<string>(),
    send: async (type) => void sent.push(type),
    fail: () => undefined,
  };
  return { peer, sent, ended };
}

test("a text that is written in many pieces leaves one listener, and none when the connection has ended", async (t) => {
  const { peer, ended } = peerOf(refusing);
  const speaking = createSpeaking(peer);
  speaking.start({});
  for (let count = 0; count < 50; count += 1) {
    speaking.chunk({ text: "word " });
    await new Promise(setImmediate);
  }
  t.is(getEventListeners(peer.signal, "abort").length, 1);
  t.true(speaking.isOpen());
  const over = once(peer.signal, "abort");
  ended.abort();
  await over;
  await t.throwsAsync(speaking.stop());
  t.is(getEventListeners(peer.signal, "abort").length, 0);
});

test("a recording is looked at less and less often", async (t) => {
  const looks: number[] = [];
  const client = clientOf(({ method }) => {
    if (method === "GET") looks.push(performance.now());
    const finished_at = looks.length < 3 ? null : "2026-11-28T12:00:00Z";
    return { request_type: "asr", progress: 0, error: null, text: "Hello.", finished_at };
  });
  const { peer, sent } = peerOf(client);
  const hearing = createHearing(peer);
  await hearing.start(pcm);
  await hearing.chunk(pcm, Buffer.alloc(3_200));
  const begun = performance.now();
  await hearing.stop();
  t.deepEqual(sent, ["transcript-start", "transcript-chunk", "transcript", "transcript-stop"]);
  const [first = 0, second = 0, third = 0] = looks;
  // Timers may be a millisecond early.
  t.true(first - begun >= 199 && second - first >= 299 && third - second >= 449, looks.join());
  t.notThrows(() => peer.share.hold(64 * 1_048_576), "nothing is held any more");
});

test("the languages of live sessions are asked once in a while, and each time while there is none", async (t) => {
  let calls = 0;
  const tags = cacheLiveTags(clientOf(() => ({ live_languages: (calls += 1) < 3 ? [] : [{ tag: "en" }] })));
  for (const size of [0, 0, 1, 1, 1]) t.is((await tags()).size, size);
  t.is(calls, 3);
});
