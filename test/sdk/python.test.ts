import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { z } from "zod";
import { speech } from "#harness/audio/sounds.ts";
import { wordsOf } from "#harness/audio/word-error-rate.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { inChannels } from "#test/support/channel-recording.ts";
import { openLosingProxy } from "#test/support/losing-proxy.ts";
import { hasPythonPackage, runPython } from "#test/support/python.ts";
import { openSdkAccounts } from "#test/support/sdk-accounts.ts";

const said = "Please open the window. Thank you very much.";
const sdk = join(import.meta.dirname, "../../sdk/python");

const open = `
sys.dont_write_bytecode = True
sys.path.insert(0, given["sdk"])
import asyncio
import speech_service as sdk
client = sdk.SpeechClient(given["url"], given["key"])
`;

const calls = `
with client.speak(given["said"], format="mp3") as audio:
    audio.save(given["path"])
with client.speak(given["said"], voice="sALLY") as named:
    named.read()
seen = []
heard = client.transcribe(given["path"], on_progress=seen.append, interval=0.05)
with open(given["path"], "rb") as file:
    content = file.read()
found = client.transcribe(given["path"], key_terms=["Kokoro"], replace=[{"from": "kokoro", "to": "x"}], search=["zzz"], interval=0.05)["search"]
again = client.start_transcription(content, idempotency_key="call-4711")
other = sdk.SpeechClient(given["url"], given["key"])
subtitles = client.transcript(heard["request_id"], "srt", max_words=1)
voices = [voice["voice_id"] for voice in client.voices(limit=100)]
print(json.dumps({
    "type": audio.content_type,
    "bytes": len(content),
    "text": heard["text"],
    "subtitles": subtitles[:8],
    "progress": seen[-1],
    "search": found,
    "waited": client.request(again.id).wait(interval=0.05)["request_id"] == again.id,
    "repeated": other.start_transcription(content, idempotency_key="call-4711").id == again.id,
    "paged": [voice["voice_id"] for voice in client.voices(limit=30)] == voices and len(voices) > 30,
    "source": client.call("GET", "/v1/usage")["source"],
    "api": [
        client.api.usage.get(granularity="day")["source"],
        client.api.requests.get_transcript(heard["request_id"], format="srt") == client.transcript(heard["request_id"], "srt"),
        len(client.api.requests.get_audio(audio.request_id)) == len(content),
        client.api.requests.list(status="completed", limit=1)["items"][0]["status"],
        client.api.speech.transcribe(content, {"key_terms": ["Kokoro"], "diarize": False})["text"] == heard["text"],
        client.api.health.get_readiness()["status"],
    ],
    "voice": client.request(named.request_id).wait(interval=0.05)["voice"]["name"],
}))
`;

const awaited = `
async def main():
    async with sdk.AsyncSpeechClient(given["url"], given["key"]) as client:
        async with await client.speak(given["said"], format="mp3") as audio:
            parts = [part async for part in audio]
        seen = []
        heard = await client.transcribe(b"".join(parts), on_progress=seen.append, interval=0.05)
        subtitles = await client.transcript(heard["request_id"], "vtt")
        requests = [request async for request in client.requests(limit=1)]
        return {
            "bytes": len(b"".join(parts)),
            "text": heard["text"],
            "subtitles": subtitles[:6],
            "progress": seen[-1],
            "requests": len(requests) > 1,
            "refused": (await refusal(client.speak(""))),
        }
async def refusal(call):
    try:
        await call
    except sdk.InvalidInputError as error:
        return error.problems[0]["loc"]
print(json.dumps(asyncio.run(main())))
`;

/** A service that asks for a wait before it answers. */
const waits = `
import time, httpx
def asking(seconds, answers):
    body = {"success": False, "detail": "Rate limit exceeded.", "code": "rate_limited", "retry_after": seconds}
    def answer(request):
        answers.append(time.monotonic())
        if len(answers) == 1:
            return httpx.Response(429, json=body, headers={"retry-after": str(seconds)})
        return httpx.Response(200, json={"success": True, "data": {"finished_at": "now", "progress": 100, "error": None}})
    return httpx.MockTransport(answer)
def waited(answers):
    return [len(answers), answers[-1] - answers[0]]
short, long, polled, awaited = [], [], [], []
sdk.SpeechClient("http://speech", "sk", transport=asking(1, short)).call("GET", "/v1/usage")
try:
    sdk.SpeechClient("http://speech", "sk", transport=asking(61, long)).call("GET", "/v1/usage")
except sdk.RateLimitError as error:
    asked = error.retry_after
sdk.SpeechClient("http://speech", "sk", max_retries=0, transport=asking(1, polled)).request("id").wait(interval=0.01)
async def wait():
    async with sdk.AsyncSpeechClient("http://speech", "sk", max_retries=0, transport=asking(1, awaited)) as own:
        await own.request("id").wait(interval=0.01)
asyncio.run(wait())
print(json.dumps({
    "asked": asked,
    "long": len(long),
    "waits": [waited(answers) for answers in (short, polled, awaited)],
}))
`;

const errors = `
def refusal(call):
    try:
        call()
    except sdk.SpeechError as error:
        return [type(error).__name__, error.status, error.code]
def sentence(call):
    try:
        call()
    except sdk.InvalidInputError as error:
        return str(error)[:44]
def speaking(url, key):
    return lambda: sdk.SpeechClient(url, key, max_retries=0).speak("Hello.")
limited = sdk.SpeechClient(given["limitedUrl"], given["limitedKey"], max_retries=0)
limited.call("GET", "/v1/plans")
try:
    speaking(given["url"], given["poorKey"])()
except sdk.InsufficientCreditsError as error:
    figures = [error.required, error.remaining, str(error)]
try:
    sdk.SpeechClient("http://127.0.0.1:9", "sk", backoff=0).call("GET", "/v1/plans")
except sdk.ConnectionFailedError as error:
    unreachable = str(error)
sdk.SpeechClient(given["url"] + "/v1/", given["key"]).call("GET", "/v1/plans")
def addressed(url):
    refused = []
    for make in (sdk.SpeechClient, sdk.AsyncSpeechClient):
        try:
            make(url, "sk")
        except ValueError as error:
            refused.append(str(error))
    return refused
try:
    sdk.SpeechClient(given["url"], None)
except ValueError as error:
    keyless = str(error)
print(json.dumps({
    "keyless": keyless,
    "addresses": [addressed(url) for url in ("", "localhost:8080")],
    "wrong key": refusal(speaking(given["url"], given["wrongKey"])),
    "no credits": refusal(speaking(given["url"], given["poorKey"])),
    "figures": figures,
    "rate limit": refusal(lambda: limited.call("GET", "/v1/plans")),
    "long text": refusal(lambda: client.speak("a" * 5001)),
    "long body": refusal(lambda: client.speak("a" * 70_000)),
    "no sound": sentence(lambda: client.transcribe(b"no sound")),
    "no request": refusal(client.request("3f0c7a52-8f0e-4a54-9b8a-2c6f5d1b7e90").wait),
    "unreachable": unreachable,
}))
`;

/** Answers that break, or whose compression is broken, to both clients. */
const breaks = `
import httpx
class Broken(httpx.SyncByteStream, httpx.AsyncByteStream):
    def __iter__(self):
        yield b"RIFF"
        raise httpx.ReadError("reset")
    async def __aiter__(self):
        yield b"RIFF"
        raise httpx.ReadError("reset")
    def close(self):
        raise httpx.CloseError("reset")
    async def aclose(self):
        raise httpx.CloseError("reset")
settings = {"transport": httpx.MockTransport(lambda request: httpx.Response(200, stream=Broken())), "max_retries": 0}
garbled = {"content-encoding": "gzip", "content-type": "application/json"}
class Garbled(httpx.SyncByteStream, httpx.AsyncByteStream):
    def __iter__(self):
        yield b"no gzip"
    async def __aiter__(self):
        yield b"no gzip"
    def close(self):
        closings.append(True)
    async def aclose(self):
        closings.append(True)
asked, closings = [], []
def garble(request):
    asked.append(request)
    return httpx.Response(200, headers=garbled, stream=Garbled())
undecodable = {"transport": httpx.MockTransport(garble), "max_retries": 2, "backoff": 0}
def broken(take, **given):
    try:
        take(sdk.SpeechClient("http://speech", "sk", **{**settings, **given}))
    except Exception as error:
        return type(error).__name__ + ": " + str(error)
async def awaited(take, **given):
    try:
        await take(sdk.AsyncSpeechClient("http://speech", "sk", **{**settings, **given}))
    except Exception as error:
        return type(error).__name__ + ": " + str(error)
async def parts(client):
    return [part async for part in await client.speak("Hello.")]
async def whole(client):
    return await (await client.speak("Hello.")).read()
async def closed(client):
    await (await client.speak("Hello.")).close()
async def main():
    return [
        await awaited(parts),
        await awaited(whole),
        await awaited(closed),
        await awaited(lambda client: client.call("GET", "/v1/usage")),
        await awaited(lambda client: client.call("GET", "/v1/usage"), **undecodable),
        await awaited(whole, **undecodable),
    ]
print(json.dumps([
    [
        broken(lambda client: list(client.speak("Hello."))),
        broken(lambda client: client.speak("Hello.").read()),
        broken(lambda client: client.speak("Hello.").close()),
        broken(lambda client: client.call("GET", "/v1/usage")),
        broken(lambda client: client.call("GET", "/v1/usage"), **undecodable),
        broken(lambda client: client.speak("Hello.").read(), **undecodable),
    ],
    asyncio.run(main()),
    [len(asked), len(closings)],
]))
`;

if (await hasPythonPackage("httpx")) {
  const { service, given: accounts, close } = await openSdkAccounts();
  const given = { ...accounts, sdk, said };
  test.after.always(close);

  test.serial(
    "the Python client speaks, transcribes with progress, waits by an id and iterates over lists",
    async (t) => {
      const schema = z.looseObject({ text: z.string(), bytes: z.int() });
      const { text, bytes, ...found } = schema.parse(await runPython(open + calls, given));
      t.deepEqual(wordsOf(text), wordsOf(said));
      t.true(bytes > 1000);
      t.deepEqual(found, {
        type: "audio/mpeg",
        subtitles: "1\n00:00:",
        progress: 100,
        search: [{ query: "zzz", hits: [] }],
        waited: true,
        repeated: true,
        paged: true,
        source: "all",
        api: ["all", true, true, "completed", true, "ok"],
        voice: "Sally",
      });
    },
  );

  test.serial("the asynchronous Python client does the same", async (t) => {
    const schema = z.looseObject({ text: z.string(), bytes: z.int() });
    const { text, bytes, ...found } = schema.parse(await runPython(open + awaited, given));
    t.deepEqual(wordsOf(text), wordsOf(said));
    t.true(bytes > 1000);
    t.deepEqual(found, { subtitles: "WEBVTT", progress: 100, requests: true, refused: ["body", "text"] });
  });

  test.serial("errors of the Python client have a class and a code each", async (t) => {
    const noAddress = (url: string) =>
      `base_url is "${url}". It must be an address that begins with http:// or https://.`;
    t.deepEqual(await runPython(open + errors, given), {
      keyless: "api_key is None. It must be a text.",
      addresses: ["", "localhost:8080"].map((url) => [noAddress(url), noAddress(url)]),
      "wrong key": ["AuthenticationError", 401, "invalid_api_key"],
      "no credits": ["InsufficientCreditsError", 402, "insufficient_credits"],
      figures: [6, 0, "Insufficient credits. This needs 6 credits; 0 remain."],
      "rate limit": ["RateLimitError", 429, "rate_limited"],
      "long text": ["InvalidInputError", 422, "validation_error"],
      "long body": ["InvalidInputError", 413, "body_too_large"],
      "no sound": "audio: The file could not be read as audio. ",
      "no request": ["NotFoundError", 404, "request_not_found"],
      unreachable: "The service at http://127.0.0.1:9 could not be reached ([Errno 111] Connection refused).",
    });
  });

  test.serial("an answer that breaks while it is read is an error of the Python clients, never of httpx", async (t) => {
    const [broke, unreadable] = ["The connection broke.", "The answer could not be read."];
    const reset = "The service at http://speech could not be reached (reset).";
    const sentences = [broke, broke, broke, reset, unreadable, unreadable];
    const failed = sentences.map((sentence) => `ConnectionFailedError: ${sentence}`);
    // An answer that cannot be read is not asked for again, and is closed.
    t.deepEqual(await runPython(open + breaks, given), [failed, failed, [4, 4]]);
  });

  test.serial(
    "the Python client waits for as long as the service asks, and leaves longer waits to the caller",
    async (t) => {
      const schema = z.object({ asked: z.number(), long: z.int(), waits: z.array(z.tuple([z.int(), z.number()])) });
      const { asked, long, waits: seen } = schema.parse(await runPython(open + waits, given));
      t.deepEqual([asked, long], [61, 1]);
      for (const [answers, seconds] of seen) {
        t.is(answers, 2);
        t.true(seconds >= 0.99, `${seconds}`);
      }
    },
  );

  test.serial(
    "the Python client has channels transcribed by themselves, names them, and corrects a segment",
    async (t) => {
      const { key, userId } = await service.account();
      const folder = await mkdtemp(join(tmpdir(), "speech-python-"));
      t.teardown(() => rm(folder, { recursive: true }));
      const path = join(folder, "call.wav");
      await writeFile(path, inChannels(await speech(said), await speech(said, "slt")));
      const program = `${open}
heard = client.transcribe(given["path"], channels="separate", interval=0.05)
named = client.update_transcript(heard["request_id"], speaker_names={"0": "Agent"}, segments={0: "Good evening."})
print(json.dumps([[one["name"] for one in named["channels"]], client.transcript(heard["request_id"])]))`;
      const answer = await runPython(program, { ...given, key, path });
      const [names, text] = z.tuple([z.array(z.string().nullable()), z.string()]).parse(answer);
      t.deepEqual(names, ["Agent", null]);
      t.regex(text, /^Agent: Good evening\.\nChannel 2: /s);
      t.is((await chargesOf(service.resources, userId)).length, 1);
    },
  );

  test.serial("a call of the Python client whose answer was lost is repeated, and charged once", async (t) => {
    const { key, userId } = await service.account();
    await using proxy = await openLosingProxy(service, userId);
    const program = `${open}print(json.dumps(client.transcribe(given["path"], interval=0.05)["text"]))`;
    const text = await runPython(program, { ...given, key, url: proxy.baseUrl });
    t.deepEqual(wordsOf(z.string().parse(text)), wordsOf(said));
    t.true(proxy.calls() >= 3);
    t.is((await chargesOf(service.resources, userId)).length, 1);
  });
} else {
  test.skip("the Python client: not run, because python3 has no package `httpx`", () => undefined);
}
