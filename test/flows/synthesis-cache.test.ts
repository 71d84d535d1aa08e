import { randomUUID } from "node:crypto";
import test from "ava";
import { requestAnswer, synthesisAnswer } from "#src/api/speech/schemas.ts";
import type { CallOptions } from "#harness/clients/client.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({
  workers: ["synthesis"],
  env: { SYNTHESIS_CACHE_MAX_BYTES: "1000000000", SYNTHESIS_CACHE_SHARED: "true" },
});
test.after.always(() => service[Symbol.asyncDispose]());

const text = "The same words once more.";
const spoken = requestAnswer.options[0];

async function speak(key: string, options: CallOptions = {}) {
  const answer = await service.call("POST", "/v1/speech/synthesize", { key, json: { text }, ...options });
  return answer.data(synthesisAnswer);
}

const audioOf = async (key: string, id: string) =>
  (await service.call("GET", `/v1/speech/requests/${id}/audio`, { key })).bytes;

test("a text that was spoken before is answered with a copy marked as cached", async (t) => {
  const [first, second] = [await service.account(), await service.account()];
  const made = await speak(first.key);
  const copied = await speak(second.key);
  t.false(made.cached);
  t.true(copied.cached);
  t.deepEqual({ ...copied, request_id: "", audio_url: "", cached: false }, { ...made, request_id: "", audio_url: "" });
  t.deepEqual(await audioOf(second.key, copied.request_id), await audioOf(first.key, made.request_id));
  const read = await service.call("GET", `/v1/speech/requests/${copied.request_id}`, { key: second.key });
  t.like(read.data(spoken), { cached: true, status: "completed", progress: 100, credits_consumed: text.length });

  await service.call("DELETE", `/v1/speech/requests/${made.request_id}`, { key: first.key });
  t.true((await audioOf(second.key, copied.request_id)).length > 1_000);

  const raw = await service.call("POST", "/v1/speech/synthesize", {
    key: second.key,
    json: { text },
    headers: { accept: "audio/wav" },
  });
  t.deepEqual(raw.bytes, await audioOf(second.key, copied.request_id));
});

test("a call that is repeated with its key is neither copied nor charged again", async (t) => {
  const { key, userId } = await service.account();
  const options = { headers: { "idempotency-key": randomUUID() }, json: { text: "Other words." } };
  const made = await speak(key, options);
  t.deepEqual(await speak(key, options), made);
  t.is((await chargesOf(service.resources, userId)).length, 1);
});
