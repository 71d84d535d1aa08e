import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import test from "ava";
import { z } from "zod";
import { wordsOf } from "#harness/audio/word-error-rate.ts";
import { startService } from "#test/support/service.ts";

const run = promisify(execFile);
const said = "Please open the window. Thank you very much.";

/** Speaks and transcribes as OpenAI's documentation does it, and prints what came of it as JSON. */
const program = `
import json, sys
import openai

said, path = sys.argv[1:]
client = openai.OpenAI()
with client.audio.speech.with_streaming_response.create(model="tts-1", voice="alloy", input=said) as response:
    response.stream_to_file(path)
def listen(**options):
    with open(path, "rb") as sound:
        return client.audio.transcriptions.create(file=sound, **options)
verbose = listen(model="whisper-1", response_format="verbose_json", timestamp_granularities=["word", "segment"])
events = [event.type for event in listen(model="gpt-4o-transcribe", stream=True)]
try:
    client.audio.speech.create(model="tts-1", voice="nobody", input=said)
except openai.BadRequestError as error:
    refused = {"param": error.param, "code": error.code}
print(json.dumps({
    "text": listen(model="gpt-4o-mini-transcribe").text,
    "srt": listen(model="whisper-1", response_format="srt"),
    "words": [word.word for word in verbose.words],
    "segments": len(verbose.segments),
    "last": events[-1],
    "refused": refused,
    "models": [model.id for model in client.models.list()],
}))
`;
const printed = z.object({
  text: z.string(),
  srt: z.string(),
  words: z.array(z.string()),
  segments: z.int(),
  last: z.string(),
  refused: z.unknown(),
  models: z.array(z.string()),
});

const isThere = await run("python3", ["-c", "import openai"]).then(
  () => true,
  () => false,
);

if (isThere) {
  test("the Python SDK speaks, transcribes and is refused as it expects", async (t) => {
    await using service = await startService({ workers: ["synthesis", "transcription"] });
    const { key } = await service.account();
    const folder = await mkdtemp(join(tmpdir(), "speech-python-"));
    t.teardown(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, "program.py"), program);
    const env = { ...process.env, OPENAI_BASE_URL: `${service.baseUrl}/openai/v1`, OPENAI_API_KEY: key };
    const { stdout } = await run("python3", [join(folder, "program.py"), said, join(folder, "speech.mp3")], { env });
    const found = printed.parse(JSON.parse(stdout));
    t.deepEqual(wordsOf(found.text), wordsOf(said));
    t.deepEqual(wordsOf(found.words.join(" ")), wordsOf(said));
    t.true(found.segments > 0);
    t.regex(found.srt, /-->/);
    t.is(found.last, "transcript.text.done");
    t.deepEqual(found.refused, { param: "voice", code: "voice_not_found" });
    t.true(found.models.includes("whisper-1"));
  });
} else {
  test.skip("the Python SDK: not run, because python3 has no package `openai`", () => undefined);
}
