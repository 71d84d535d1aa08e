import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { z } from "zod";
import { insertHeard, insertSpoken } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";

const requests = "/v1/speech/requests";
const content = "RIFF0123456789abcdef";

// No worker runs here: the finished requests are rows, the open ones stay open.
const service = await startService();
const { db } = service.resources;
const { key, userId } = await service.account();
const spoken = await insertSpoken(service.resources, userId, content);
const heard = await insertHeard(service.resources, userId);
const open = await insertOpen();
const failed = await insertFailed();
test.after.always(() => service[Symbol.asyncDispose]());

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  service.call("GET", `${requests}${path}`, { key, headers });

async function insertOpen(): Promise<string> {
  const json = { text: "Later." };
  const answer = await service.call("POST", "/v1/speech/synthesize", { key, json, headers: { prefer: "wait=0" } });
  return answer.headers.get("x-request-id") ?? "";
}

async function insertFailed(): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto("speech_requests")
    .values({
      ...{ id, user_id: userId, request_type: "asr", is_demo: false, status: "failed", language: "en" },
      ...{ error_code: "audio_unusable", error_message: "It is broken.", finished_at: new Date() },
    })
    .execute();
  return id;
}

test("a finished synthesis is shown with everything that is known of it", async (t) => {
  const { json } = await get(`/${spoken}`);
  const { publicUrl } = service.resources.config;
  t.like(json, {
    success: true,
    data: {
      request_id: spoken,
      request_type: "tts",
      status: "completed",
      progress: 100,
      language: "en",
      text: "Hello.",
      characters: 6,
      error: null,
      audio_url: `${publicUrl}${requests}/${spoken}/audio`,
      content_type: "audio/wav",
      sample_rate: 16_000,
      duration_seconds: 1,
    },
  });
});

test("a finished transcription is shown with everything that is known of it", async (t) => {
  const { json } = await get(`/${heard}`);
  t.like(json, {
    data: {
      request_id: heard,
      request_type: "asr",
      text: "hello there",
      duration_seconds: 1.25,
      usage: { type: "duration", seconds: 2 },
    },
  });
});

test("a failed request says why", async (t) => {
  const { status, headers, json } = await get(`/${failed}`);
  t.is(status, 200);
  t.is(headers.get("retry-after"), null);
  t.like(json, { data: { status: "failed", text: null, error: { code: "audio_unusable", message: "It is broken." } } });
});

test("a request tells what it cost once it has ended, alone and in the list", async (t) => {
  await db.updateTable("speech_requests").set({ credits: 6 }).where("id", "=", spoken).execute();
  const listed = (await get("?limit=100")).data(
    z.object({ items: z.array(z.object({ request_id: z.string(), credits_consumed: z.int().nullable() })) }),
  );
  for (const [id, cost] of [
    [spoken, 6],
    [failed, 0],
    [open, null],
  ] as const) {
    t.like((await get(`/${id}`)).json, { data: { credits_consumed: cost } });
    t.is(listed.items.find((item) => item.request_id === id)?.credits_consumed, cost);
  }
});

test("dates are written in UTC with milliseconds", async (t) => {
  const dates = z.object({ created_at: z.string(), finished_at: z.string() });
  const { created_at, finished_at } = (await get(`/${spoken}`)).data(dates);
  for (const date of [created_at, finished_at]) t.regex(date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test("a pending result and a failed one get different errors", async (t) => {
  const expectations = [
    [`/${open}/audio`, 409, "result_not_ready"],
    [`/${open}/transcript`, 409, "result_not_ready"],
    [`/${heard}/audio`, 404, "not_found"],
    [`/${spoken}/transcript`, 404, "not_found"],
    [`/${failed}/audio`, 404, "not_found"],
    [`/${failed}/transcript`, 404, "not_found"],
    [`/${randomUUID()}/audio`, 404, "request_not_found"],
    [`/${randomUUID()}`, 404, "request_not_found"],
  ] as const;
  for (const [path, status, code] of expectations) {
    const answer = await get(path);
    t.is(answer.status, status, path);
    t.like(answer.json, { success: false, code }, path);
    t.is(answer.headers.get("retry-after"), status === 409 ? "1" : null, path);
  }
});

test("an id in any form that a UUID can have is the same id", async (t) => {
  for (const id of [spoken.toUpperCase(), spoken.replaceAll("-", ""), `{${spoken}}`, `urn:uuid:${spoken}`]) {
    t.like((await get(`/${encodeURIComponent(id)}`)).json, { data: { request_id: spoken } }, id);
  }
});

test("an invalid id is refused with the reason", async (t) => {
  const { status, json } = await get("/42");
  const error = "invalid length: expected length 32 for simple format, found 2";
  const row = { type: "uuid_parsing", loc: ["path", "request_id"], msg: `Input should be a valid UUID, ${error}` };
  t.deepEqual([status, json], [422, { detail: [{ ...row, input: "42", ctx: { error } }] }]);
});

const parts = [
  ["bytes=0-3", "0-3"],
  ["bytes=4-4", "4-4"],
  ["bytes=10-", "10-19"],
  ["bytes=-4", "16-19"],
  ["bytes=-4000", "0-19"],
  ["bytes=18-4000", "18-19"],
  ["bytes=0-", "0-19"],
] as const;

for (const [range, part] of parts) {
  test(`the range ${range} gives the bytes ${part}`, async (t) => {
    const { status, headers, bytes } = await get(`/${spoken}/audio`, { range });
    const [start = 0, end = 0] = part.split("-").map(Number);
    t.is(status, 206);
    t.is(bytes.toString(), content.slice(start, end + 1));
    t.is(headers.get("content-range"), `bytes ${part}/${content.length}`);
    t.is(headers.get("content-length"), `${bytes.length}`);
    t.is(headers.get("content-type"), "audio/wav");
    t.is(headers.get("accept-ranges"), "bytes");
  });
}

for (const range of ["bytes=20-", "bytes=20-30", "bytes=4000-", "bytes=-0"]) {
  test(`the range ${range} is outside of the audio`, async (t) => {
    const { status, headers, json } = await get(`/${spoken}/audio`, { range });
    t.is(status, 416);
    t.like(json, { success: false, code: "range_not_satisfiable", size_bytes: content.length });
    t.is(headers.get("content-range"), `bytes */${content.length}`);
  });
}

for (const range of ["bytes=0-1,4-5", "bytes=x-y", "lines=0-1", "bytes", ""]) {
  test(`the range "${range}" gives the whole`, async (t) => {
    const { status, headers, bytes } = await get(`/${spoken}/audio`, { range });
    t.is(status, 200);
    t.is(bytes.toString(), content);
    t.is(headers.get("content-length"), `${content.length}`);
  });
}

test("HEAD answers like GET, without the bytes", async (t) => {
  for (const path of ["", `/${spoken}`, `/${spoken}/audio`, `/${heard}/transcript?format=srt`]) {
    const [head, whole] = [await service.call("HEAD", `${requests}${path}`, { key }), await get(path)];
    t.is(head.status, 200);
    t.is(head.bytes.length, 0);
    for (const name of ["content-type", "content-length"]) t.is(head.headers.get(name), whole.headers.get(name), path);
  }
  t.is((await service.call("HEAD", `${requests}/${randomUUID()}`, { key })).status, 404);
  t.is((await service.call("HEAD", requests)).status, 401);
});

const transcripts = [
  ["text", "text/plain; charset=utf-8", "hello there\n"],
  ["srt", "application/x-subrip; charset=utf-8", "1\n00:00:00,100 --> 00:00:01,200\nhello there\n"],
  ["vtt", "text/vtt; charset=utf-8", "WEBVTT\n\n00:00:00.100 --> 00:00:01.200\nhello there\n"],
] as const;

for (const [format, type, text] of transcripts) {
  test(`a transcript can be fetched as ${format}`, async (t) => {
    const { status, headers, bytes } = await get(`/${heard}/transcript?format=${format}`);
    t.deepEqual([status, headers.get("content-type"), bytes.toString()], [200, type, text]);
    t.is(headers.get("x-content-type-options"), "nosniff");
  });
}

test("a transcript is text when nothing is said, and JSON on request", async (t) => {
  t.is((await get(`/${heard}/transcript`)).bytes.toString(), "hello there\n");
  t.like((await get(`/${heard}/transcript?format=json`)).json, { data: { request_id: heard, text: "hello there" } });
});

test("another format of transcript is refused", async (t) => {
  const expected = "'json', 'text', 'srt' or 'vtt'";
  const row = { type: "literal_error", loc: ["query", "format"], msg: `Input should be ${expected}` };
  const { status, json } = await get(`/${heard}/transcript?format=pdf`);
  t.deepEqual([status, json], [422, { detail: [{ ...row, input: "pdf", ctx: { expected } }] }]);
});

test("subtitles are laid out as the call asks, within bounds", async (t) => {
  const cues = async (query: string) => (await get(`/${heard}/transcript?${query}`)).bytes.toString().split("\n\n");
  t.is((await cues("format=srt")).length, 1);
  t.is((await cues("format=srt&max_words=1")).length, 2);
  t.deepEqual(await cues("format=text&max_words=1"), ["hello there\n"]);
  for (const [name, value, type] of [
    ["max_line_width", "9", "greater_than_equal"],
    ["max_line_width", "201", "less_than_equal"],
    ["max_lines", "0", "greater_than_equal"],
    ["max_lines", "two", "int_parsing"],
    ["max_words", "0", "greater_than_equal"],
  ] as const) {
    const { status, json } = await get(`/${heard}/transcript?format=vtt&${name}=${value}`);
    t.like([status, json], [422, { detail: [{ type, loc: ["query", name] }] }], `${name}=${value}`);
  }
});

const page = z.object({
  items: z.array(z.object({ request_id: z.string() })),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
  has_next: z.boolean(),
});

test("a list is cut into pages, newest first, each request on one of them", async (t) => {
  const account = await service.account();
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1) made.push(await insertHeard(service.resources, account.userId));
  // Equal times, so that only the id can order them.
  await sql`update speech_requests set created_at = now() where user_id = ${account.userId}`.execute(db);
  const read = async (query: string) =>
    (await service.call("GET", `${requests}?${query}`, { key: account.key })).data(page);
  const pages = [await read("limit=2"), await read("limit=2&page=2"), await read("limit=2&page=3")];
  t.deepEqual(pages.flatMap(({ items }) => items.map((item) => item.request_id)).toSorted(), made.toSorted());
  t.is(pages[0]?.items.length, 2);
  t.deepEqual(
    pages.map(({ has_next }) => has_next),
    [true, true, false],
  );
  t.deepEqual({ ...pages[2], items: [] }, { items: [], total: 5, page: 3, limit: 2, has_next: false });
  t.deepEqual(await read("limit=2&page=4"), { items: [], total: 5, page: 4, limit: 2, has_next: false });
  t.like(await read(""), { page: 1, limit: 20, has_next: false });
  t.like(await read("limit=100"), { limit: 100 });
  t.like(await read("limit=5"), { has_next: false });
  t.like(await read("page=9999999999999999"), { items: [] });
});

test("a list can be filtered by type and status", async (t) => {
  const idsOf = async (query: string) =>
    (await get(`?${query}`))
      .data(page)
      .items.map((item) => item.request_id)
      .toSorted();
  t.deepEqual(await idsOf(""), [spoken, heard, open, failed].toSorted());
  t.deepEqual(await idsOf("request_type=tts"), [spoken, open].toSorted());
  t.deepEqual(await idsOf("request_type=asr&status=failed"), [failed]);
  t.deepEqual(await idsOf("status=queued"), [open]);
  t.deepEqual(await idsOf("status=processing"), []);
});

const lows = ["0", "-1"].map((value) => [`page=${value}`, "greater_than_equal", "page", value, { ge: 1 }] as const);
const invalidQueries = [
  ...lows,
  ["limit=0", "greater_than_equal", "limit", "0", { ge: 1 }],
  ["limit=101", "less_than_equal", "limit", "101", { le: 100 }],
  ["page=abc", "int_parsing", "page", "abc", undefined],
  ["limit=", "int_parsing", "limit", "", undefined],
  ["page=1.5", "int_parsing", "page", "1.5", undefined],
  [
    "status=done",
    "literal_error",
    "status",
    "done",
    { expected: "'queued', 'processing', 'completed', 'failed' or 'cancelled'" },
  ],
  [
    "status=",
    "literal_error",
    "status",
    "",
    { expected: "'queued', 'processing', 'completed', 'failed' or 'cancelled'" },
  ],
  ["request_type=voice", "literal_error", "request_type", "voice", { expected: "'tts' or 'asr'" }],
] as const;

for (const [query, type, field, input, ctx] of invalidQueries) {
  test(`a list with ${query} is refused`, async (t) => {
    const { status, json } = await get(`?${query}`);
    t.is(status, 422);
    const { detail } = z.object({ detail: z.tuple([z.looseObject({ msg: z.string() })]) }).parse(json);
    t.like(detail[0], { type, loc: ["query", field], input, ...(ctx && { ctx }) });
  });
}

test("of a parameter that is sent twice the last one counts, and unknown ones do not", async (t) => {
  t.like((await get("?page=0&page=2&limit=abc&limit=3&colour=red")).json, { data: { page: 2, limit: 3 } });
});
