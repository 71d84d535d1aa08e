import test from "ava";
import { z } from "zod";
import { wordsOf } from "#harness/audio/word-error-rate.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { openLosingProxy } from "#test/support/losing-proxy.ts";
import { hasPythonPackage, runPython } from "#test/support/python.ts";
import { openSdkAccounts } from "#test/support/sdk-accounts.ts";

const said = "Please open the window. Thank you very much.";

const open = `
import openai
def client_of(url, key, **options):
    return openai.OpenAI(base_url=url + "/openai/v1", api_key=key, **options)
client = client_of(given["url"], given["key"])
def speak(**options):
    return client.audio.speech.create(**{"model": "tts-1", "voice": "alloy", "input": given["said"], **options})
def listen(**options):
    with open(given["path"], "rb") as sound:
        return client.audio.transcriptions.create(file=sound, **options)
`;

const calls = `
with client.audio.speech.with_streaming_response.create(model="tts-1", voice="alloy", input=given["said"]) as response:
    response.stream_to_file(given["path"])
verbose = listen(model="whisper-1", response_format="verbose_json", timestamp_granularities=["word", "segment"])
events = [event.type for event in listen(model="gpt-4o-transcribe", stream=True)]
print(json.dumps({
    "bytes": len(speak().content),
    "text": listen(model="gpt-4o-mini-transcribe").text,
    "srt": listen(model="whisper-1", response_format="srt"),
    "words": [word.word for word in verbose.words],
    "segments": len(verbose.segments),
    "last": events[-1],
    "models": [model.id for model in client.models.list()],
    "model": client.models.retrieve("whisper-1").id,
}))
`;
const answers = z.object({
  bytes: z.int(),
  text: z.string(),
  srt: z.string(),
  words: z.array(z.string()),
  segments: z.int(),
  last: z.string(),
  models: z.array(z.string()),
  model: z.string(),
});

const errors = `
words = lambda error: [error.code, error.param]
def speaking(key):
    return lambda: client_of(given["url"], key).audio.speech.create(model="tts-1", voice="alloy", input="Hello.")
limited = client_of(given["limitedUrl"], given["limitedKey"], max_retries=0)
limited.models.list()
print(json.dumps({
    "wrong key": refused(speaking(given["wrongKey"]), words),
    "expired key": refused(speaking(given["expiredKey"]), words),
    "no credits": refused(speaking(given["poorKey"]), words),
    "rate limit": refused(limited.models.list, words),
    "long text": refused(lambda: speak(input="a" * 4097), words),
    "no audio": refused(lambda: client.audio.transcriptions.create(file=b"no sound", model="whisper-1"), words),
    "no voice": refused(lambda: speak(voice="nobody"), words),
}))
`;

if (await hasPythonPackage("openai")) {
  const { service, given, close } = await openSdkAccounts();
  test.after.always(close);

  test.serial("PyPI openai: speaks, streams and transcribes, also with events, and reads the models", async (t) => {
    const found = answers.parse(await runPython(open + calls, { ...given, said }));
    t.true(found.bytes > 1000);
    t.deepEqual(wordsOf(found.text), wordsOf(said));
    t.deepEqual(wordsOf(found.words.join(" ")), wordsOf(said));
    t.true(found.segments > 0);
    t.regex(found.srt, /-->/);
    t.is(found.last, "transcript.text.done");
    t.true(found.models.includes("whisper-1"));
    t.is(found.model, "whisper-1");
  });

  test.serial("PyPI openai: every refusal is an error of the class that the package has for it", async (t) => {
    t.deepEqual(await runPython(open + errors, { ...given, said }), {
      "wrong key": ["AuthenticationError", 401, "invalid_api_key", null],
      "expired key": ["AuthenticationError", 401, "invalid_api_key", null],
      "no credits": ["RateLimitError", 429, "credit_balance_exhausted", null],
      "rate limit": ["RateLimitError", 429, "rate_limit_exceeded", null],
      "long text": ["BadRequestError", 400, "string_above_max_length", "input"],
      "no audio": ["BadRequestError", 400, "invalid_value", "file"],
      "no voice": ["BadRequestError", 400, "voice_not_found", "voice"],
    });
  });

  test.serial("PyPI openai: a call whose answer was lost is repeated, and charged once", async (t) => {
    const { key, userId } = await service.account();
    await using proxy = await openLosingProxy(service, userId);
    const program = `${open}print(json.dumps(listen(model="whisper-1").text))`;
    const text = await runPython(program, { ...given, key, url: proxy.baseUrl });
    t.deepEqual(wordsOf(z.string().parse(text)), wordsOf(said));
    t.is(proxy.calls(), 2);
    t.is((await chargesOf(service.resources, userId)).length, 1);
  });
} else {
  test.skip("PyPI openai: not run, because python3 has no package `openai`", () => undefined);
}
