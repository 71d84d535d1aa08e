import { randomUUID } from "node:crypto";
import test, { type ExecutionContext } from "ava";
import { z } from "zod";
import { createdFeedback, feedbackAnswer } from "#src/api/feedback/schemas.ts";
import type { Answer } from "#harness/clients/client.ts";
import { insertHeard, insertSpoken, makeAdmin } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";
import {
  literalRow,
  missingRow,
  noStringRow,
  nulRow,
  pageCases,
  rowOf,
  surrogateRow,
  tooLongRow,
  tooShortRow,
  uuidRow,
} from "#test/support/validation-rows.ts";

const feedback = "/v1/feedback";
const service = await startService();
const { resources } = service;
const owner = await service.account();
const id = await insertSpoken(resources, owner.userId);
test.after.always(() => service[Symbol.asyncDispose]());

const page = z.object({ items: z.array(feedbackAnswer), total: z.int(), has_next: z.boolean() });
const say = (key: string, requestId: string, text = "Well said.") =>
  service.call("POST", feedback, { key, json: { request_id: requestId, feedback_text: text } });
const list = async (key: string, query = "") =>
  (await service.call("GET", `${feedback}?limit=100&${query}`, { key })).data(page);

const refused = (t: ExecutionContext, { status, json }: Answer, expected: readonly [number, string]) => {
  t.is(status, expected[0]);
  t.like(json, { success: false, code: expected[1] });
};

/** A request of the demo, without an account or of one. */
async function insertDemo(userId: string | null): Promise<string> {
  const requestId = randomUUID();
  await resources.db
    .insertInto("speech_requests")
    .values({
      ...{ id: requestId, user_id: userId, request_type: "asr", is_demo: true, status: "completed", language: "en" },
      finished_at: new Date(),
    })
    .execute();
  return requestId;
}

test("feedback is stored and listed with the kind of its request", async (t) => {
  const { key, userId } = await service.account();
  const [spoken, heard] = [await insertSpoken(resources, userId), await insertHeard(resources, userId)];
  const answer = await say(key, spoken.toUpperCase(), "Well said 😀.\nTwice.");
  t.is(answer.status, 201);
  const made = answer.data(z.strictObject(createdFeedback.shape));
  t.like(made, { feedback_id: answer.headers.get("x-request-id"), request_id: spoken });
  await say(key, heard);
  const { items, total } = await list(key);
  t.is(total, 2);
  t.deepEqual(z.strictObject(feedbackAnswer.shape).parse(items[1]), {
    ...made,
    request_type: "tts",
    feedback_text: "Well said 😀.\nTwice.",
  });
  t.like(items[0], { request_id: heard, request_type: "asr" });
});

test("what was said about one request can be listed alone", async (t) => {
  const { key, userId } = await service.account();
  const [spoken, heard] = [await insertSpoken(resources, userId), await insertHeard(resources, userId)];
  await say(key, spoken, "first");
  await say(key, heard);
  await say(key, spoken, "second");
  const { items, total } = await list(key, `request_id=${spoken}`);
  t.deepEqual([total, ...items.map((item) => item.feedback_text)], [2, "second", "first"]);
  t.is((await list(owner.key, `request_id=${spoken}`)).total, 0, "no feedback on a request of another account");
  t.is((await list(key, `request_id=${randomUUID()}`)).total, 0);
});

test("a request may be spoken of several times", async (t) => {
  const { key, userId } = await service.account();
  const spoken = await insertSpoken(resources, userId);
  const ids = [await say(key, spoken), await say(key, spoken)].map(
    (answer) => answer.data(createdFeedback).feedback_id,
  );
  t.deepEqual(
    (await list(key)).items.map((item) => item.feedback_id),
    ids.toReversed(),
  );
});

test("every account can send feedback about a demo call without an account", async (t) => {
  const demo = await insertDemo(null);
  for (const { key } of [await service.account(), await service.account()]) {
    t.is((await say(key, demo)).status, 201);
    t.is((await list(key)).total, 1);
  }
});

test("a request of another account is answered like one that does not exist, a demo call with a key, too", async (t) => {
  const stranger = await service.account();
  await makeAdmin(resources, stranger.userId);
  const demo = await insertDemo(owner.userId);
  for (const foreign of [id, demo, randomUUID()]) {
    refused(t, await say(stranger.key, foreign), [404, "request_not_found"]);
  }
  t.is((await say(owner.key, demo)).status, 201);
});

test("an account sees its own feedback, an admin that of all accounts", async (t) => {
  const [one, other, admin] = await Promise.all([service.account(), service.account(), service.account()]);
  await makeAdmin(resources, admin.userId);
  const said = async ({ key, userId }: typeof one) =>
    (await say(key, await insertSpoken(resources, userId))).data(createdFeedback).feedback_id;
  const [own, foreign] = [await said(one), await said(other)];
  t.deepEqual(
    (await list(one.key)).items.map((item) => item.feedback_id),
    [own],
  );
  const all = (await list(admin.key)).items.map((item) => item.feedback_id);
  t.true(all.includes(own) && all.includes(foreign));
});

test("feedback outlives the request", async (t) => {
  const { key, userId } = await service.account();
  const heard = await insertHeard(resources, userId);
  await say(key, heard);
  await resources.db.deleteFrom("speech_requests").where("id", "=", heard).execute();
  t.like((await list(key)).items[0], { request_id: heard, request_type: "asr" });
});

/** A body and the rows that it is answered; none when it is accepted. */
type Case = readonly [body: object, ...rows: readonly object[]];
const text = ["body", "feedback_text"] as const;
const request = ["body", "request_id"] as const;
const noUuid = "UUID input should be a string, bytes or UUID object";

const bodies: readonly Case[] = [
  [{ request_id: id, feedback_text: "a" }],
  [{ request_id: id, feedback_text: "😀".repeat(5000) }],
  [{ request_id: id.replaceAll("-", ""), feedback_text: "a" }],
  [{ request_id: id, feedback_text: "" }, tooShortRow(text)],
  [{ request_id: id, feedback_text: "😀".repeat(5001) }, tooLongRow(text, "😀".repeat(5001), 5000)],
  [{ request_id: id, feedback_text: null }, noStringRow(text, null)],
  [{ request_id: id, feedback_text: "a\0" }, nulRow(text, "a\0")],
  [{ request_id: id, feedback_text: "\ud800a" }, surrogateRow(text, "\ufffda")],
  [{ request_id: null, feedback_text: "a" }, rowOf(request, ["uuid_type", noUuid], { input: null })],
  [
    { request_id: "x", feedback_text: "" },
    uuidRow(request, "x", "invalid character: found `x` at 1"),
    tooShortRow(text),
  ],
  [{}, missingRow("request_id", {}), missingRow("feedback_text", {})],
];

for (const [body, ...rows] of bodies) {
  const title = JSON.stringify(body).replace(id, "…").slice(0, 60);
  test(`${title} is ${rows.length === 0 ? "taken" : "refused"} as feedback`, async (t) => {
    const { status, json } = await service.call("POST", feedback, { key: owner.key, json: body });
    t.is(status, rows.length === 0 ? 201 : 422);
    if (rows.length > 0) t.is(JSON.stringify(json), JSON.stringify({ detail: rows }));
  });
}

test("feedback is listed in pages, of all requests or of one kind", async (t) => {
  const { key, userId } = await service.account();
  const [spoken, heard] = [await insertSpoken(resources, userId), await insertHeard(resources, userId)];
  const ids: string[] = [];
  for (const about of [spoken, heard, spoken]) {
    ids.unshift((await say(key, about)).data(createdFeedback).feedback_id);
  }
  const read = async (query: string) => {
    const { items, total, has_next: hasNext } = (await service.call("GET", `${feedback}?${query}`, { key })).data(page);
    return [items.map((item) => item.feedback_id), total, hasNext];
  };
  t.deepEqual(await read(""), [ids, 3, false]);
  t.deepEqual(await read("limit=2&page=1"), [ids.slice(0, 2), 3, true]);
  t.deepEqual(await read("limit=2&page=2"), [ids.slice(2), 3, false]);
  t.deepEqual(await read("limit=2&page=3"), [[], 3, false]);
  t.deepEqual(await read("request_type=asr"), [ids.slice(1, 2), 1, false]);
  t.deepEqual(await read("request_type=tts&limit=1"), [ids.slice(0, 1), 2, true]);
});

test("the list refuses parameters outside their bounds", async (t) => {
  const kind = (value: string) => literalRow(["query", "request_type"], value, "'tts' or 'asr'");
  const cases = [...pageCases, ["request_type=", kind("")], ["request_type=TTS", kind("TTS")]] as const;
  for (const [query, ...rows] of cases) {
    const answer = await service.call("GET", `${feedback}?${query}`, { key: owner.key });
    t.is(answer.status, rows.length === 0 ? 200 : 422, query);
    if (rows.length > 0) t.is(JSON.stringify(answer.json), JSON.stringify({ detail: rows }));
  }
});

test("feedback needs a credential", async (t) => {
  refused(t, await service.call("POST", feedback, { json: {} }), [401, "missing_credentials"]);
  refused(t, await service.call("GET", feedback), [401, "missing_credentials"]);
});
