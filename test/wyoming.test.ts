import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import test from "ava";
import { z } from "zod";
import { speech } from "#harness/audio/sounds.ts";
import { freePort } from "#harness/servers/backing-services.ts";
import { openFakeLiveWorker } from "#harness/servers/live-worker.ts";
import { numberedSound } from "#harness/servers/numbered-words.ts";
import { newKey } from "#harness/service/account.ts";
import { SpeechClient } from "#sdk/speech-client.ts";
import { findBalances } from "#src/domain/credits/queries.ts";
import { openLogger } from "#src/platform/logger.ts";
import { createEventReader, eventBytes, type WyomingEvent } from "#src/wyoming/events.ts";
import { serveWyoming } from "#src/wyoming/serve.ts";
import { hasPythonPackage, runPython } from "#test/support/python.ts";
import { startService } from "#test/support/service.ts";

const hasWyoming = await hasPythonPackage("wyoming");
const service = await startService({
  workers: ["synthesis", "transcription"],
  env: { LIVE_SECRET: "a secret of a test run", LIVE_CONCURRENCY: "50" },
});
const { db } = service.resources;
const { key, userId } = await service.account();
const port = await freePort();
const wyoming = await service.startWorker("wyoming", {
  ...{ WYOMING_PORT: `${port}`, WYOMING_API_KEY: key, WYOMING_API_URL: service.baseUrl },
});
test.after.always(() => service[Symbol.asyncDispose]());

/** The package's own client, with functions for what Home Assistant does. `told` is all that a server says up to an event. */
const prelude = `
import asyncio, base64
from wyoming.asr import Transcribe, Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncTcpClient
from wyoming.info import Describe, Info
from wyoming.ping import Ping, Pong
from wyoming.tts import Synthesize, SynthesizeChunk, SynthesizeStart, SynthesizeStop, SynthesizeVoice
def client():
    return AsyncTcpClient("127.0.0.1", given["port"], connect_timeout=10, read_timeout=60)
async def told(connection, last):
    events = []
    while not events or events[-1].type not in (last, "error"):
        event = await connection.read_event()
        if event is None:
            break
        events.append(event)
    return events
def kinds(events):
    return [event.type for event in events]
def sound_of(events):
    chunks = [AudioChunk.from_event(event) for event in events if event.type == "audio-chunk"]
    rates = {(chunk.rate, chunk.width, chunk.channels) for chunk in chunks}
    return {"rates": [list(rate) for rate in rates], "seconds": sum(chunk.seconds for chunk in chunks), "loudest": max(max(chunk.audio) for chunk in chunks)}
async def hear(connection, sound, language, last):
    await connection.write_event(Transcribe(language=language).event())
    await connection.write_event(AudioStart(rate=16000, width=2, channels=1).event())
    for at in range(0, len(sound), 2048):
        await connection.write_event(AudioChunk(rate=16000, width=2, channels=1, audio=sound[at:at + 2048]).event())
    await connection.write_event(AudioStop().event())
    return await told(connection, last)
`;
const run = (program: string, given: object = {}): Promise<unknown> =>
  runPython(`${prelude}${program}`, { port, ...given });

const withClient = hasWyoming ? test.serial : test.serial.skip;
const note = hasWyoming ? "" : " (not run, because Python does not have it)";

withClient(`PyPI wyoming: is told of models, voices and streaming, and a ping is answered${note}`, async (t) => {
  const told = await run(`
async def main():
    async with client() as connection:
        await connection.write_event(Describe().event())
        info = Info.from_event((await told(connection, "info"))[-1])
        await connection.write_event(Ping(text="there?").event())
        pong = Pong.from_event((await told(connection, "pong"))[-1])
        asr, tts = info.asr[0], info.tts[0]
        return {
            "streaming": [asr.supports_transcript_streaming, tts.supports_synthesize_streaming],
            "installed": [asr.installed, tts.installed],
            "models": [[model.name, "en" in model.languages] for model in asr.models],
            "english": [voice.name for voice in tts.voices if voice.languages == ["en"]],
            "names": [voice.description for voice in tts.voices],
            "pong": pong.text,
        }
print(json.dumps(asyncio.run(main())))`);
  const read = z.object({ models: z.array(z.tuple([z.string(), z.boolean()])), english: z.array(z.uuid()).min(1) });
  const { models } = read.parse(told);
  t.like(told, { streaming: [true, true], installed: [true, true], pong: "there?" });
  t.deepEqual(models[0], ["auto", true]);
  t.true(models.length > 1);
});

const hearing = `
async def main():
    async with client() as connection:
        events = await hear(connection, base64.b64decode(given["sound"]), "en", given["last"])
        return {"kinds": kinds(events), "texts": [event.data["text"] for event in events if "text" in event.data]}
print(json.dumps(asyncio.run(main())))`;
const heard = z.object({ kinds: z.array(z.string()), texts: z.array(z.string()) });

withClient(`PyPI wyoming: a recording is transcribed where there is no live worker${note}`, async (t) => {
  const sound = Buffer.from(await speech("The train will leave at seven in the morning.")).subarray(44);
  const printed = await run(hearing, { sound: sound.toString("base64"), last: "transcript" });
  const { kinds, texts } = heard.parse(printed);
  t.deepEqual(kinds, ["transcript-start", "transcript-chunk", "transcript"]);
  t.regex(texts[1] ?? "", /train/i);
  t.is(texts[0], texts[1]);
});

withClient(`PyPI wyoming: words come while they are heard, and the account pays for the seconds${note}`, async (t) => {
  await using _ = await openFakeLiveWorker(db, { capacity: 10, hearsNumbers: true });
  const before = await findBalances(db, userId);
  const sound = numberedSound(0, 2).toString("base64");
  const { kinds, texts } = heard.parse(await run(hearing, { sound, last: "transcript-stop" }));
  t.deepEqual(kinds, [
    "transcript-start",
    ...["transcript-chunk", "transcript-chunk"],
    ...["transcript", "transcript-stop"],
  ]);
  t.deepEqual(texts, ["1 2 3", " 4", "1 2 3 4"]);
  const after = await findBalances(db, userId);
  t.is(after.asr, before.asr - 2, "two seconds are charged");
});

withClient(`PyPI wyoming: a text is spoken by a voice with this id, this name or this language${note}`, async (t) => {
  const printed = await run(`
async def speak(voice):
    async with client() as connection:
        await connection.write_event(Synthesize(text="The lights in the kitchen are on.", voice=voice).event())
        events = await told(connection, "audio-stop")
        return {"first": events[0].type, "last": events[-1].type, **sound_of(events)}
async def main():
    async with client() as connection:
        await connection.write_event(Describe().event())
        voice = Info.from_event((await told(connection, "info"))[-1]).tts[0].voices[0]
    voices = [SynthesizeVoice(name=voice.name), SynthesizeVoice(name=voice.description), SynthesizeVoice(language="en"), None]
    return [await speak(one) for one in voices]
print(json.dumps(asyncio.run(main())))`);
  const spoken = z
    .object({ first: z.string(), last: z.string(), rates: z.array(z.array(z.int())), seconds: z.number() })
    .array()
    .parse(printed);
  t.is(spoken.length, 4);
  for (const one of spoken) {
    t.like(one, { first: "audio-start", last: "audio-stop", rates: [[24_000, 2, 1]] });
    t.true(one.seconds > 1 && one.seconds < 6, `${one.seconds} s`);
  }
});

withClient(`PyPI wyoming: a text is spoken while it is written, once, as Home Assistant sends it${note}`, async (t) => {
  const printed = await run(`
async def main():
    async with client() as connection:
        await connection.write_event(SynthesizeStart().event())
        await connection.write_event(SynthesizeChunk(text="The lights in the kitchen are on. The door").event())
        early = await told(connection, "audio-chunk")
        await connection.write_event(SynthesizeChunk(text=" is open.").event())
        await connection.write_event(Synthesize(text="The lights in the kitchen are on. The door is open.").event())
        await connection.write_event(SynthesizeStop().event())
        late = await told(connection, "synthesize-stopped")
        events = early + late
        return {"early": kinds(early), "end": kinds(late)[-2:], "starts": kinds(events).count("audio-start"), "stops": kinds(events).count("audio-stop"), **sound_of(events)}
print(json.dumps(asyncio.run(main())))`);
  t.like(printed, {
    ...{ early: ["audio-start", "audio-chunk"], end: ["audio-stop", "synthesize-stopped"], starts: 1, stops: 1 },
  });
  const { seconds } = z.object({ seconds: z.number() }).parse(printed);
  t.true(seconds > 1.5 && seconds < 8, `${seconds} s`);
});

interface Conversation {
  /** Whether the client leaves its own side open until the server ends. */
  readonly stays?: boolean;
  /** Called after the first event. */
  readonly onFirst?: () => void;
}

/** Sends bytes, and returns the events that answer them. */
async function converse(
  bytes: readonly Buffer[],
  at = port,
  { stays = false, onFirst }: Conversation = {},
): Promise<readonly WyomingEvent[]> {
  const socket = connect(at, "127.0.0.1");
  await once(socket, "connect");
  for (const one of bytes) socket.write(one);
  if (!stays) socket.end();
  const reader = createEventReader(socket);
  const events: WyomingEvent[] = [];
  for (let event = await reader.next(); event !== null; event = await reader.next()) {
    events.push(event);
    if (events.length === 1) onFirst?.();
  }
  socket.destroy();
  return events;
}
const codesOf = (events: readonly WyomingEvent[]) =>
  events.map(({ type, data }) => (type === "error" ? data["code"] : type));

const pcm = { rate: 16_000, width: 2, channels: 1 };
const start = eventBytes("audio-start", pcm);
const chunk = eventBytes("audio-chunk", pcm, Buffer.alloc(3_200));
const pinging = eventBytes("ping", {});
const headed = (header: object): Buffer => Buffer.from(`${JSON.stringify(header)}\n`);

/** Bad input, and what the server says of it before it ends the connection. */
const refusals: Readonly<Record<string, readonly [sent: readonly Buffer[], code: string]>> = {
  "a line that is no JSON": [[Buffer.from("GET / HTTP/1.1\r\n")], "malformed_event"],
  "a list in place of an object": [[Buffer.from("[1]\n")], "malformed_event"],
  "an event without a type": [[headed({ data: {} })], "malformed_event"],
  "a negative length": [[headed({ type: "ping", data_length: -1 })], "malformed_event"],
  "data that are no object": [[headed({ type: "ping", data_length: 4 }), Buffer.from("null")], "malformed_event"],
  "an event that is cut off": [[headed({ type: "audio-chunk", payload_length: 100 })], "malformed_event"],
  "a line without an end": [[Buffer.alloc(200_000, "a")], "event_too_large"],
  "too many bytes of data": [[headed({ type: "ping", data_length: 10_000_000 })], "event_too_large"],
  "too many bytes of sound": [[headed({ type: "audio-chunk", payload_length: 10_000_000 })], "event_too_large"],
  "a rate that does not fit": [[eventBytes("audio-start", { ...pcm, rate: 44_000 })], "invalid_data"],
  "samples of 32 bits": [[eventBytes("audio-start", { ...pcm, width: 4 })], "invalid_data"],
  "two channels": [[eventBytes("audio-start", { ...pcm, channels: 2 })], "invalid_data"],
  "another rate than at the start": [[start, eventBytes("audio-chunk", { ...pcm, rate: 8_000 })], "invalid_data"],
  "half a sample": [[start, eventBytes("audio-chunk", pcm, Buffer.alloc(3))], "invalid_data"],
  "sound before its start": [[chunk], "unexpected_event"],
  "a second start": [[start, start], "unexpected_event"],
  "no sound": [[start, eventBytes("audio-stop", {})], "empty_audio"],
  "a language that is no text": [[eventBytes("transcribe", { language: 7 })], "invalid_data"],
  "no text": [[eventBytes("synthesize", { text: "" })], "empty_text"],
  "a text of signs": [[eventBytes("synthesize", { text: "… !" })], "empty_text"],
  "a text that is none": [[eventBytes("synthesize", { text: 7 })], "invalid_data"],
  "a text that is too long": [[eventBytes("synthesize", { text: "a".repeat(20_001) })], "text_too_long"],
  "a voice that there is not": [
    [eventBytes("synthesize", { text: "Hi there.", voice: { name: "No such voice" } })],
    "voice_not_found",
  ],
  "a language that is not spoken": [
    [eventBytes("synthesize", { text: "Hi there.", voice: { language: "xx" } })],
    "validation_error",
  ],
  "markup that is not whole": [
    [eventBytes("synthesize", { text: "<speak>Hi", text_format: "ssml" })],
    "validation_error",
  ],
  "more of a text that was not begun": [[eventBytes("synthesize-chunk", { text: "Hi" })], "unexpected_event"],
  "an end of a text that was not begun": [[eventBytes("synthesize-stop", {})], "unexpected_event"],
  "a text that waits and is too long": [
    [eventBytes("synthesize-start", {}), eventBytes("synthesize-chunk", { text: "a".repeat(20_001) })],
    "text_too_long",
  ],
};

for (const [what, [sent, code]] of Object.entries(refusals))
  test(`${what} is answered by an error, and the connection ends`, async (t) => {
    const events = await converse([...sent, ...(code === "malformed_event" ? [] : [pinging])]);
    t.deepEqual(codesOf(events), [code]);
    t.regex(String(events[0]?.data["text"]), /^.{10,}[.!]$/s);
  });

test("an event that is not known is answered by an error, and the connection goes on", async (t) => {
  t.deepEqual(codesOf(await converse([eventBytes("detect", {}), eventBytes("constructor", {}), pinging])), [
    ...["unknown_event", "unknown_event", "pong"],
  ]);
});

test("whatever bytes come, the process goes on", async (t) => {
  const junk = Array.from({ length: 40 }, () => converse([randomBytes(2_000)]).catch(() => []));
  for (const events of await Promise.all(junk)) t.true(events.length <= 1);
  t.deepEqual(codesOf(await converse([pinging])), ["pong"]);
  t.false(wyoming.hasEnded());
});

const here = { host: "127.0.0.1", port: 0, log: openLogger("test", "silent"), shutdownTimeoutMs: 60_000 };

test("a key that is wrong, or may not do it, is an error, and so is a service that cannot be reached", async (t) => {
  const said = async (apiKey: string, baseUrl = service.baseUrl): Promise<readonly unknown[]> => {
    const client = new SpeechClient({ baseUrl, apiKey, maxRetries: 0 });
    await using server = await serveWyoming({ ...here, client });
    return codesOf(await converse([eventBytes("synthesize", { text: "Hi there." })], server.port));
  };
  t.deepEqual(await said("nonsense"), ["invalid_api_key"]);
  t.deepEqual(await said(await newKey(service.resources, userId, ["usage"])), ["insufficient_scope"]);
  t.deepEqual(await said(key, "http://127.0.0.1:9"), ["unavailable"]);
});

const ownClient = () => new SpeechClient({ baseUrl: service.baseUrl, apiKey: key, maxRetries: 0 });

test.serial("a recording is transcribed where the live workers have no free slot", async (t) => {
  await using _ = await openFakeLiveWorker(db, { capacity: 0 });
  const limits = await ownClient().api.account.getLimits({ throwOnError: true });
  t.deepEqual(
    limits.data.data.live_languages.map(({ tag }) => tag),
    ["en"],
  );
  const sound = Buffer.from(await speech("The train will leave at seven in the morning.")).subarray(44);
  const events = await converse([start, eventBytes("audio-chunk", pcm, sound), eventBytes("audio-stop", {})]);
  t.deepEqual(codesOf(events), ["transcript-start", "transcript-chunk", "transcript", "transcript-stop"]);
  t.regex(String(events[2]?.data["text"]), /train/i);
});

test.serial("a client that sends faster than a live session takes is slowed down within an event", async (t) => {
  await using worker = await openFakeLiveWorker(db, { capacity: 10, hearsNumbers: true });
  const opened = worker.session(0).then((session) => ({ session, at: performance.now() }));
  // 32.8 seconds, of which 30 are sent at once and the others at 1.9 times real time.
  const sound = Buffer.alloc(1_048_576);
  const events = await converse([start, eventBytes("audio-chunk", pcm, sound), eventBytes("audio-stop", {})]);
  const { session, at } = await opened;
  t.true(performance.now() - at > 1_200);
  t.is(session.bytes, sound.length);
  t.is(codesOf(events).at(-1), "transcript-stop");
});

test.serial("a server that ends closes a live session in order, and says unavailable to its client", async (t) => {
  await using worker = await openFakeLiveWorker(db, { capacity: 10, hearsNumbers: true });
  const server = await serveWyoming({ ...here, client: ownClient(), shutdownTimeoutMs: 100 });
  const said = converse([start, chunk], server.port, { stays: true });
  const session = await worker.session(0);
  await server[Symbol.asyncDispose]();
  t.deepEqual(codesOf(await said).slice(-1), ["unavailable"]);
  t.true(session.commands.includes("close"));
});

test("a server that ends lets a text be spoken to its end, and closes an idle connection at once", async (t) => {
  const server = await serveWyoming({ ...here, client: ownClient() });
  const idle = converse([], server.port, { stays: true });
  const spoken = converse([pinging, eventBytes("synthesize", { text: "The door is open." })], server.port, {
    stays: true,
    onFirst: () => void server[Symbol.asyncDispose](),
  });
  t.is(codesOf(await spoken).at(-1), "audio-stop");
  t.deepEqual(await idle, []);
  await t.throwsAsync(converse([pinging], server.port), { code: "ECONNREFUSED" });
});
