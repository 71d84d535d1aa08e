import { readFile } from "node:fs/promises";
import test from "ava";
import { setBalance } from "#harness/payments/credits.ts";
import { startService } from "#test/support/service.ts";
import { ConnectionError, problemFromFailure, problemFromResponse, errorMessage } from "#web/api/problem.ts";
import { measuredFigures } from "#web/pages/public/measured-figures.ts";
import { usageCsv } from "#web/pages/usage/usage-csv.ts";

const service = await startService({ env: { CONTACTS_PER_MINUTE: "1", DEMO_AUDIO_MAX_SECONDS: "7" } });
test.after.always(() => service[Symbol.asyncDispose]());

const write = (body: object): Promise<Response> =>
  fetch(`${service.baseUrl}/v1/contact-submissions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

test("invalid input is explained at its fields, and a rate limit with the time to wait", async (t) => {
  const refused = await problemFromResponse(await write({ name: "", email: "nobody" }));
  t.is(refused.status, 422);
  t.deepEqual(Object.keys(refused.fields).toSorted(), ["email", "name"]);
  t.is(refused.fields["name"], "Required.");
  t.is((await write({ name: "Ada", email: "ada@example.com" })).status, 201);
  const limited = await problemFromResponse(await write({ name: "Ada", email: "ada@example.com" }));
  t.is(limited.status, 429);
  t.is(limited.message, "Rate limit exceeded.");
  const seconds = ((limited.retryAt ?? 0) - Date.now()) / 1_000;
  t.true(seconds > 0 && seconds <= 60, `${seconds}`);
});

test("an answer that is none of ours, and no answer at all, are sentences, too", async (t) => {
  const odd = await problemFromResponse(new Response("<h1>Bad gateway</h1>", { status: 502 }));
  t.is(odd.message, "The service returned an unexpected answer.");
  t.is(
    errorMessage(new ConnectionError("fetch failed")),
    "The service cannot be reached. Check the connection and try again.",
  );
});

test("messages contain the figures of an error: missing credits and exceeded limits", async (t) => {
  const { key, userId } = await service.account();
  await setBalance(service.resources, { userId, pool: "tts" }, 7);
  const speak = await fetch(`${service.baseUrl}/v1/speech/synthesize`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key },
    body: JSON.stringify({ text: "a".repeat(1_200) }),
  });
  const refused = await problemFromResponse(speak);
  t.is(refused.status, 402);
  t.is(refused.message, "Insufficient credits. This needs 1,200 credits; 7 remain.");
  const { message } = problemFromFailure({ code: "insufficient_credits", message: "Insufficient credits." });
  t.is(message, "Insufficient credits.");
  const large = new Response(JSON.stringify({ detail: "The audio file is too large.", max_bytes: 3 * 1024 * 1024 }));
  t.is((await problemFromResponse(large)).message, "The audio file is too large. The maximum is 3 MiB.");
});

test("a check of our own is said without its Python name", async (t) => {
  const form = new FormData();
  form.set("audio", new Blob(["These are notes."]), "notes.txt");
  const address = `${service.baseUrl}/v1/demo/speech/transcriptions`;
  const refused = await problemFromResponse(await fetch(address, { method: "POST", body: form }));
  t.regex(refused.message, /^The file could not be read as audio/);
});

test("the figures of the public page are those of the documentation, which names their commands", async (t) => {
  const measured = await readFile("docs/measured.md", "utf8");
  for (const { row, command } of measuredFigures) {
    t.true(measured.includes(row), row);
    t.true(measured.includes(command), command);
  }
});

test("the limits of the demo are those of the installation", async (t) => {
  const { status, json } = await service.call("GET", "/demo.json");
  t.is(status, 200);
  t.like(json, { text_max_characters: 500, audio_max_seconds: 7 });
});

test("usage as CSV has a line for each day, as RFC 4180 has it", (t) => {
  const day = { tts_count: 2, asr_count: 1, tts_characters_processed: 30, asr_seconds_processed: 4 };
  const series = [{ date: "2026-11-20", total_credits_consumed: 34, ...day }];
  const nothing = { from: "2026-11-20", to: "2026-11-20" };
  const credits = { tts_remaining: 0, asr_remaining: 0, cycle: null, alerts: [] };
  const storage = { voices: 0, voices_max: 1, stored_bytes: 0, stored_max_bytes: 1 };
  const known = { source: "all", period: nothing, credits, storage, requests: day };
  const rest = { ...known, total_credits_consumed: 34, breakdown: [], keys: [] };
  const [head = "", line, end] = usageCsv({ ...rest, series }).split("\r\n");
  t.is(head.split(",").length, 6);
  t.deepEqual([line, end], ["2026-11-20,34,2,1,30,4", ""]);
});
