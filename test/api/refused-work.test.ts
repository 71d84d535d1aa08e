import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { type Answer, audioForm, type CallOptions } from "#harness/clients/client.ts";
import { startService } from "#test/support/service.ts";
import { tone } from "#harness/audio/sounds.ts";

// No worker runs: the tests end the requests.
const service = await startService();
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

/** Calls, and ends the request of the call as failed with this code. */
async function failing(code: string, path: string, options: CallOptions): Promise<Answer> {
  const { userId, key } = await service.account();
  const answer = service.call("POST", path, { key, ...options });
  for (;;) {
    const failed = await db
      .updateTable("speech_requests")
      .set({ status: "failed", finished_at: new Date(), error_code: code, error_message: "It says why." })
      .where("user_id", "=", userId)
      .returning("id")
      .execute();
    if (failed.length > 0) return answer;
    await delay(20);
  }
}

const row = (field: string, input: string | null) => ({
  detail: [{ type: "value_error", loc: ["body", field], msg: "Value error, It says why.", input, ctx: { error: {} } }],
});
const text = { json: { text: "Hallo.", language: "de-DE" } };

for (const [path, options, language] of [
  ["/v1/speech/synthesize", text, "de"],
  ["/v1/demo/speech/synthesize", text, "de"],
  ["/v1/speech/transcriptions", { form: audioForm(tone(1), { language: "en-GB" }) }, "en"],
  ["/v1/demo/speech/transcriptions", { form: audioForm(tone(1)) }, "en"],
] as const) {
  test(`a language that no engine has is reported at the language: ${path}`, async (t) => {
    const { status, json } = await failing("language_unsupported", path, options);
    t.deepEqual([status, json], [422, row("language", language)]);
  });
}

test("audio that cannot be used is reported at the audio", async (t) => {
  const options = { form: audioForm(tone(1)) };
  const { status, json } = await failing("audio_unusable", "/v1/speech/transcriptions", options);
  t.deepEqual([status, json], [422, row("audio", null)]);
});

test("Odia is known by the tag that some services have for it", async (t) => {
  const { key } = await service.account();
  for (const language of ["od", "od-IN", "or-IN"]) {
    const options = { key, json: { text: "ନମସ୍କାର", language }, headers: { prefer: "respond-async" } };
    const { status, headers } = await service.call("POST", "/v1/speech/synthesize", options);
    t.is(status, 202, language);
    const shown = await service.call("GET", headers.get("location") ?? "", { key });
    t.like(shown.json, { data: { language: "or" } }, language);
  }
  const heard = await service.call("POST", "/v1/speech/transcriptions", {
    key,
    form: audioForm(tone(1), { language: "od-IN" }),
  });
  t.like(heard.json, { detail: [{ type: "literal_error", loc: ["body", "language"], input: "od-IN" }] });
});
