import { OutgoingMessage } from "node:http";
import test from "ava";
import { cancelStream } from "#src/domain/speech/cancel-stream.ts";
import { startApi } from "#src/api/server.ts";
import { openRateLimiter } from "#src/platform/rate-limiter.ts";
import { type Answer } from "#harness/clients/client.ts";
import { newKey } from "#harness/service/account.ts";
import { chargesOf, heldOf, setBalance } from "#harness/payments/credits.ts";
import { until } from "#harness/until.ts";
import { startService } from "#test/support/service.ts";

// Here work is done.
const service = await startService({ workers: ["synthesis"] });
// Here it waits until a test starts the worker, and calls wait for a second.
const idle = await startService({ env: { OPENAI_WAIT_SECONDS: "1" } });
const { db } = idle.resources;
test.after.always(() => Promise.all([service, idle].map((one) => one[Symbol.asyncDispose]())));

const path = "/openai/v1/audio/speech";
const speech = (key: string, input: string, one = idle): Promise<Answer> =>
  one.call("POST", path, { key, json: { model: "tts-1", voice: "alloy", input } });

const requestsOf = (userId: string, one = idle) =>
  one.resources.db.selectFrom("speech_requests").select("id").where("user_id", "=", userId).execute();

/** How many credits the account has paid for speech, or is about to. */
async function paidBy(userId: string, { resources } = idle): Promise<number> {
  const charges = await chargesOf(resources, userId);
  return charges.reduce((sum, [, credits]) => sum + credits, await heldOf(resources, userId));
}

const idOf = (answer: Answer | undefined): string => answer?.headers.get("x-request-id") ?? "";
const patience = { withinMs: 60_000, signal: new AbortController().signal };

/** Ends the request as a worker does that cannot do it. */
async function failWork(id: string, code = "engine_unavailable"): Promise<void> {
  await db.deleteFrom("jobs").where("subject_id", "=", id).execute();
  await db.deleteFrom("holds").where("request_id", "=", id).execute();
  const failure = { error_code: code, error_message: "Broken.", finished_at: new Date() };
  await db
    .updateTable("speech_requests")
    .set({ status: "failed", ...failure })
    .where("id", "=", id)
    .execute();
}

test("three equal calls at once are one, and all are answered", async (t) => {
  const { userId, key } = await service.account();
  const text = "Three callers ask for the same words at the same time.";
  const answers = await Promise.all([1, 2, 3].map(() => speech(key, text, service)));
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  t.is(new Set(answers.map(({ bytes }) => bytes.toString("base64"))).size, 1);
  t.deepEqual([...new Set(answers.map(idOf))], [...(await requestsOf(userId, service)).map(({ id }) => id)]);
  t.is(await paidBy(userId, service), text.length);
});

test("the repeat of a call whose answer could not be sent gets the same speech, and is charged once", async (t) => {
  const { userId, key } = await service.account();
  const text = "The answer to this cannot be sent at first.";
  const speak = () => service.call("POST", "/deepgram/v1/speak?model=aura-2-unsendable-en", { key, json: { text } });
  // The API runs in this process. The first answer has a header that Node refuses.
  const { prototype } = OutgoingMessage;
  const original: TypedPropertyDescriptor<OutgoingMessage["setHeader"]> =
    Object.getOwnPropertyDescriptor(prototype, "setHeader") ?? {};
  const refuse = (name: string): void => {
    Object.defineProperty(prototype, "setHeader", original);
    throw new TypeError(`Invalid character in header content ["${name}"]`);
  };
  Object.defineProperty(prototype, "setHeader", {
    ...original,
    value(this: OutgoingMessage, name: string, value: string) {
      if (value === "aura-2-unsendable-en") refuse(name);
      return original.value?.call(this, name, value);
    },
  });
  t.is((await speak()).status, 500);
  const again = await speak();
  t.deepEqual([again.status, [{ id: idOf(again) }]], [200, await requestsOf(userId, service)]);
  t.is(await paidBy(userId, service), text.length);
});

test("a repeat of a successful call is performed again", async (t) => {
  const { userId, key } = await service.account();
  for (const _ of [1, 2, 3]) t.is((await speech(key, "Once more.", service)).status, 200);
  t.is((await requestsOf(userId, service)).length, 3);
  t.is(await paidBy(userId, service), 3 * "Once more.".length);
});

test("another text, another key of the account and another account are other calls", async (t) => {
  const [one, two] = [await idle.account(), await idle.account()];
  const spare = await newKey(idle.resources, one.userId);
  const answers = await Promise.all([
    ...[speech(one.key, "Hello."), speech(one.key, "Hello!"), speech(spare, "Hello.")],
    speech(two.key, "Hello."),
  ]);
  t.is(new Set(answers.map(idOf)).size, 4);
  t.is((await requestsOf(one.userId)).length, 3);
});

test("a call that is refused is free again at once", async (t) => {
  const { userId, key } = await idle.account();
  await setBalance(idle.resources, { userId, pool: "tts" }, 5);
  for (const _ of [1, 2]) {
    const answer = await speech(key, "Too dear.");
    t.is(answer.status, 429);
    t.like(answer.json, { error: { type: "insufficient_quota", code: "credit_balance_exhausted" } });
    t.is(answer.headers.get("x-should-retry"), "false");
  }
  await setBalance(idle.resources, { userId, pool: "tts" }, 100);
  t.is((await speech(key, "Too dear.")).status, 504, "accepted");
});

test("after an answer that says why its work was refused, an equal call is a new one", async (t) => {
  const { key } = await idle.account();
  const first = await speech(key, "Too dear for the worker.");
  t.is(first.status, 504);
  await failWork(idOf(first), "insufficient_credits");
  const refused = await speech(key, "Too dear for the worker.");
  t.deepEqual([refused.status, idOf(refused)], [429, idOf(first)]);
  const anew = await speech(key, "Too dear for the worker.");
  t.is(anew.status, 504, "accepted");
  t.not(idOf(anew), idOf(first));
});

test("the repeat of a call whose work takes too long waits for that work", async (t) => {
  const { userId, key } = await idle.account();
  const first = await speech(key, "Too slow.");
  t.is(first.status, 504);
  t.like(first.json, { error: { type: "server_error", code: "timeout" } });
  t.is(first.headers.get("x-should-retry"), "false");
  const again = await speech(key, "Too slow.");
  t.deepEqual([again.status, idOf(again)], [504, idOf(first)]);
  t.is((await requestsOf(userId)).length, 1);
  t.is(await paidBy(userId), "Too slow.".length);
});

test("a caller who hangs up ends the work for nothing, and the repeat of the call is done anew", async (t) => {
  const { userId, key } = await idle.account();
  const leaving = new AbortController();
  const gone = fetch(`${idle.baseUrl}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "tts-1", voice: "alloy", input: "Hung up." }),
    signal: leaving.signal,
  });
  await t.throwsAsync(
    Promise.all([gone, until(async () => (await requestsOf(userId)).length > 0, patience).then(() => leaving.abort())]),
  );
  t.true(await until(async () => (await heldOf(idle.resources, userId)) === 0, patience));
  const again = await speech(key, "Hung up.");
  t.deepEqual((await requestsOf(userId)).length, 2);
  t.is(again.status, 504, "accepted");
  t.is(await paidBy(userId), "Hung up.".length);
});

test("an equal call that waits for the first one is done anew when that is cancelled", async (t) => {
  const { userId, key } = await idle.account();
  const first = speech(key, "Cancelled.");
  t.true(await until(async () => (await requestsOf(userId)).length > 0, patience));
  const second = speech(key, "Cancelled.");
  const [request] = await requestsOf(userId);
  await cancelStream(idle.resources, { requestId: request?.id ?? "", characters: 0 });
  await first;
  t.not(idOf(await second), request?.id ?? "");
  t.is((await requestsOf(userId)).length, 2);
  t.is(await paidBy(userId), "Cancelled.".length);
});

test("nothing is done for a repeat whose caller has left while it waited", async (t) => {
  const { userId, key } = await idle.account();
  const first = await speech(key, "Nobody waits for this.");
  await db.deleteFrom("jobs").where("subject_id", "=", idOf(first)).execute();
  await db.deleteFrom("speech_requests").where("id", "=", idOf(first)).execute();
  const resources = { ...idle.resources };
  const api = await startApi(resources);
  const leaving = new AbortController();
  const gone = fetch(`http://127.0.0.1:${api.port}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "tts-1", voice: "alloy", input: "Nobody waits for this." }),
    signal: leaving.signal,
  });
  const { queuePrefix: prefix, redis } = idle.resources.config;
  const limiter = await openRateLimiter({ redis, prefix, db, log: idle.resources.log });
  const isHere = async () => ((await limiter.look(`speech:account:${userId}`))?.calls ?? 0) === 2;
  t.true(await until(isHere, patience));
  limiter.close();
  leaving.abort();
  await t.throwsAsync(gone);
  const longAgo = new Date(Date.now() - 61_000);
  await db.updateTable("idempotency_keys").set({ created_at: longAgo }).where("user_id", "=", userId).execute();
  await api.stop(20_000);
  t.deepEqual(await requestsOf(userId), []);
});

test("the repeat of a call whose work failed on our side is done anew", async (t) => {
  const { userId, key } = await idle.account();
  const first = await speech(key, "Broken.");
  await failWork(idOf(first));
  const again = await speech(key, "Broken.");
  t.not(idOf(again), idOf(first));
  t.is((await requestsOf(userId)).length, 2);
});

test("the repeat of a call whose process died before it made anything is done anew", async (t) => {
  const { userId, key } = await idle.account();
  const first = await speech(key, "Nothing made.");
  await db.deleteFrom("jobs").where("subject_id", "=", idOf(first)).execute();
  await db.deleteFrom("speech_requests").where("id", "=", idOf(first)).execute();
  const longAgo = new Date(Date.now() - 61_000);
  await db.updateTable("idempotency_keys").set({ created_at: longAgo }).where("user_id", "=", userId).execute();
  const again = await speech(key, "Nothing made.");
  t.not(idOf(again), idOf(first));
  t.deepEqual(
    (await requestsOf(userId)).map(({ id }) => id),
    [idOf(again)],
  );
});

test("what was late is given to its repeat, once, and not after some minutes", async (t) => {
  const slow = await startService({ env: { OPENAI_WAIT_SECONDS: "1" } });
  t.teardown(() => slow[Symbol.asyncDispose]());
  const account = await slow.account();
  const texts = ["Late, and asked for again.", "Late, and asked for much later."];
  const firsts = await Promise.all(texts.map((text) => speech(account.key, text, slow)));
  t.deepEqual(
    firsts.map(({ status }) => status),
    [504, 504],
  );
  await slow.startWorker("synthesis");
  const isDone = async () =>
    (await requestsOf(account.userId, slow)).length === 2 &&
    (
      await slow.resources.db
        .selectFrom("speech_requests")
        .select("id")
        .where("status", "=", "completed")
        .where("user_id", "=", account.userId)
        .execute()
    ).length === 2;
  t.true(await until(isDone, patience));
  const again = await speech(account.key, texts[0] ?? "", slow);
  t.deepEqual([again.status, idOf(again)], [200, idOf(firsts[0])]);
  t.is(await paidBy(account.userId, slow), texts.join("").length);
  t.not(idOf(await speech(account.key, texts[0] ?? "", slow)), idOf(firsts[0]));
  const longAgo = new Date(Date.now() - 11 * 60_000);
  const late = idOf(firsts[1]);
  await slow.resources.db.updateTable("speech_requests").set({ finished_at: longAgo }).where("id", "=", late).execute();
  const muchLater = await speech(account.key, texts[1] ?? "", slow);
  // Its own work may take longer than the second that a call waits here.
  t.true(muchLater.status === 200 || muchLater.status === 504, `${muchLater.status}`);
  t.not(idOf(muchLater), late);
  t.is((await requestsOf(account.userId, slow)).length, 4);
});
