import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { createBlockedCallers } from "#src/api/limits/blocked-callers.ts";
import { type Answer, audioForm, type CallOptions } from "#harness/clients/client.ts";
import { insertPendingVoice } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";
import { tone } from "#harness/audio/sounds.ts";

// Behind one proxy that is believed, every test has an address of its own. No worker runs, and no call waits.
const env = {
  ...{ TRUSTED_PROXY_HOPS: "1", WAIT_MAX_SECONDS: "0", CALLS_PER_MINUTE: "4", SPEECH_PER_MINUTE: "3" },
  ...{ DEMO_SYNTHESES_PER_MINUTE: "2", CONTACTS_PER_MINUTE: "2", JSON_MAX_BYTES: "2000" },
};
const service = await startService({ env });
test.after.always(() => service[Symbol.asyncDispose]());

let lastAddress = 0;
const newAddress = (): string => `198.51.100.${(lastAddress += 1)}`;
const from = (address: string, rest: CallOptions): CallOptions => ({
  ...rest,
  headers: { "x-forwarded-for": address },
});
const good = { text: "Hello." };
const bad = { text: "" };
const contact = { name: "Ada", email: "ada@example.com" };

async function inTurn(count: number, call: () => Promise<Answer>): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (let made = 0; made < count; made += 1) answers.push(await call());
  return answers;
}

const statuses = (answers: readonly Answer[]): readonly number[] => answers.map(({ status }) => status);
const limits = ({ headers }: Answer): readonly (string | null)[] => [
  headers.get("ratelimit-policy"),
  headers.get("ratelimit")?.replace(/;t=\d+$/, "") ?? null,
];

function isStopped(t: ExecutionContext, answer: Answer): void {
  t.is(answer.status, 429);
  t.like(answer.json, { success: false, code: "rate_limited" });
  t.deepEqual(limits(answer), ['"calls";q=4;w=60', '"calls";r=0']);
  const seconds = Number(answer.headers.get("retry-after"));
  t.true(seconds > 0 && seconds <= 60, String(seconds));
}

test("refused input of an account counts as its calls, and stops it at their limit", async (t) => {
  const { key } = await service.account();
  const speak = (json: object) => service.call("POST", "/v1/speech/synthesize", { key, json });
  const refused = await inTurn(4, () => speak(bad));
  t.deepEqual(statuses(refused), [422, 422, 422, 422]);
  t.deepEqual(
    refused.map(limits),
    Array.from({ length: 4 }, () => [null, null]),
    "the headers tell of the limit of speech",
  );
  t.is((await speak(good)).status, 202, "good input of another limit passes until bad input is one too many");
  isStopped(t, await speak(bad));
  isStopped(t, await speak(good));
  isStopped(t, await service.call("GET", "/v1/voices", { key }));
  const { key: another } = await service.account();
  t.is((await service.call("POST", "/v1/speech/synthesize", { key: another, json: good })).status, 202);
});

test("refused input costs nothing of the limits of speech and of the demo", async (t) => {
  const { key } = await service.account();
  const speak = (json: object) => service.call("POST", "/v1/speech/synthesize", { key, json });
  t.deepEqual(statuses(await inTurn(3, () => speak(bad))), [422, 422, 422]);
  t.deepEqual(statuses(await inTurn(4, () => speak(good))), [202, 202, 202, 429]);

  const address = newAddress();
  const demo = (json: object) => service.call("POST", "/v1/demo/speech/synthesize", from(address, { json }));
  t.deepEqual(statuses(await inTurn(3, () => demo(bad))), [422, 422, 422]);
  t.deepEqual(statuses(await inTurn(3, () => demo(good))), [503, 503, 429]);
});

test("the answer to refused input of a counted call has the remaining number", async (t) => {
  const { key } = await service.account();
  const refused = await inTurn(4, () => service.call("POST", "/v1/feedback", { key, json: {} }));
  t.deepEqual(statuses(refused), [422, 422, 422, 422]);
  t.deepEqual(
    refused.map(limits),
    [3, 2, 1, 0].map((left) => ['"calls";q=4;w=60', `"calls";r=${left}`]),
  );
});

test("a body that is too large, and a voice that is not there or not ready, count as calls", async (t) => {
  const { userId, key } = await service.account();
  const speak = (json: object) => service.call("POST", "/v1/speech/synthesize", { key, json });
  const pending = await insertPendingVoice(service.resources, userId);
  t.is((await speak({ text: "x".repeat(3000) })).status, 413);
  t.is((await speak({ ...good, voice_id: randomUUID() })).status, 404);
  t.is((await speak({ ...good, voice_id: pending })).status, 409);
  t.deepEqual(limits(await service.call("GET", "/v1/voices", { key })), ['"calls";q=4;w=60', '"calls";r=0']);
});

test("refused input blocks the calls of its address, and no others", async (t) => {
  const address = newAddress();
  const write = (json: object) => service.call("POST", "/v1/contact-submissions", from(address, { json }));
  const refused = await inTurn(4, () => write({}));
  t.deepEqual(statuses(refused), [422, 422, 422, 422]);
  t.deepEqual(
    refused.map(limits),
    Array.from({ length: 4 }, () => [null, null]),
    "it is not told how far to go",
  );
  const written = await write(contact);
  t.deepEqual([written.status, ...limits(written)], [201, '"contact";q=2;w=60', '"contact";r=1']);
  isStopped(t, await write({}));
  isStopped(t, await write(contact));
  const recording = audioForm(tone(1));
  isStopped(t, await service.call("POST", "/v1/demo/speech/transcriptions", from(address, { form: recording })));
  t.is((await service.call("GET", "/readyz", from(address, {}))).status, 200, "what has no limit goes on");
  const { key } = await service.account();
  t.is((await service.call("GET", "/v1/voices", from(address, { key }))).status, 200, "an account counts by itself");
  const elsewhere = await service.call("POST", "/v1/contact-submissions", from(newAddress(), { json: contact }));
  t.is(elsewhere.status, 201);
});

test("a stopped caller is refused before its body is read", async (t) => {
  const { key } = await service.account();
  await inTurn(5, () => service.call("POST", "/v1/speech/synthesize", { key, json: bad }));
  isStopped(t, await service.call("POST", "/v1/speech/synthesize", { key, body: "no JSON, and of no type" }));
  isStopped(t, await service.call("POST", "/v1/feedback", { key, json: { text: "x".repeat(3000) } }));
});

test("a caller is blocked until its window ends", async (t) => {
  const blocked = createBlockedCallers();
  blocked.block("one", 50);
  blocked.block("one", 60_000);
  t.true(blocked.msLeft("one") > 0);
  t.true(blocked.msLeft("two") <= 0);
  await sleep(100);
  t.true(blocked.msLeft("one") <= 0);
});
