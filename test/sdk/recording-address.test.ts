import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import test from "ava";
import { z } from "zod";
import { speech } from "#harness/audio/sounds.ts";
import { openHostSettings, openRecordingServer } from "#harness/outbound/recording-server.ts";
import { runProgram } from "#sdk/cli/program.ts";
import { SpeechClient } from "#sdk/index.ts";
import { hasPythonPackage, runPython } from "#test/support/python.ts";
import { startService } from "#test/support/service.ts";

const server = await openRecordingServer(await speech("Please open the window. Thank you very much."));
const service = await startService({ workers: ["transcription"], env: openHostSettings });
const { key } = await service.account();
const folder = await mkdtemp(join(tmpdir(), "speech-address-"));
const hasHttpx = await hasPythonPackage("httpx");
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const words = /window.*thank you/is;

test("the client for TypeScript takes an address as a text and as a URL", async (t) => {
  const client = new SpeechClient({ baseUrl: service.baseUrl, apiKey: key });
  for (const source of [server.at("/good.wav?a=%2F"), new URL(server.at("/good.wav?b=%2F"))]) {
    t.regex((await client.transcribe(source)).text, words);
  }
  t.true(["a", "b"].every((name) => server.asked.some(({ url }) => url === `/good.wav?${name}=%2F`)));
  await t.throwsAsync(client.transcribe(server.at("/none.wav")), { message: /server answered 404/ });
});

test("`speech transcribe` takes addresses, and names transcripts after them", async (t) => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const chunks: string[] = [];
  stdout.on("data", (chunk: Buffer) => chunks.push(chunk.toString()));
  stderr.resume();
  const env = { HOME: folder, PATH: "/nowhere", SPEECH_URL: service.baseUrl, SPEECH_API_KEY: key };
  const streams = { env, stdin: Readable.from(""), stdout, stderr };
  t.is(await runProgram(["transcribe", server.at("/good.wav?c=1"), "--out-dir", folder], streams), 0);
  t.regex(await readFile(join(folder, "good.txt"), "utf8"), words);
  t.is(await runProgram(["transcribe", server.at("/good.wav?d=1")], streams), 0);
  t.regex(chunks.join(""), words);
});

if (hasHttpx) {
  test("the Python client takes an address", async (t) => {
    const sdk = join(import.meta.dirname, "../../sdk/python");
    const program = `
sys.dont_write_bytecode = True
sys.path.insert(0, given["sdk"])
import speech_service as sdk
client = sdk.SpeechClient(given["url"], given["key"])
print(json.dumps(client.transcribe(given["address"], language="en", interval=0.05)["text"]))
`;
    const given = { sdk, url: service.baseUrl, key, address: server.at("/good.wav?e=%2F") };
    t.regex(z.string().parse(await runPython(program, given)), words);
    t.true(server.asked.some(({ url }) => url === "/good.wav?e=%2F"));
  });
} else {
  test.skip("the Python client: not run, because python3 has no package `httpx`", () => undefined);
}
