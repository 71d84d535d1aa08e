import test from "ava";
import { z } from "zod";
import { wordsOf } from "#harness/audio/word-error-rate.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { openLosingProxy } from "#test/support/losing-proxy.ts";
import { hasPythonPackage, runPython } from "#test/support/python.ts";
import { openSdkAccounts } from "#test/support/sdk-accounts.ts";

const said = "Please open the window. Thank you very much.";

const open = `
from elevenlabs.client import ElevenLabs
def client_of(url, key):
    return ElevenLabs(base_url=url + "/elevenlabs", api_key=key)
client = client_of(given["url"], given["key"])
george = "JBFqnCBsd6RMkjVDRZzb"
def listen():
    with open(given["path"], "rb") as sound:
        return client.speech_to_text.convert(file=sound, model_id="scribe_v1")
`;

const calls = `
with open(given["path"], "wb") as sound:
    for part in client.text_to_speech.convert(george, text=given["said"], model_id="eleven_multilingual_v2"):
        sound.write(part)
timed = client.text_to_speech.convert_with_timestamps(george, text="Hello.")
heard = listen()
print(json.dumps({
    "streamed": sum(len(part) for part in client.text_to_speech.stream(george, text=given["said"])),
    "characters": "".join(timed.alignment.characters),
    "text": heard.text,
    "words": [word.text for word in heard.words if word.type == "word"],
    "models": [model.model_id for model in client.models.list()],
    "voices": len(client.voices.search().voices),
    "voice": client.voices.get(george).labels["language"],
    "tiers": [client.user.get().subscription.tier, client.user.subscription.get().tier],
}))
`;
const answers = z.object({
  streamed: z.int(),
  characters: z.string(),
  text: z.string(),
  words: z.array(z.string()),
  models: z.array(z.string()),
  voices: z.int(),
  voice: z.string(),
  tiers: z.array(z.string()),
});

const errors = `
def words(error):
    detail = error.body["detail"] if isinstance(error.body, dict) else error.body.detail
    if isinstance(detail, dict):
        return [detail["status"]]
    return [[str(part) for part in (row["loc"] if isinstance(row, dict) else row.loc)[1:]] for row in detail]
def speaking(key, voice=george, text="Hello."):
    one = client_of(given["url"], key)
    return lambda: list(one.text_to_speech.convert(voice, text=text))
limited = client_of(given["limitedUrl"], given["limitedKey"])
limited.models.list()
once = {"max_retries": 0}
print(json.dumps({
    "wrong key": refused(speaking(given["wrongKey"]), words),
    "expired key": refused(speaking(given["expiredKey"]), words),
    "no credits": refused(speaking(given["poorKey"]), words),
    "rate limit": refused(lambda: limited.models.list(request_options=once), words),
    "long text": refused(speaking(given["key"], text="a" * 5001), words),
    "no audio": refused(lambda: client.speech_to_text.convert(file=b"no sound", model_id="scribe_v1"), words),
    "no voice": refused(speaking(given["key"], voice="nobody"), words),
}))
`;

if (await hasPythonPackage("elevenlabs")) {
  const { service, given, close } = await openSdkAccounts();
  test.after.always(close);

  test.serial("PyPI elevenlabs: speaks, streams, transcribes, and reads voices, models and the account", async (t) => {
    const found = answers.parse(await runPython(open + calls, { ...given, said }));
    t.true(found.streamed > 1000);
    t.is(found.characters, "Hello.");
    t.deepEqual(wordsOf(found.text), wordsOf(said));
    t.deepEqual(wordsOf(found.words.join(" ")), wordsOf(said));
    t.true(found.models.includes("eleven_multilingual_v2"));
    t.is(found.voices, 10);
    t.is(found.voice, "en");
    t.deepEqual(found.tiers, ["free", "free"]);
  });

  test.serial("PyPI elevenlabs: every refusal is an error of the class that the package has for it", async (t) => {
    t.deepEqual(await runPython(open + errors, { ...given, said }), {
      "wrong key": ["ApiError", 401, "invalid_api_key"],
      "expired key": ["ApiError", 401, "invalid_api_key"],
      "no credits": ["ApiError", 401, "quota_exceeded"],
      "rate limit": ["ApiError", 429, "rate_limit_exceeded"],
      "long text": ["UnprocessableEntityError", 422, ["text"]],
      "no audio": ["UnprocessableEntityError", 422, ["file"]],
      "no voice": ["ApiError", 404, "voice_not_found"],
    });
  });

  test.serial("PyPI elevenlabs: a call whose answer was lost is repeated, and charged once", async (t) => {
    const { key, userId } = await service.account();
    await using proxy = await openLosingProxy(service, userId);
    const speak = 'len(client.text_to_speech.convert_with_timestamps(george, text="Once.").audio_base_64)';
    const bytes = await runPython(`${open}print(json.dumps(${speak}))`, { ...given, key, url: proxy.baseUrl });
    t.true(z.number().parse(bytes) > 1000);
    t.is(proxy.calls(), 2);
    t.is((await chargesOf(service.resources, userId)).length, 1);
  });
} else {
  test.skip("PyPI elevenlabs: not run, because python3 has no package `elevenlabs`", () => undefined);
}
