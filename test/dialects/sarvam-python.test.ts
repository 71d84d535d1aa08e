import test from "ava";
import { z } from "zod";
import { wordsOf } from "#harness/audio/word-error-rate.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { openLosingProxy } from "#test/support/losing-proxy.ts";
import { hasPythonPackage, runPython } from "#test/support/python.ts";
import { openSdkAccounts } from "#test/support/sdk-accounts.ts";

const said = "Please open the window. Thank you very much.";

const open = `
import base64
from sarvamai import SarvamAI
from sarvamai.environment import SarvamAIEnvironment
def client_of(url, key):
    base = url + "/sarvam"
    places = SarvamAIEnvironment(base=base, creative=base, production=base.replace("http", "ws", 1))
    return SarvamAI(environment=places, api_subscription_key=key)
client = client_of(given["url"], given["key"])
def listen(**options):
    with open(given["path"], "rb") as sound:
        return client.speech_to_text.transcribe(file=sound, **options)
`;

const calls = `
spoken = client.text_to_speech.convert(text=given["said"], language_code="en-IN", speaker="anushka")
with open(given["path"], "wb") as sound:
    sound.write(base64.b64decode(spoken.audios[0]))
heard = listen(language_code="en-IN", with_timestamps=True)
print(json.dumps({
    "id": spoken.request_id,
    "streamed": sum(len(part) for part in client.text_to_speech.convert_stream(text=given["said"], language_code="en-IN")),
    "text": heard.transcript,
    "language": heard.language_code,
    "phrases": heard.timestamps.words,
    "detected": listen(language_code="unknown").transcript,
    "voices": client.voice_cloning.list_voices().data.total,
}))
`;
const answers = z.object({
  id: z.uuid(),
  streamed: z.int(),
  text: z.string(),
  language: z.string(),
  phrases: z.array(z.string()),
  detected: z.string(),
  voices: z.int(),
});

const writing = `
sound, ends = b"", 0
with client.text_to_speech_streaming.connect(model="bulbul:v2", send_completion_event="true") as socket:
    socket.configure(target_language_code="en-IN", output_audio_codec="linear16", speech_sample_rate=16000)
    for word in ["The ", "train ", "leaves ", "at ", "seven."]:
        socket.convert(word)
    socket.flush()
    for message in socket:
        if message.type == "event":
            ends += 1
            break
        sound += base64.b64decode(message.data.audio)
print(json.dumps({"bytes": len(sound), "ends": ends}))
`;

const errors = `
import wave
def words(error):
    body = error.body if isinstance(error.body, dict) else error.body.dict()
    return [body["error"]["code"]]
once = {"max_retries": 0}
def speaking(key, text="Hello.", url=given["url"], **options):
    one = client_of(url, key)
    return lambda: one.text_to_speech.convert(text=text, language_code="en-IN", request_options=once, **options)
limited = client_of(given["limitedUrl"], given["limitedKey"])
limited.voice_cloning.list_voices()
with wave.open(given["path"] + ".wav", "wb") as sound:
    sound.setparams((1, 2, 16000, 0, "NONE", ""))
    sound.writeframes(bytes(32000))
print(json.dumps({
    "wrong key": refused(speaking(given["wrongKey"]), words),
    "expired key": refused(speaking(given["expiredKey"]), words),
    "no credits": refused(speaking(given["poorKey"]), words),
    "rate limit": refused(lambda: limited.voice_cloning.list_voices(request_options=once), words),
    "long text": refused(speaking(given["key"], text="a" * 5001), words),
    "no audio": refused(lambda: client.speech_to_text.transcribe(file=b"no sound"), words),
    "no voice": refused(speaking(given["key"], speaker="nobody"), words),
    "no language": refused(lambda: client.speech_to_text.transcribe(file=open(given["path"] + ".wav", "rb"), language_code="sat-IN"), words),
}))
`;

if (await hasPythonPackage("sarvamai")) {
  const { service, given, close } = await openSdkAccounts();
  test.after.always(close);

  test.serial("PyPI sarvamai: speaks, streams, transcribes, and reads the voices", async (t) => {
    const found = answers.parse(await runPython(open + calls, { ...given, said }));
    t.true(found.streamed > 1000);
    t.deepEqual(wordsOf(found.text), wordsOf(said));
    t.deepEqual(wordsOf(found.phrases.join(" ")), wordsOf(said));
    t.deepEqual(wordsOf(found.detected), wordsOf(said));
    t.deepEqual([found.language, found.voices], ["en-IN", 0]);
  });

  test.serial("PyPI sarvamai: has a text spoken while it is written", async (t) => {
    const { bytes, ends } = z.object({ bytes: z.int(), ends: z.int() }).parse(await runPython(open + writing, given));
    t.is(ends, 1);
    t.true(bytes > 16_000, `${bytes} bytes`);
  });

  test.serial("PyPI sarvamai: every refusal is an error of the class that the package has for it", async (t) => {
    t.deepEqual(await runPython(open + errors, { ...given, said }), {
      "wrong key": ["ForbiddenError", 403, "invalid_api_key_error"],
      "expired key": ["ForbiddenError", 403, "invalid_api_key_error"],
      "no credits": ["TooManyRequestsError", 429, "insufficient_quota_error"],
      // The package has no class of its own for this call.
      "rate limit": ["ApiError", 429, "rate_limit_exceeded_error"],
      "long text": ["BadRequestError", 400, "invalid_request_error"],
      "no audio": ["BadRequestError", 400, "invalid_request_error"],
      "no voice": ["BadRequestError", 400, "invalid_request_error"],
      "no language": ["UnprocessableEntityError", 422, "unprocessable_entity_error"],
    });
  });

  test.serial("PyPI sarvamai: a call whose answer was lost is repeated, and charged once", async (t) => {
    const { key, userId } = await service.account();
    await using proxy = await openLosingProxy(service, userId);
    const speak = 'len(client.text_to_speech.convert(text="Once.", language_code="en-IN").audios[0])';
    const bytes = await runPython(`${open}print(json.dumps(${speak}))`, { ...given, key, url: proxy.baseUrl });
    t.true(z.number().parse(bytes) > 1000);
    t.is(proxy.calls(), 2);
    t.is((await chargesOf(service.resources, userId)).length, 1);
  });
} else {
  test.skip("PyPI sarvamai: not run, because python3 has no package `sarvamai`", () => undefined);
}
