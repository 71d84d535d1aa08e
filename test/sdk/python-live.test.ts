import { join } from "node:path";
import test from "ava";
import { z } from "zod";
import { finalOf, openFakeLiveWorker } from "#harness/servers/live-worker.ts";
import { countingSound, openBreakingLiveServer } from "#test/support/breaking-live-server.ts";
import { hasPythonPackage, runPython } from "#test/support/python.ts";
import { startService } from "#test/support/service.ts";

const sdk = join(import.meta.dirname, "../../sdk/python");

const open = `
sys.dont_write_bytecode = True
sys.path.insert(0, given["sdk"])
import array, asyncio
import speech_service
from speech_service.live import LiveTranscription
`;

const talk = `
async def main():
    async with LiveTranscription(given["url"], given["key"], endpointing_ms=0, end_of_turn="silence", words=False) as session:
        await session.send(bytes(48_000))
        seen = []
        async for event in session:
            seen.append(event["type"])
            if event["type"] == "session_ready":
                await session.finalize()
            if event["type"] == "final" and event["from_finalize"]:
                await session.close()
        return {"seen": seen, "charge": event["credits_consumed"]}
async def refused(key, **options):
    try:
        async with LiveTranscription(given["url"], key, **options):
            pass
    except Exception as error:
        return [type(error).__name__, getattr(error, "code", None)]
def addressed(url):
    try:
        LiveTranscription(url, "sk")
    except ValueError as error:
        return str(error)
async def idle():
    try:
        async with LiveTranscription(given["url"], given["key"]) as session:
            async for event in session:
                pass
    except speech_service.LiveSessionError as error:
        return [event["type"], error.code]
async def by_token():
    async with speech_service.AsyncSpeechClient(given["url"], given["key"]) as client:
        made = []
        async def token():
            made.append(await client.create_live_token(ttl_seconds=30))
            return made[-1]["token"]
        async with LiveTranscription(given["url"], token=token) as session:
            await session.close()
            async for event in session:
                pass
    async def used():
        return made[0]["token"]
    return [event["type"], sorted(made[0]), await refused(None, token=used)]
async def all_of_it():
    return {
        **await main(),
        "addressed": addressed("localhost:8080"),
        "by_token": await by_token(),
        "refused": [await refused("sk_wrong"), await refused(given["key"], sample_rate=1)],
        "idle": await idle(),
    }
print(json.dumps(asyncio.run(all_of_it())))
`;

const broken = `
def sound(start, seconds):
    return array.array("h", [at % 1000 for at in range(16_000 * start, 16_000 * (start + seconds))]).tobytes()
asked = 0
async def token():
    global asked
    asked += 1
    # There is none for the first attempt to resume.
    if asked == 2:
        raise RuntimeError("The page that makes tokens does not answer.")
    return "token"
async def main():
    texts = []
    async with LiveTranscription(given["url"], token=token) as session:
        await session.send(sound(0, 3))
        async for event in session:
            if event["type"] != "final":
                continue
            texts.append(event["text"])
            if event["id"] == "1":
                await session.send(sound(3, 1))
                await session.finalize()
                await session.close()
    return {"texts": texts, "asked": asked}
print(json.dumps(asyncio.run(main())))
`;

if (await hasPythonPackage("websockets, httpx")) {
  test("the Python client transcribes live, and raises why a session is refused or ended", async (t) => {
    await using service = await startService({
      env: { LIVE_SECRET: "a secret of a test run", LIVE_IDLE_SECONDS: "1" },
    });
    await using worker = await openFakeLiveWorker(service.resources.db);
    const { key } = await service.account();
    const first = worker.session(0).then((session) => session.say(finalOf(1, "Hello.", { start: 0, end: 1 })));
    const found = await runPython(open + talk, { sdk, url: service.baseUrl, key });
    await first;
    const { seen, ...others } = z.looseObject({ seen: z.array(z.string()) }).parse(found);
    t.deepEqual([seen[0], seen.at(-1)], ["session_started", "session_ended"]);
    t.is(seen.filter((type) => type === "final").length, 2);
    t.deepEqual(others, {
      charge: 2,
      addressed: 'base_url is "localhost:8080". It must be an address that begins with http:// or https://.',
      by_token: ["session_ended", ["expires_at", "token"], ["AuthenticationError", "invalid_api_key"]],
      refused: [
        ["AuthenticationError", "invalid_api_key"],
        ["InvalidInputError", "validation_error"],
      ],
      idle: ["session_ended", "request_timeout"],
    });
    t.like(worker.sessions[0]?.start, { endpointing_ms: null, end_of_turn: "silence" });
  });

  test("after a broken connection the Python client goes on, and sends again what was not final", async (t) => {
    await using server = await openBreakingLiveServer({ resumes: true });
    const found = await runPython(open + broken, { sdk, url: server.baseUrl });
    t.deepEqual(found, { texts: ["One.", "Two."], asked: 4 });
    const [, again] = server.connections;
    t.deepEqual(again?.query, { resume: "again", after: "1" });
    t.deepEqual(again?.commands, ["finalize", "close"]);
    t.deepEqual(Buffer.from(Int16Array.from(again?.samples ?? []).buffer), Buffer.from(countingSound(1, 3)));
  });

  test("without websockets, the import of live transcription names the command that installs it", async (t) => {
    const lacking = `
sys.dont_write_bytecode = True
sys.path.insert(0, given["sdk"])
sys.modules["websockets"] = None
try:
    import speech_service.live
except ImportError as error:
    said = str(error)
print(json.dumps(said))
`;
    t.regex(z.string().parse(await runPython(lacking, { sdk })), /^Live transcription needs .*pip install 'websockets/);
  });
} else {
  test.skip("live transcription with the Python client: not run, because python3 lacks `websockets` or `httpx`", () =>
    undefined);
}
