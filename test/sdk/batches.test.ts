import { join } from "node:path";
import test from "ava";
import { z } from "zod";
import { speech } from "#harness/audio/sounds.ts";
import { openHostSettings, openRecordingServer } from "#harness/outbound/recording-server.ts";
import { type BatchResult, SpeechClient } from "#sdk/index.ts";
import { hasPythonPackage, runPython } from "#test/support/python.ts";
import { startService } from "#test/support/service.ts";

const server = await openRecordingServer(await speech("Please open the window. Thank you very much."));
const service = await startService({
  workers: ["transcription", "maintenance"],
  env: { ...openHostSettings, SWEEP_INTERVAL_MS: "100" },
});
const { key } = await service.account();
const hasHttpx = await hasPythonPackage("httpx");
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const words = /window.*thank you/is;

test("the client for TypeScript waits for a batch and reads its results one by one", async (t) => {
  const client = new SpeechClient({ baseUrl: service.baseUrl, apiKey: key });
  const named = { url: server.at("/good.wav"), custom_id: "call 1" };
  const work = await client.startBatch([named, new URL(server.at("/none.wav")), "ftp://example.com/a"], {
    language: "en",
  });
  const seen: number[] = [];
  const batch = await work.wait({ intervalMs: 50, onProgress: (percent) => seen.push(percent) });
  t.like(batch, { status: "completed", completed: 1, failed: 2 });
  t.is(seen.at(-1), 100);
  const results: BatchResult[] = await Array.fromAsync(client.batchResults(work.id));
  t.regex(results[0]?.transcription?.text ?? "", words);
  t.deepEqual(
    results.map(({ custom_id: id, error }) => [id, error?.code ?? null]),
    [
      ["call 1", null],
      [null, "audio_url_unreachable"],
      [null, "audio_url_refused"],
    ],
  );
});

if (hasHttpx) {
  test("both Python clients wait for a batch and read its results", async (t) => {
    const program = `
sys.dont_write_bytecode = True
sys.path.insert(0, given["sdk"])
import asyncio
import speech_service as sdk
client = sdk.SpeechClient(given["url"], given["key"])
work = client.start_batch([{"url": given["address"], "custom_id": "call 1"}, "ftp://example.com/a"], language="en", model=None)
batch = work.wait(interval=0.05)
async def results():
    async with sdk.AsyncSpeechClient(given["url"], given["key"]) as other:
        return [one async for one in other.batch_results(work.id)]
print(json.dumps([batch["status"], list(client.batch_results(work.id)), asyncio.run(results())]))
`;
    const sdk = join(import.meta.dirname, "../../sdk/python");
    const given = { sdk, url: service.baseUrl, key, address: server.at("/good.wav") };
    const result = z.object({
      custom_id: z.string().nullable(),
      transcription: z.object({ text: z.string() }).nullable(),
    });
    const told = z.tuple([z.string(), z.array(result), z.array(result)]).parse(await runPython(program, given));
    const [status, own, others] = told;
    t.is(status, "completed");
    t.is(own[0]?.custom_id, "call 1");
    t.regex(own[0]?.transcription?.text ?? "", words);
    t.is(own[1]?.transcription, null);
    t.deepEqual(others, own);
  });
} else {
  test.skip("the Python clients: not run, because python3 has no package `httpx`", () => undefined);
}
