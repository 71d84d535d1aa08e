import { join } from "node:path";
import test from "ava";
import { z } from "zod";
import { wordsOf } from "#harness/audio/word-error-rate.ts";
import { chargesOf } from "#harness/payments/credits.ts";
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
seen = []
heard = client.transcribe(given["path"], on_progress=seen.append, interval=0.05)
with open(given["path"], "rb") as file:
    content = file.read()
again = client.start_transcription(content)
voices = [voice["voice_id"] for voice in client.voices(limit=100)]
print(json.dumps({
    "type": audio.content_type,
    "bytes": len(content),
    "text": heard["text"],
    "progress": seen[-1],
    "waited": client.request(again.id).wait(interval=0.05)["request_id"] == again.id,
    "paged": [voice["voice_id"] for voice in client.voices(limit=30)] == voices and len(voices) > 30,
    "source": client.call("GET", "/v1/usage")["source"],
}))
`;

const awaited = `
async def main():
    async with sdk.AsyncSpeechClient(given["url"], given["key"]) as client:
        async with await client.speak(given["said"], format="mp3") as audio:
            parts = [part async for part in audio]
        seen = []
        heard = await client.transcribe(b"".join(parts), on_progress=seen.append, interval=0.05)
        requests = [request async for request in client.requests(limit=1)]
        return {
            "bytes": len(b"".join(parts)),
            "text": heard["text"],
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

const errors = `
def refusal(call):
    try:
        call()
    except sdk.SpeechError as error:
        return [type(error).__name__, error.status, error.code]
def speaking(url, key):
    return lambda: sdk.SpeechClient(url, key, max_retries=0).speak("Hello.")
limited = sdk.SpeechClient(given["limitedUrl"], given["limitedKey"], max_retries=0)
limited.call("GET", "/v1/plans")
try:
    sdk.SpeechClient("http://127.0.0.1:9", "sk", backoff=0).call("GET", "/v1/plans")
except sdk.ConnectionFailedError as error:
    unreachable = str(error)
print(json.dumps({
    "wrong key": refusal(speaking(given["url"], given["wrongKey"])),
    "no credits": refusal(speaking(given["url"], given["poorKey"])),
    "rate limit": refusal(lambda: limited.call("GET", "/v1/plans")),
    "long text": refusal(lambda: client.speak("a" * 5001)),
    "no request": refusal(client.request("3f0c7a52-8f0e-4a54-9b8a-2c6f5d1b7e90").wait),
    "unreachable": unreachable,
}))
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
      t.deepEqual(found, { type: "audio/mpeg", progress: 100, waited: true, paged: true, source: "all" });
    },
  );

  test.serial("the asynchronous Python client does the same", async (t) => {
    const schema = z.looseObject({ text: z.string(), bytes: z.int() });
    const { text, bytes, ...found } = schema.parse(await runPython(open + awaited, given));
    t.deepEqual(wordsOf(text), wordsOf(said));
    t.true(bytes > 1000);
    t.deepEqual(found, { progress: 100, requests: true, refused: ["body", "text"] });
  });

  test.serial("errors of the Python client have a class and a code each", async (t) => {
    t.deepEqual(await runPython(open + errors, given), {
      "wrong key": ["AuthenticationError", 401, "invalid_api_key"],
      "no credits": ["InsufficientCreditsError", 402, "insufficient_credits"],
      "rate limit": ["RateLimitError", 429, "rate_limited"],
      "long text": ["InvalidInputError", 422, "invalid_input"],
      "no request": ["NotFoundError", 404, "request_not_found"],
      unreachable: "The service could not be reached.",
    });
  });

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
