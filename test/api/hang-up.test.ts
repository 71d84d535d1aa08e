import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { findLeftBehind } from "#test/support/left-behind.ts";
import { startService } from "#test/support/service.ts";

// No worker runs here: who waits, waits until it hangs up.
const service = await startService();
const { db } = service.resources;
const { key } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

const find = (text: string) =>
  db
    .selectFrom("speech_requests")
    .select(["id", "status", "error_code"])
    .where("input_text", "=", text)
    .executeTakeFirst();

/** Asks for a text to be spoken, and hangs up once that is written down. @returns the text */
async function askAndHangUp(t: ExecutionContext, path: string): Promise<string> {
  const text = randomUUID();
  const calling = new AbortController();
  const call = fetch(`${service.baseUrl}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key },
    body: JSON.stringify({ text }),
    signal: calling.signal,
  });
  while ((await find(text)) === undefined) await delay(10);
  calling.abort();
  await t.throwsAsync(call);
  return text;
}

test("a demo call whose caller has hung up is cancelled, with its work", async (t) => {
  const text = await askAndHangUp(t, "/v1/demo/speech/synthesize");
  const deadline = performance.now() + 5_000;
  while ((await find(text))?.status === "queued" && performance.now() < deadline) await delay(10);
  const { id, ...ended } = (await find(text)) ?? { id: "" };
  t.deepEqual(ended, { status: "failed", error_code: "cancelled" });
  t.false((await findLeftBehind(service)).jobs.includes(id));
});

test("a regular call whose caller has hung up is kept, with its work", async (t) => {
  const text = await askAndHangUp(t, "/v1/speech/synthesize");
  // Answered after the service has seen the end of that connection.
  for (let count = 0; count < 20; count += 1) await service.call("GET", "/readyz");
  const { id, ...kept } = (await find(text)) ?? { id: "" };
  t.deepEqual(kept, { status: "queued", error_code: null });
  t.true((await findLeftBehind(service)).jobs.includes(id));
});
