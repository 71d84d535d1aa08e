import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { sql } from "kysely";
import { z } from "zod";
import { claimKey, deleteExpiredKeys, releaseKey, takeOverKey } from "#src/domain/idempotency/queries.ts";
import { insertMatchingFolder } from "#harness/service/matching-folder.ts";
import { type Answer, audioForm, type CallOptions } from "#harness/clients/client.ts";
import { insertHeard } from "#test/support/rows.ts";
import { startService, type TestService } from "#test/support/service.ts";
import { speech, tone } from "#harness/audio/sounds.ts";

// Work is done here, and waited for.
const service = await startService({ workers: ["synthesis", "transcription"] });
await insertMatchingFolder(service.resources);
// No worker runs here: calls wait, or say at once that the work continues.
const idle = await startService();
const recording = await speech("The train will leave at seven in the morning.");
test.after.always(() => Promise.all([service, idle].map((one) => one[Symbol.asyncDispose]())));

const requestId = z.object({ request_id: z.uuid() });
const synthesize = "/v1/speech/synthesize";
const transcribe = "/v1/speech/transcriptions";
const respondAsync = { prefer: "respond-async" };

/** A call with a key for repeats. */
const keyed = (repeatKey: string, { headers, ...rest }: CallOptions): CallOptions => ({
  ...rest,
  headers: { ...headers, "idempotency-key": repeatKey },
});

async function rowsOf({ resources: { db } }: TestService, userId: string): Promise<number> {
  const tables = ["speech_requests", "voices", "feedback", "api_keys"] as const;
  const counts = await Promise.all(
    tables.map(
      async (table) => (await db.selectFrom(table).select("id").where("user_id", "=", userId).execute()).length,
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

const idOf = (answer: Answer): string => answer.data(requestId).request_id;
const codeOf = ({ json }: Answer): string => z.object({ code: z.string() }).parse(json).code;

function isReplay(t: ExecutionContext, answer: Answer, first: Answer): void {
  t.is(answer.headers.get("idempotent-replayed"), "true");
  t.is(first.headers.get("idempotent-replayed"), null);
  t.deepEqual([answer.status, answer.json], [first.status, first.json]);
  t.is(answer.headers.get("x-request-id"), first.headers.get("x-request-id"));
  t.is(answer.headers.get("location"), first.headers.get("location"));
}

test("fifty identical calls at once have one effect", async (t) => {
  const { userId, key } = await idle.account();
  const options = keyed("one", { key, headers: respondAsync, json: { text: "Hello." } });
  const answers = await Promise.all(Array.from({ length: 50 }, () => idle.call("POST", synthesize, options)));
  t.is(await rowsOf(idle, userId), 2, "the key of the account and one request");
  const taken = answers.filter(({ status }) => status === 202);
  t.is(new Set(taken.map(idOf)).size, 1);
  t.is(taken.filter(({ headers }) => headers.get("idempotent-replayed") === null).length, 1);
  for (const answer of answers) {
    if (answer.status === 202) continue;
    t.deepEqual([answer.status, codeOf(answer)], [409, "idempotency_in_progress"]);
    t.is(answer.headers.get("retry-after"), "1");
  }
});

const repeated: Readonly<Record<string, (userId: string) => Promise<CallOptions> | CallOptions>> = {
  [synthesize]: () => ({ json: { text: "Hello.", format: "mp3" } }),
  [transcribe]: () => ({ form: audioForm(recording) }),
  "/v1/demo/speech/synthesize": () => ({ json: { text: "Hello." } }),
  "/v1/demo/speech/transcriptions": () => ({ form: audioForm(recording) }),
  "/v1/voices": () => ({ form: audioForm(tone(2), { name: "Mine" }) }),
  "/v1/feedback": async (userId) => ({
    json: { request_id: await insertHeard(service.resources, userId), feedback_text: "Good." },
  }),
};

for (const [path, optionsFor] of Object.entries(repeated)) {
  test(`POST ${path} with a key that was used is answered like the first time, and does nothing`, async (t) => {
    const { userId, key } = await service.account();
    const options = keyed("again", { key, ...(await optionsFor(userId)) });
    const first = await service.call("POST", path, options);
    t.true([200, 201].includes(first.status));
    const rows = await rowsOf(service, userId);
    isReplay(t, await service.call("POST", path, options), first);
    isReplay(t, await service.call("POST", path, options), first);
    t.is(await rowsOf(service, userId), rows);
  });
}

test("a repeat gets the audio itself where the first one did", async (t) => {
  const { key } = await service.account();
  const options = keyed("audio", { key, headers: { accept: "audio/wav" }, json: { text: "Hello." } });
  const first = await service.call("POST", synthesize, options);
  const again = await service.call("POST", synthesize, options);
  t.is(again.headers.get("content-type"), "audio/wav");
  t.true(first.bytes.length > 1_000);
  t.true(again.bytes.equals(first.bytes));
});

test("what was answered with 202 is answered with 202 again, and says how far it is", async (t) => {
  const { key } = await service.account();
  const options = keyed("later", { key, headers: respondAsync, json: { text: "Hello." } });
  const first = await service.call("POST", synthesize, options);
  const result = await service.call("POST", synthesize, keyed("done", { key, json: { text: "Hello." } }));
  t.is(result.status, 200);
  const again = await service.call("POST", synthesize, options);
  t.deepEqual([first.status, again.status, idOf(again)], [202, 202, idOf(first)]);
});

test("another input under the same key is refused", async (t) => {
  const { userId, key } = await service.account();
  const call = (path: string, options: CallOptions) => service.call("POST", path, keyed("same", { key, ...options }));
  const row = {
    type: "value_error",
    loc: ["header", "Idempotency-Key"],
    msg: "Value error, This idempotency key was used for another request. Send a new one",
    input: "same",
    ctx: { error: {} },
  };
  t.is((await call(synthesize, { json: { text: "Hello." } })).status, 200);
  t.is((await call(transcribe, { form: audioForm(recording) })).status, 200, "routes have keys of their own");
  const rows = await rowsOf(service, userId);
  for (const other of [
    await call(synthesize, { json: { text: "Hello!" } }),
    await call(synthesize, { json: { text: "Hello.", speed: 1.5 } }),
    await call(transcribe, { form: audioForm(tone(2)) }),
    await call(transcribe, { form: audioForm(recording, { response_format: "text" }) }),
  ]) {
    t.deepEqual([other.status, other.json], [422, { detail: [row] }]);
  }
  t.is(await rowsOf(service, userId), rows);
});

test("the same input in another form is the same", async (t) => {
  const { key } = await service.account();
  const call = (path: string, options: CallOptions) => service.call("POST", path, keyed("form", { key, ...options }));
  const first = await call(synthesize, {
    body: '{"text":"Hello.","speed":1}',
    headers: { "content-type": "application/json" },
  });
  isReplay(
    t,
    await call(synthesize, {
      body: '{ "ignored": 1, "speed": 1.0, "text": "\\u0048ello." }',
      headers: { "content-type": "application/json" },
    }),
    first,
  );

  const heard = await call(transcribe, { form: audioForm(recording, { language: "en" }) });
  const form = new FormData();
  form.set("language", "en-GB");
  form.set("audio", new Blob([recording], { type: "audio/wav" }), "another name.wav");
  isReplay(t, await call(transcribe, { form }), heard);
});

test("idempotency keys belong to an account, and are ignored without one", async (t) => {
  const [one, two] = [await service.account(), await service.account()];
  const ids = new Set<string>();
  for (const { key } of [one, two]) {
    ids.add(idOf(await service.call("POST", synthesize, keyed("shared", { key, json: { text: "Hello." } }))));
  }
  for (const json of [{ text: "Hello." }, { text: "Hello." }, { text: "Another." }]) {
    const answer = await service.call("POST", "/v1/demo/speech/synthesize", keyed("shared", { json }));
    t.deepEqual([answer.status, answer.headers.get("idempotent-replayed")], [200, null]);
    ids.add(idOf(answer));
  }
  t.is(ids.size, 5);
  t.is(
    (await service.call("POST", "/v1/demo/speech/synthesize", keyed("é", { json: { text: "Hello." } }))).status,
    200,
  );
});

test("calls that make keys take none", async (t) => {
  const { userId, key } = await service.account();
  const options = keyed("made", { key, json: { name: "laptop" } });
  for (const _ of [1, 2]) t.is((await service.call("POST", "/v1/api-keys", options)).status, 201);
  t.is(await rowsOf(service, userId), 3);
});

test("a key is 1 to 255 printable characters, and reported with all other errors", async (t) => {
  const { key } = await idle.account();
  const call = (repeatKey: string, json: unknown) =>
    idle.call("POST", synthesize, keyed(repeatKey, { key, headers: respondAsync, json }));
  const pattern = "^[ -~]+$";
  for (const [value, row] of [
    ["", { type: "string_too_short", msg: "String should have at least 1 character", ctx: { min_length: 1 } }],
    [
      "x".repeat(256),
      { type: "string_too_long", msg: "String should have at most 255 characters", ctx: { max_length: 255 } },
    ],
    ["é", { type: "string_pattern_mismatch", msg: `String should match pattern '${pattern}'`, ctx: { pattern } }],
    ["a\tb", { type: "string_pattern_mismatch", msg: `String should match pattern '${pattern}'`, ctx: { pattern } }],
  ] as const) {
    const { type, msg, ctx } = row;
    const header = { type, loc: ["header", "Idempotency-Key"], msg, input: value, ctx };
    const text = { type: "missing", loc: ["body", "text"], msg: "Field required", input: {} };
    const answer = await call(value, {});
    t.deepEqual([answer.status, answer.json], [422, { detail: [header, text] }]);
  }
  t.is((await call("~ ".repeat(127) + "!", { text: "Hello." })).status, 202);
});

/** Waits until the account has a request that is not done. @returns its id */
async function openRequestOf({ resources: { db } }: TestService, userId: string): Promise<string> {
  for (;;) {
    const open = db.selectFrom("speech_requests").select("id").where("user_id", "=", userId);
    const row = await open.where("finished_at", "is", null).executeTakeFirst();
    if (row !== undefined) return row.id;
    await delay(10);
  }
}

const failAs = ({ resources: { db } }: TestService, id: string, code: string) =>
  db
    .updateTable("speech_requests")
    .set({ status: "failed", finished_at: new Date(), error_code: code, error_message: "It says why." })
    .where("id", "=", id)
    .execute();

test("a repeat of a call that is still running is refused; what the work is refused for is kept", async (t) => {
  const { userId, key } = await idle.account();
  const options = keyed("running", { key, form: audioForm(tone(2)) });
  const running = idle.call("POST", transcribe, options);
  const id = await openRequestOf(idle, userId);
  const meanwhile = await idle.call("POST", transcribe, options);
  t.deepEqual([meanwhile.status, codeOf(meanwhile)], [409, "idempotency_in_progress"]);
  await failAs(idle, id, "audio_unusable");
  const first = await running;
  t.is(first.status, 422);
  isReplay(t, await idle.call("POST", transcribe, options), first);

  const long = keyed("long", { key, form: audioForm(tone(3)) });
  const tooLong = idle.call("POST", transcribe, long);
  await failAs(idle, await openRequestOf(idle, userId), "audio_too_long");
  const answer = await tooLong;
  t.is(answer.status, 413);
  isReplay(t, await idle.call("POST", transcribe, long), answer);
});

test("an error of ours is not kept: the next call does the work", async (t) => {
  const { userId, key } = await idle.account();
  const options = keyed("ours", { key, json: { text: "Hello." } });
  const running = idle.call("POST", synthesize, options);
  const id = await openRequestOf(idle, userId);
  await failAs(idle, id, "engine_timeout");
  t.is((await running).status, 504);
  const next = await idle.call(
    "POST",
    synthesize,
    keyed("ours", { key, headers: respondAsync, json: { text: "Hello." } }),
  );
  t.is(next.status, 202);
  t.not(idOf(next), id);
});

test("a refusal before anything was made is not kept", async (t) => {
  const { key } = await service.account();
  const speak = (json: unknown) => service.call("POST", synthesize, keyed("refused", { key, json }));
  t.is((await speak({ text: "Hello.", voice_id: randomUUID() })).status, 404);
  t.is((await speak({})).status, 422);
  t.is((await speak({ text: "Hello." })).status, 200);
});

/** A call of the account that never came to its end; its key is as old as this. */
async function leaveBehind(userId: string, age: string, resourceId: string): Promise<void> {
  await sql`
    update idempotency_keys set status = null, resource_id = ${resourceId}, created_at = now() - ${age}::interval
    where user_id = ${userId}`.execute(service.resources.db);
}

test("the key of a call that has died is free after a quarter of an hour, or as soon as its work has ended", async (t) => {
  const { userId, key } = await service.account();
  const options = keyed("died", { key, json: { text: "Hello." } });
  const speak = () => service.call("POST", synthesize, options);
  const first = await speak();
  await leaveBehind(userId, "1 second", idOf(first));
  isReplay(t, await speak(), first);

  await leaveBehind(userId, "14 minutes", randomUUID());
  t.deepEqual(codeOf(await speak()), "idempotency_in_progress");
  await leaveBehind(userId, "16 minutes", randomUUID());
  const answers = await Promise.all([speak(), speak(), speak()]);
  t.is(answers.filter(({ status, headers }) => status === 200 && !headers.has("idempotent-replayed")).length, 1);
  t.true(answers.every(({ status }) => status === 200 || status === 409));
  const second = await speak();
  t.is(second.headers.get("idempotent-replayed"), "true");

  const { db } = service.resources;
  await leaveBehind(userId, "1 second", idOf(second));
  await failAs(service, idOf(second), "unavailable");
  const third = await speak();
  t.deepEqual([third.status, third.headers.get("idempotent-replayed")], [200, null]);

  await leaveBehind(userId, "1 second", idOf(third));
  await db
    .updateTable("speech_requests")
    .set({ status: "queued", finished_at: null })
    .where("id", "=", idOf(third))
    .execute();
  t.is((await speak()).status, 409);
  await leaveBehind(userId, "16 minutes", idOf(third));
  const fourth = await speak();
  t.deepEqual([fourth.status, idOf(fourth), fourth.headers.get("idempotent-replayed")], [202, idOf(third), "true"]);
});

test("one of the repeats takes a key over, though its holder has just given it back", async (t) => {
  const { userId } = await service.account();
  const { db } = service.resources;
  const claim = { userId, route: "speak", key: "given back", fingerprint: Buffer.alloc(32), resourceId: randomUUID() };
  t.is(await claimKey(db, claim), null);
  const repeats = [1, 2, 3].map(() => ({ ...claim, resourceId: randomUUID() }));
  const holder = { fingerprint: claim.fingerprint, resourceId: claim.resourceId, status: null, ageMs: 0 };
  await releaseKey(db, claim);
  const taken = await Promise.all(repeats.map((repeat) => takeOverKey(db, repeat, holder)));
  t.is(taken.filter(Boolean).length, 1);
  t.is((await claimKey(db, claim))?.resourceId, repeats[taken.indexOf(true)]?.resourceId);
});

test("a key is forgotten after a day", async (t) => {
  const { userId, key } = await service.account();
  const { db } = service.resources;
  const speak = (text: string) => service.call("POST", synthesize, keyed("day", { key, json: { text } }));
  const age = (ago: string) =>
    sql`update idempotency_keys set created_at = now() - ${ago}::interval where user_id = ${userId}`.execute(db);
  const keys = async () =>
    (await db.selectFrom("idempotency_keys").select("key").where("user_id", "=", userId).execute()).length;
  const first = await speak("Hello.");
  await age("23 hours 59 minutes");
  await deleteExpiredKeys(db);
  isReplay(t, await speak("Hello."), first);
  await age("24 hours 1 minute");
  t.is((await speak("Another.")).headers.get("idempotent-replayed"), null);
  await age("24 hours 1 minute");
  t.is(await keys(), 1);
  await deleteExpiredKeys(db);
  t.is(await keys(), 0);
});

test("a repeat after the voice was deleted finds no voice, and makes none", async (t) => {
  const { userId, key } = await service.account();
  const make = () =>
    service.call("POST", "/v1/voices", keyed("voice", { key, form: audioForm(tone(2), { name: "Mine" }) }));
  const { voice_id: id } = (await make()).data(z.object({ voice_id: z.uuid() }));
  t.is((await service.call("DELETE", `/v1/voices/${id}`, { key })).status, 200);
  t.deepEqual(codeOf(await make()), "voice_not_found");
  t.is(await rowsOf(service, userId), 1);
});
