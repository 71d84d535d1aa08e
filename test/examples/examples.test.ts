import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import test from "ava";
import { z } from "zod";
import "./resolve-sdk.ts";
import { speech, tone } from "#harness/audio/sounds.ts";
import { wordsOf } from "#harness/audio/word-error-rate.ts";
import { setBalance } from "#harness/payments/credits.ts";
import { SpeechClient } from "#sdk/index.ts";
import { hasAgents, runAgent } from "#test/support/agents.ts";
import { hasPythonPackage, runPython } from "#test/support/python.ts";
import { startService } from "#test/support/service.ts";

const run = promisify(execFile);
const examples = join(import.meta.dirname, "../../examples");
const said = "Please open the window. Thank you very much.";

const [hasLangChain, hasOpenAi, hasLiveKit] = await Promise.all([
  ...["langchain_core", "openai"].map(hasPythonPackage),
  hasAgents("livekit.plugins.openai"),
]);
const service = await startService({ workers: ["synthesis", "transcription"] });
const { key } = await service.account();
const client = new SpeechClient({ baseUrl: service.baseUrl, apiKey: key });
const recording = await speech(said);
const account = { SPEECH_URL: service.baseUrl, SPEECH_API_KEY: key };
const folder = await mkdtemp(join(tmpdir(), "speech-examples-"));
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test("examples/README.md links to every example", async (t) => {
  const page = await readFile(join(examples, "README.md"), "utf8");
  const entries = await readdir(examples, { withFileTypes: true });
  for (const entry of entries) if (entry.isDirectory()) t.true(page.includes(`](${entry.name}/`), entry.name);
});

test("subtitles: a broken file does not stop the other recordings of a folder from getting subtitles", async (t) => {
  const recordings = await mkdtemp(join(folder, "recordings-"));
  for (const name of ["a.wav", "b.wav"]) await writeFile(join(recordings, name), recording);
  await writeFile(join(recordings, "broken.wav"), "no sound");
  await writeFile(join(recordings, "notes.md"), "no sound");
  const options = ["--import", join(import.meta.dirname, "resolve-sdk.ts"), join(examples, "subtitles/subtitles.ts")];
  const error = await t.throwsAsync(
    run(process.execPath, [...options, recordings], { env: { ...process.env, ...account } }),
  );
  t.regex(String(error), /broken\.wav: /);
  const names = await readdir(recordings);
  t.deepEqual(names.toSorted(), ["a.wav", "a.wav.srt", "b.wav", "b.wav.srt", "broken.wav", "notes.md"]);
  t.regex(await readFile(join(recordings, "a.wav.srt"), "utf8"), /^1\n00:00:/);
});

test("bot: voice messages are transcribed, texts are spoken, and refusals are explained", async (t) => {
  const { createBot } = await import("#examples/bot/bot.ts");
  const bot = createBot(client);
  const spoken = await bot({ text: said });
  if (!("voice" in spoken)) return t.fail();
  t.is(Buffer.from(spoken.voice.subarray(0, 4)).toString(), "OggS");
  const heard = await bot({ voice: new Blob([new Uint8Array(spoken.voice)]) });
  t.deepEqual(wordsOf("text" in heard ? heard.text : ""), wordsOf(said));
  t.regex(JSON.stringify(await bot({ voice: new Blob(["no sound"]) })), /cannot use this/);
  const poor = await service.account(0);
  await setBalance(service.resources, { userId: poor.userId, pool: "tts" }, 0);
  const broke = createBot(new SpeechClient({ baseUrl: service.baseUrl, apiKey: poor.key }));
  t.regex(JSON.stringify(await broke({ text: said })), /no credits left/);
});

test("telephone: a text becomes frames of mu-law at 8000 Hz, which are heard again", async (t) => {
  const { mediaMessages, transcribeCall } = await import("#examples/telephone/telephone.ts");
  const message = z.object({
    event: z.string(),
    streamSid: z.literal("MZ1"),
    media: z.object({ payload: z.base64() }).optional(),
  });
  const messages = [];
  for await (const text of mediaMessages(client, said, "MZ1")) messages.push(message.parse(JSON.parse(text)));
  t.is(messages.at(-1)?.event, "mark");
  const frames = messages.flatMap(({ media }) => (media === undefined ? [] : [Buffer.from(media.payload, "base64")]));
  t.true(frames.length > 50 && frames.every((frame) => frame.length === 160));
  t.deepEqual(wordsOf(await transcribeCall(service.baseUrl, key, Buffer.concat(frames))), wordsOf(said));
});

test("nextjs: the route transcribes an uploaded recording and reports a refusal as a sentence", async (t) => {
  Object.assign(process.env, account);
  const { POST } = await import("#examples/nextjs/app/api/transcriptions/route.ts");
  const send = (file?: Blob) => {
    const body = new FormData();
    if (file !== undefined) body.set("recording", file, "meeting.wav");
    return POST(new Request("http://localhost:3000/api/transcriptions", { method: "POST", body }));
  };
  const { text } = z.object({ text: z.string() }).parse(await (await send(new Blob([recording]))).json());
  t.deepEqual(wordsOf(text), wordsOf(said));
  t.is((await send()).status, 422);
  const refused = await send(new Blob(["no sound"]));
  t.is(refused.status, 422);
  t.regex(z.object({ note: z.string() }).parse(await refused.json()).note, /could not be read as audio/);
  t.is((await send(new Blob([tone(1)]))).status, 200, "what has no words is an empty transcript");
});

const open = `
import os
os.environ.update(given["account"])
sys.dont_write_bytecode = True
sys.path.insert(0, given["examples"])
`;

const chain = `${open}
import voice_chain
from langchain_core.runnables import RunnableLambda
questions = []
def answer(question):
    questions.append(question)
    return "Of course."
with open(given["recording"], "rb") as file:
    spoken = voice_chain.voice_chain(RunnableLambda(answer)).invoke(file.read())
print(json.dumps({"question": questions[0], "bytes": len(spoken)}))
`;

const agent = `${open}
import asyncio
import agent
async def main():
    spoken = [part.frame async for part in agent.text_to_speech().synthesize(given["said"])]
    heard = await agent.speech_to_text().recognize(spoken)
    return {"frames": len(spoken), "text": heard.alternatives[0].text}
print(json.dumps(asyncio.run(main())))
`;

const given = async (example: string) => {
  const file = join(folder, `${example}.bin`);
  await writeFile(file, recording);
  return { account, said, examples: join(examples, example), recording: file };
};

if (hasLangChain && hasOpenAi) {
  test("langchain: a chain transcribes a question and speaks the answer", async (t) => {
    const found = z
      .object({ question: z.string(), bytes: z.int() })
      .parse(await runPython(chain, await given("langchain")));
    t.deepEqual(wordsOf(found.question), wordsOf(said));
    t.true(found.bytes > 1000);
  });
} else {
  test.skip("langchain: not run, because python3 lacks `langchain_core` or `openai`", () => undefined);
}

if (hasLiveKit) {
  test("livekit: the agent transcribes what it has synthesized", async (t) => {
    const found = z.object({ frames: z.int(), text: z.string() }).parse(await runAgent(agent, await given("livekit")));
    t.true(found.frames > 0);
    t.deepEqual(wordsOf(found.text), wordsOf(said));
  });
} else {
  test.skip("livekit: not run, because python3 has no package `livekit.plugins.openai`", () => undefined);
}
