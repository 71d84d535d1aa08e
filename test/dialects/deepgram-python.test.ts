import test from "ava";
import { z } from "zod";
import { wordsOf } from "#harness/audio/word-error-rate.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { openLosingProxy } from "#test/support/losing-proxy.ts";
import { hasPythonPackage, runPython } from "#test/support/python.ts";
import { openSdkAccounts } from "#test/support/sdk-accounts.ts";

const said = "Please open the window. Thank you very much.";

const open = `
from deepgram import DeepgramClient
from deepgram.environment import DeepgramClientEnvironment
def client_of(url, **options):
    base = url + "/deepgram"
    places = DeepgramClientEnvironment(base=base, production=base, agent=base, agent_rest=base)
    return DeepgramClient(environment=places, **options)
client = client_of(given["url"], api_key=given["key"])
def listen(**options):
    with open(given["path"], "rb") as sound:
        heard = client.listen.v1.media.transcribe_file(request=sound.read(), **options)
    return heard.results.channels[0].alternatives[0]
`;

const calls = `
parts = [part for part in client.speak.v1.audio.generate(text=given["said"], model="aura-2-thalia-en")]
with open(given["path"], "wb") as sound:
    sound.write(b"".join(parts))
heard = listen(model="nova-3", smart_format=True)
granted = client.auth.v1.tokens.grant()
token = client_of(given["url"], access_token=client.auth.v1.tokens.grant(ttl_seconds=60).access_token)
models = client.manage.v1.models.list()
print(json.dumps({
    "parts": len(parts),
    "text": heard.transcript,
    "words": [word.word for word in heard.words],
    "expires": granted.expires_in,
    "spoken": sum(len(part) for part in token.speak.v1.audio.generate(text="Hello.")),
    "models": [len(models.stt) > 0, len(models.tts) > 0],
    "projects": len(client.manage.v1.projects.list().projects),
}))
`;
const answers = z.object({
  parts: z.int(),
  text: z.string(),
  words: z.array(z.string()),
  expires: z.int(),
  spoken: z.int(),
  models: z.unknown(),
  projects: z.int(),
});

const errors = `
words = lambda error: [error.body["err_code"] if isinstance(error.body, dict) else error.body]
def speaking(key, url=given["url"], **options):
    one = client_of(url, api_key=key)
    return lambda: list(one.speak.v1.audio.generate(**{"text": "Hello.", **options}))
limited = client_of(given["limitedUrl"], api_key=given["limitedKey"])
limited.manage.v1.models.list()
once = {"max_retries": 0}
print(json.dumps({
    "wrong key": refused(speaking(given["wrongKey"]), words),
    "expired key": refused(speaking(given["expiredKey"]), words),
    "no credits": refused(speaking(given["poorKey"]), words),
    "rate limit": refused(lambda: limited.manage.v1.models.list(request_options=once), words),
    "long text": refused(speaking(given["key"], text="a" * 5001), words),
    "no audio": refused(lambda: client.listen.v1.media.transcribe_file(request=b"no sound"), words),
    "no voice": refused(speaking(given["key"], model="nobody"), words),
}))
`;

const writing = `
from deepgram.speak.v1.types import SpeakV1Text
socket_url = given["url"].replace("http", "ws", 1) + "/deepgram"
places = DeepgramClientEnvironment(base=given["url"] + "/deepgram", production=socket_url, agent=socket_url, agent_rest="")
writer = DeepgramClient(environment=places, api_key=given["key"])
size, told = 0, []
with writer.speak.v1.connect(model="aura-2-thalia-en", encoding="linear16", sample_rate="24000") as socket:
    for word in given["said"].split():
        socket.send_text(SpeakV1Text(type="Speak", text=word + " "))
    socket.send_flush()
    while told[-1:] != ["Flushed"]:
        message = socket.recv()
        if isinstance(message, bytes):
            size += len(message)
        else:
            told.append(message.type)
    socket.send_close()
print(json.dumps({"told": told, "size": size}))
`;

if (await hasPythonPackage("deepgram")) {
  const { service, given, close } = await openSdkAccounts();
  test.after.always(close);

  test.serial(
    "PyPI deepgram-sdk: speaks part by part, transcribes, grants tokens, reads models and projects",
    async (t) => {
      const found = answers.parse(await runPython(open + calls, { ...given, said }));
      t.true(found.parts > 1);
      t.deepEqual(wordsOf(found.text), wordsOf(said));
      t.deepEqual(wordsOf(found.words.join(" ")), wordsOf(said));
      t.is(found.expires, 30);
      t.true(found.spoken > 1000);
      t.deepEqual(found.models, [true, true]);
      t.is(found.projects, 1);
    },
  );

  test.serial("PyPI deepgram-sdk: has a text spoken while it is written", async (t) => {
    const found = z
      .object({ told: z.array(z.string()), size: z.int() })
      .parse(await runPython(open + writing, { ...given, said }));
    t.deepEqual(found.told, ["Metadata", "Flushed"]);
    t.true(found.size > 48_000, `${found.size} bytes`);
  });

  test.serial("PyPI deepgram-sdk: every refusal is an error of the class that the package has for it", async (t) => {
    t.deepEqual(await runPython(open + errors, { ...given, said }), {
      "wrong key": ["ApiError", 401, "INVALID_AUTH"],
      "expired key": ["ApiError", 401, "INVALID_AUTH"],
      "no credits": ["ApiError", 402, "ASR_PAYMENT_REQUIRED"],
      "rate limit": ["ApiError", 429, "TOO_MANY_REQUESTS"],
      "long text": ["BadRequestError", 400, "Bad Request"],
      "no audio": ["BadRequestError", 400, "Bad Request"],
      "no voice": ["BadRequestError", 400, "Bad Request"],
    });
  });

  test.serial("PyPI deepgram-sdk: a call whose answer was lost is repeated, and charged once", async (t) => {
    const { key, userId } = await service.account();
    await using proxy = await openLosingProxy(service, userId);
    const text = await runPython(`${open}print(json.dumps(listen().transcript))`, {
      ...given,
      key,
      url: proxy.baseUrl,
    });
    t.deepEqual(wordsOf(z.string().parse(text)), wordsOf(said));
    t.is(proxy.calls(), 2);
    t.is((await chargesOf(service.resources, userId)).length, 1);
  });
} else {
  test.skip("PyPI deepgram-sdk: not run, because python3 has no package `deepgram`", () => undefined);
}
