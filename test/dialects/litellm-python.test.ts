import test from "ava";
import { z } from "zod";
import { wordsOf } from "#harness/audio/word-error-rate.ts";
import { hasPythonPackage, runPython } from "#test/support/python.ts";
import { openSdkAccounts } from "#test/support/sdk-accounts.ts";

const said = "Please open the window. Thank you very much.";

/** As a program uses it that speaks to several vendors. */
const program = `
import litellm
to = {"api_base": given["url"] + "/openai/v1", "api_key": given["key"]}
speech = litellm.speech(model="openai/tts-1", voice="alloy", input=given["said"], **to)
speech.stream_to_file(given["path"])
with open(given["path"], "rb") as sound:
    heard = litellm.transcription(model="openai/whisper-1", file=sound, **to)
wrong = {**to, "api_key": given["wrongKey"]}
error = refused(lambda: litellm.speech(model="openai/tts-1", voice="alloy", input="Hello.", **wrong), lambda error: [])
print(json.dumps({"text": heard.text, "error": error}))
`;

if (await hasPythonPackage("litellm")) {
  const { given, close } = await openSdkAccounts();
  test.after.always(close);

  test("litellm: speaks and transcribes, and refuses a wrong key by its own class", async (t) => {
    const found = z
      .object({ text: z.string(), error: z.unknown() })
      .parse(await runPython(program, { ...given, said }));
    t.deepEqual(wordsOf(found.text), wordsOf(said));
    t.deepEqual(found.error, ["AuthenticationError", 401]);
  });
} else {
  test.skip("litellm: not run, because python3 has no package `litellm`", () => undefined);
}
