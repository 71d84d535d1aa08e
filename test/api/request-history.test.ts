import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "#db/schema.ts";
import { tone } from "#harness/audio/sounds.ts";
import { listRequests } from "#src/domain/speech/list-queries.ts";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import { cleanFileName } from "#src/domain/uploads/clean-file-name.ts";
import { insertHeard, insertSpoken } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";

const requests = "/v1/speech/requests";
// No worker runs here: the finished requests are rows, the open ones stay open.
const service = await startService();
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

type Account = Awaited<ReturnType<typeof service.account>>;
const searched = z.object({
  items: z.array(z.object({ preview: z.string() })),
  ...{ total: z.int(), total_is_estimate: z.boolean(), has_next: z.boolean() },
});
const idsIn = z.object({ items: z.array(z.object({ request_id: z.string() })), total: z.int() });

async function found({ key }: Account, query: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const answer = await service.call("GET", `${requests}?${String(new URLSearchParams(query))}`, { key });
  const { items, total } = answer.data(idsIn);
  if (total !== items.length) throw new Error("The total is that of what was found.");
  return items.map(({ request_id: id }) => id).toSorted();
}

async function spoken({ userId }: Account, facts: object): Promise<string> {
  const id = await insertSpoken(service.resources, userId);
  if (Object.keys(facts).length > 0) await db.updateTable("speech_requests").set(facts).where("id", "=", id).execute();
  return id;
}

test("a search finds words and their beginnings in texts, transcripts and file names, in any order and case", async (t) => {
  const account = await service.account();
  const invoice = await spoken(account, { input_text: "Your invoice, number 42, is overdue." });
  const heard = await insertHeard(service.resources, account.userId);
  const file = await insertHeard(service.resources, account.userId);
  await db.updateTable("speech_requests").set({ file_name: "Board_minutes-2026.mp3" }).where("id", "=", file).execute();
  const japanese = await spoken(account, { input_text: "今日は東京で会議があります。" });
  const expectations = [
    ["invoice", [invoice]],
    ["OVERDUE invo", [invoice]],
    ["voice", []],
    ["invoice there", []],
    ["hello", [heard, file]],
    ["minutes", [file]],
    ["board_min", [file]],
    ["2026", [file]],
    ["東京", [japanese]],
    ["'; drop table x; --", []],
    ["!!!", []],
    ["\\", []],
  ] as const;
  for (const [search, ids] of expectations) t.deepEqual(await found(account, { search }), [...ids].toSorted(), search);
});

test("a search shows the part of a text around the longest of its words, which need not be at the beginning", async (t) => {
  const account = await service.account();
  const { key } = account;
  const lead = "The meeting began at nine. ".repeat(20);
  await spoken(account, { input_text: `${lead}We met in Brighton, by the sea. ${lead}` });
  const excerpts = z.object({ items: z.array(z.object({ excerpt: z.string().nullable() })) });
  const read = async (query: string) =>
    (await service.call("GET", `${requests}?${query}`, { key })).data(excerpts).items[0]?.excerpt;
  const excerpt = (await read("search=we+bright")) ?? "";
  t.regex(excerpt, /^… .*We met in Brighton, by the sea\. The meeting/);
  t.true(excerpt.length <= 162, excerpt);
  t.regex((await read("search=meeting")) ?? "", /^The meeting began/);
  t.is(await read("search=100%25"), undefined);
  t.is(await read("limit=1"), null);
});

test("a search stays within its account, also where two ids begin alike", async (t) => {
  const [account, other] = [await service.account(), await service.account()];
  await spoken(other, { input_text: "secret" });
  t.deepEqual(await found(account, { search: "secret" }), []);
  const twin = `${account.userId.slice(0, 8)}${randomUUID().slice(8)}`;
  await db
    .insertInto("users")
    .values({ id: twin, name: "Twin", email: "twin@example.com", username: "twin" })
    .execute();
  await spoken({ ...other, userId: twin }, { input_text: "secret" });
  t.deepEqual(await found(account, { search: "secret" }), []);
});

test("a text of 200,000 characters without spaces or with as many words is kept, and its beginning is found", async (t) => {
  const account = await service.account();
  const long = await spoken(account, { input_text: "a".repeat(200_000) });
  const many = Array.from({ length: 60_000 }, (_, index) => String.fromCodePoint(0x20000 + (index % 40_000))).join(" ");
  const other = await spoken(account, { input_text: `beginning ${many}` });
  t.deepEqual(await found(account, { search: "aaaa" }), [], "a word that long is none");
  t.true((await found(account, {})).includes(long));
  t.deepEqual(await found(account, { search: "beginning" }), [other]);
});

/** Writes spoken texts of an account, numbered by the minutes for which they have been there. */
const speakMany = ({ userId }: Account, text: string, [from, to]: readonly [number, number]) => sql`
  insert into speech_requests (id, user_id, request_type, is_demo, status, language, input_text, created_at, finished_at)
  select gen_random_uuid(), ${userId}, 'tts', false, 'completed', 'en', ${text}::text || ' ' || n, at, at
  from (select n, now() - make_interval(mins => n) as at from generate_series(${from}::int, ${to}::int) as n) as made`;

test("a search that finds more than a thousand requests lists and exports all of them, newest first", async (t) => {
  const account = await service.account();
  const { key } = account;
  await speakMany(account, "Common", [1, 1300]).execute(db);
  await speakMany(account, "Other", [1, 20]).execute(db);
  const read = async (page: number) => {
    const query = new URLSearchParams({ search: "comm", page: String(page), limit: "20" });
    const { items, ...length } = (await service.call("GET", `${requests}?${String(query)}`, { key })).data(searched);
    return { texts: items.map(({ preview }) => preview), ...length };
  };
  const textsOf = (page: number) => Array.from({ length: 20 }, (_, index) => `Common ${20 * page - 19 + index}`);
  const length = { total: 1300, total_is_estimate: false } as const;
  t.deepEqual(await read(1), { texts: textsOf(1), has_next: true, ...length });
  t.deepEqual(await read(65), { texts: textsOf(65), has_next: false, ...length });
  const { bytes } = await service.call("GET", `${requests}/export?format=json&search=comm`, { key });
  t.is(z.array(z.object({ text: z.string() })).parse(JSON.parse(String(bytes))).length, 1300);
});

/** The scans of all requests and of these indexes so far. @param one the connection whose own are counted, which tells of them late by itself */
async function countScans(one: Db, indexes: readonly string[]) {
  await sql`select pg_stat_force_next_flush()`.execute(one);
  const { rows } = await sql<{ whole: number; byIndex: number }>`
    select (select seq_scan::int from pg_stat_user_tables where relname = 'speech_requests') as whole, sum(idx_scan)::int as "byIndex"
    from pg_stat_user_indexes where indexrelname = any(${indexes})`.execute(one);
  return rows[0] ?? { whole: 0, byIndex: 0 };
}

test.serial("failed requests and those of a kind are listed and counted by indexes", async (t) => {
  const [account, other] = [await service.account(), await service.account()];
  await speakMany(other, "Other", [1, 5000]).execute(db);
  await speakMany(account, "Counted", [1, 300]).execute(db);
  await sql`
    update speech_requests set status = 'failed', error_code = 'internal_error'
    where user_id = ${account.userId} and created_at < now() - interval '201 minutes'`.execute(db);
  await sql`vacuum analyze speech_requests`.execute(db);
  const page = { userId: account.userId, page: 1, limit: 10 } as const;
  const indexes = ["speech_requests_failed_list_idx", "speech_requests_list_idx"];
  await db.connection().execute(async (one) => {
    const before = await countScans(one, indexes);
    t.like(await listRequests(one, { ...page, status: "failed" }), { total: 100, totalIsEstimate: false });
    t.like(await listRequests(one, { ...page, requestType: "tts" }), { total: 300, totalIsEstimate: false });
    const after = await countScans(one, indexes);
    t.deepEqual({ ...after }, { whole: before.whole, byIndex: before.byIndex + 4 });
  });
});

test("filters by kind, status, voice, key and days work together", async (t) => {
  const account = await service.account();
  const [voice, another] = builtinVoices.map(({ id }) => id);
  const apiKeyId = randomUUID();
  const first = await spoken(account, { api_key_id: apiKeyId, created_at: "2026-01-01T23:59:59Z", voice_id: voice });
  const second = await spoken(account, { created_at: "2026-01-02T00:00:00Z", voice_id: another });
  const heard = await insertHeard(service.resources, account.userId);
  const paragraph = await spoken(account, { document_id: randomUUID(), created_at: "2026-01-05T00:00:00Z" });
  t.deepEqual(await found(account, { documents: "only" }), [paragraph]);
  t.deepEqual(await found(account, { documents: "exclude" }), [first, second, heard].toSorted());
  const all = [first, second, heard, paragraph].toSorted();
  t.deepEqual(await found(account, {}), all);
  t.deepEqual(await found(account, { request_type: "asr" }), [heard]);
  t.deepEqual(await found(account, { status: "completed" }), all);
  t.deepEqual(await found(account, { status: "failed" }), []);
  t.deepEqual(await found(account, { voice_id: another ?? "" }), [second]);
  t.deepEqual(await found(account, { api_key_id: apiKeyId }), [first]);
  t.deepEqual(await found(account, { to: "2026-01-01" }), [first]);
  t.deepEqual(await found(account, { from: "2026-01-02", to: "2026-01-02" }), [second]);
  t.deepEqual(await found(account, { api_key_id: apiKeyId, voice_id: another ?? "" }), []);
  t.deepEqual(await found(account, { to: "2026-01-01", utc_offset: "-1" }), [first, second].toSorted());
  t.deepEqual(
    await found(account, { from: "2026-01-02", to: "2026-01-02", utc_offset: "330" }),
    [first, second].toSorted(),
  );
  t.deepEqual(await found(account, { to: "2026-01-01", utc_offset: "330" }), []);
});

test("a paragraph of a document names its document, until that is deleted", async (t) => {
  const account = await service.account();
  const { key } = account;
  const json = { title: "Fables", text: "The wind blew." };
  const made = await service.call("POST", "/v1/documents", { key, json });
  const { document_id: documentId } = made.data(z.object({ document_id: z.string() }));
  const id = await spoken(account, { document_id: documentId });
  const document = z.object({ document: z.unknown() });
  const named = async (): Promise<unknown> => {
    const [listed] = (await service.call("GET", requests, { key })).data(z.object({ items: z.array(document) })).items;
    const shown = (await service.call("GET", `${requests}/${id}`, { key })).data(document);
    t.deepEqual(listed, shown);
    return shown.document;
  };
  t.deepEqual(await named(), { document_id: documentId, title: "Fables" });
  await service.call("DELETE", `/v1/documents/${documentId}`, { key });
  t.is(await named(), null);
});

test("wrong filters are refused, each by its name", async (t) => {
  const { key } = await service.account();
  const expectations = [
    ["search=", "search"],
    [`search=${"a".repeat(201)}`, "search"],
    ["search=%00", "search"],
    ["from=yesterday", "from"],
    ["from=2026-02-01&to=2026-01-01", "from"],
    ["utc_offset=841", "utc_offset"],
    ["utc_offset=IST", "utc_offset"],
    ["api_key_id=mine", "api_key_id"],
    ["voice_id=mine", "voice_id"],
    ["status=done", "status"],
    ["documents=none", "documents"],
  ] as const;
  for (const [query, field] of expectations) {
    const { status, json } = await service.call("GET", `${requests}?${query}`, { key });
    t.is(status, 422, query);
    t.like(json, { detail: [{ loc: ["query", field] }] }, query);
  }
});

test("a request names the key of its call and the file that was sent, without folders and control characters", async (t) => {
  const { key, userId } = await service.account();
  const form = new FormData();
  form.set("audio", new Blob([tone(1)]), "C:\\notes\\Ünïcode\u202E日本.wav");
  const sent = await service.call("POST", "/v1/speech/transcriptions", { key, form, headers: { prefer: "wait=0" } });
  t.is(sent.status, 202, String(sent.bytes));
  const keys = db.selectFrom("api_keys").select(["id", "name"]).where("user_id", "=", userId);
  const { id, name } = await keys.executeTakeFirstOrThrow();
  const file_name = "Ünïcode 日本.wav";
  const listed = await service.call("GET", requests, { key });
  const known = { file_name, api_key: { api_key_id: id, name } };
  t.like(listed.json, { data: { items: [known] } });
  const shown = () => service.call("GET", `${requests}/${sent.headers.get("x-request-id")}`, { key });
  t.like((await shown()).json, { data: known });
  await db.updateTable("speech_requests").set({ api_key_id: randomUUID() }).where("user_id", "=", userId).execute();
  t.like((await shown()).json, { data: { api_key: { name: "Deleted key" } } });
  await db.updateTable("speech_requests").set({ api_key_id: null }).where("user_id", "=", userId).execute();
  t.like((await shown()).json, { data: { api_key: null } });
});

test("the name of a file loses folders, control and direction characters, and what is beyond 200 characters", (t) => {
  const expectations = [
    ["a\u0000b\u0007\u009Fc.wav", "a b c.wav"],
    ["../../etc/passwd", "passwd"],
    ["\u202Egnp.wav", "gnp.wav"],
    ["\uD800.wav", "\uFFFD.wav"],
    ["👩‍🚀.wav", "👩‍🚀.wav"],
    [`${"日".repeat(300)}.wav`, "日".repeat(200)],
    [" \r\n ", null],
    ["folder/", null],
  ] as const;
  for (const [sent, kept] of expectations) t.is(cleanFileName(sent), kept);
});

test("an export has all that matches the filters as CSV that no spreadsheet runs, or as JSON", async (t) => {
  const account = await service.account();
  await spoken(account, { input_text: '=HYPERLINK("https://evil.example")', created_at: "2026-01-01T00:00:00Z" });
  await spoken(account, { input_text: "two\nlines" });
  await insertHeard(service.resources, account.userId);
  const get = (query: string) => service.call("GET", `${requests}/export?${query}`, { key: account.key });
  const csv = await get("request_type=tts&format=csv");
  t.is(csv.headers.get("content-disposition"), 'attachment; filename="requests.csv"');
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(csv.bytes);
  t.true(text.startsWith("\uFEFFrequest_id,request_type,"));
  t.true(text.includes(`"'=HYPERLINK(""https://evil.example"")"\r\n`));
  t.true(text.includes('"two\nlines"'));
  t.false(text.includes("hello there"));
  const json = z.array(z.object({ text: z.string() })).parse(JSON.parse(String((await get("format=json")).bytes)));
  t.deepEqual(json.map((row) => row.text).toSorted(), [
    '=HYPERLINK("https://evil.example")',
    "hello there",
    "two\nlines",
  ]);
  t.deepEqual(JSON.parse(String((await get("format=json&status=failed")).bytes)), []);
  t.is((await get("format=xml")).status, 422);
});

test("an export of 450 requests made at the same time misses none and repeats none", async (t) => {
  const { key, userId } = await service.account();
  const request = { user_id: userId, request_type: "asr", is_demo: false, status: "failed", language: "en" } as const;
  const facts = { ...request, error_code: "audio_unusable", error_message: "It is broken." };
  const rows = Array.from({ length: 450 }, () => ({ ...facts, id: randomUUID(), finished_at: new Date() }));
  await db.insertInto("speech_requests").values(rows).execute();
  const { bytes } = await service.call("GET", `${requests}/export?format=json`, { key });
  const ids = z
    .array(z.object({ request_id: z.string() }))
    .parse(JSON.parse(bytes.toString()))
    .map((row) => row.request_id);
  t.deepEqual(ids.toSorted(), rows.map(({ id }) => id).toSorted());
});

test("a bulk deletion deletes the account's own, stops what is running and gives its credits back", async (t) => {
  const [account, other] = [await service.account(), await service.account()];
  const { key, userId } = account;
  const json = { text: "Later." };
  const made = await service.call("POST", "/v1/speech/synthesize", { key, json, headers: { prefer: "wait=0" } });
  const open = made.headers.get("x-request-id") ?? "";
  const [own, foreign, unknown] = [await spoken(account, {}), await spoken(other, {}), randomUUID()];
  const balance = () => service.call("GET", "/v1/usage", { key });
  const answer = await service.call("POST", `${requests}/delete`, {
    key,
    json: { request_ids: [own, open, foreign, unknown, own] },
  });
  t.is(answer.status, 200);
  const { deleted, not_found } = answer.data(
    z.object({ deleted: z.array(z.string()), not_found: z.array(z.string()) }),
  );
  t.deepEqual(deleted.toSorted(), [own, open].toSorted());
  t.deepEqual(not_found, [foreign, unknown]);
  t.deepEqual(await found(account, {}), []);
  t.deepEqual(await found(other, {}), [foreign]);
  t.is(await db.selectFrom("jobs").selectAll().where("subject_id", "=", open).executeTakeFirst(), undefined);
  t.deepEqual(await db.selectFrom("holds").selectAll().where("user_id", "=", userId).execute(), []);
  t.is((await balance()).status, 200);
});

test("a bulk deletion of none, of more than 100 or of what is no id is refused and deletes nothing", async (t) => {
  const account = await service.account();
  const own = await spoken(account, {});
  const ids = Array.from({ length: 101 }, () => own);
  for (const request_ids of [[], ids, [own, "mine"], own, null]) {
    const answer = await service.call("POST", `${requests}/delete`, { key: account.key, json: { request_ids } });
    t.is(answer.status, 422);
  }
  t.deepEqual(await found(account, {}), [own]);
});

test("two bulk deletions of the same requests in another order both succeed, and each request is deleted once", async (t) => {
  const account = await service.account();
  const ids = await Promise.all(Array.from({ length: 20 }, () => spoken(account, {})));
  const remove = (request_ids: readonly string[]) =>
    service.call("POST", `${requests}/delete`, { key: account.key, json: { request_ids } });
  const answers = await Promise.all([remove(ids), remove(ids.toReversed())]);
  const deleted = answers.flatMap((answer) => answer.data(z.object({ deleted: z.array(z.string()) })).deleted);
  t.deepEqual(deleted.toSorted(), ids.toSorted());
});
