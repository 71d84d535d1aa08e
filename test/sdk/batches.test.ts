import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { z } from "zod";
import { speech } from "#harness/audio/sounds.ts";
import { openHostSettings, openRecordingServer } from "#harness/outbound/recording-server.ts";
import { type BatchResult, SpeechClient } from "#sdk/index.ts";
import { hasPythonPackage, runPython } from "#test/support/python.ts";
import { startService } from "#test/support/service.ts";

const recording = await speech("Please open the window. Thank you very much.");
const server = await openRecordingServer(recording);
const folder = await mkdtemp(join(tmpdir(), "speech-batches-"));
const file = join(folder, "words.wav");
await writeFile(file, recording);
const service = await startService({
  workers: ["transcription", "maintenance"],
  env: { ...openHostSettings, SWEEP_INTERVAL_MS: "100" },
});
const { key } = await service.account();
const hasHttpx = await hasPythonPackage("httpx");
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
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

test("the client for TypeScript sends files as one zip, and takes no files beside addresses", async (t) => {
  const client = new SpeechClient({ baseUrl: service.baseUrl, apiKey: key });
  const named = new File([recording], "../.a/b:c.wav");
  const files = [named, named, new File(["no sound"], "notes.txt"), file];
  const work = await client.startBatch(files, { language: "en", key_terms: ["window"] });
  t.like(await work.wait({ intervalMs: 50 }), { completed: 3, failed: 1 });
  const results = await Array.fromAsync(client.batchResults(work.id));
  t.deepEqual(
    results.map((one) => [one.custom_id, one.error?.code ?? null, words.test(one.transcription?.text ?? "")]),
    [
      ["1-.._.a_b_c.wav", null, true],
      ["2-.._.a_b_c.wav", null, true],
      ["3-notes.txt", "audio_unusable", false],
      ["4-words.wav", null, true],
    ],
  );
  await t.throwsAsync(client.startBatch([file, server.at("/good.wav")]), {
    instanceOf: TypeError,
  });
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
files = client.start_batch([given["file"], b"no sound"], language="en", key_terms=["window"])
files.wait(interval=0.05)
sent = list(client.batch_results(files.id))
try:
    client.start_batch([given["file"], given["address"]])
    sent = []
except TypeError:
    pass
print(json.dumps([batch["status"], list(client.batch_results(work.id)), asyncio.run(results()), sent]))
`;
    const sdk = join(import.meta.dirname, "../../sdk/python");
    const given = { sdk, url: service.baseUrl, key, address: server.at("/good.wav"), file };
    const result = z.object({
      custom_id: z.string().nullable(),
      transcription: z.object({ text: z.string() }).nullable(),
    });
    const told = z
      .tuple([z.string(), z.array(result), z.array(result), z.array(result)])
      .parse(await runPython(program, given));
    const [status, own, others, sent] = told;
    t.is(status, "completed");
    t.is(own[0]?.custom_id, "call 1");
    t.regex(own[0]?.transcription?.text ?? "", words);
    t.is(own[1]?.transcription, null);
    t.deepEqual(others, own);
    t.regex(sent[0]?.transcription?.text ?? "", words);
    t.deepEqual(
      sent.map((one) => one.custom_id),
      ["1-words.wav", "2-recording"],
    );
  });
} else {
  test.skip("the Python clients: not run, because python3 has no package `httpx`", () => undefined);
}
