import { join } from "node:path";
import test from "ava";
import { hasPythonPackage, runPython } from "#test/support/python.ts";

const sdk = join(import.meta.dirname, "../../sdk/python");

const calls = `
sys.dont_write_bytecode = True
sys.path.insert(0, given["sdk"])
from speech_service.calls import transcribe_call
def sent(source, redact):
    call = transcribe_call(source, {"redact": redact}, None)
    return (call.json if call.json is not None else call.form).get("redact")
print(json.dumps([
    [sent(source, redact) for redact in (["card", "phone"], ("card",), "all", "card,phone", [], None)]
    for source in ("https://example.com/a.wav", b"RIFF")
]))
`;

test("the Python client sends the kinds of personal data as a list in JSON and as words in a form", async (t) => {
  if (!(await hasPythonPackage("httpx"))) {
    t.log("Not run: Python has no httpx.");
    t.pass();
    return;
  }
  t.deepEqual(await runPython(calls, { sdk }), [
    [["card", "phone"], ["card"], ["all"], ["card", "phone"], null, null],
    ["card,phone", "card", "all", "card,phone", null, null],
  ]);
});
