import { randomUUID } from "node:crypto";
import test, { type ExecutionContext } from "ava";
import { sql } from "kysely";
import { z } from "zod";
import { contactAnswer, createdContact } from "#src/api/contact-submissions/schemas.ts";
import type { Answer } from "#harness/clients/client.ts";
import { insertContact, makeAdmin } from "#test/support/rows.ts";
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

const contact = "/v1/contact-submissions";
const service = await startService();
const { db } = service.resources;
const { key: admin, userId: adminId } = await service.account();
await makeAdmin(service.resources, adminId);
test.after.always(() => service[Symbol.asyncDispose]());

const page = z.object({
  items: z.array(contactAnswer),
  total: z.int(),
  has_next: z.boolean(),
  total_is_estimate: z.boolean(),
});
const submit = (json: unknown) => service.call("POST", contact, { json });
const list = async (query = "") => (await service.call("GET", `${contact}${query}`, { key: admin })).data(page);
const move = (id: string, status: unknown) =>
  service.call("PATCH", `${contact}/${id}`, { key: admin, json: { status } });

const row = (id: string) => db.selectFrom("contact_submissions").selectAll().where("id", "=", id).executeTakeFirst();

const refused = (t: ExecutionContext, { status, json }: Answer, expected: readonly [number, string]) => {
  t.is(status, expected[0]);
  t.like(json, { success: false, code: expected[1] });
};

const ann = { name: "Ann", email: "ann@example.com" };

test("a filled-in form becomes a new ticket with all its fields, without an account", async (t) => {
  const form = {
    name: "Ann Lee 😀",
    email: "Ann.Lee@Example.COM",
    company: "Lee & Sons",
    interested_products: ["voices", "transcription"],
    how_did_you_hear: "From a friend.",
    message: "Good morning,\n\n\tdo you speak हिन्दी? 😀",
  };
  const answer = await submit(form);
  t.is(answer.status, 201);
  const { ticket_id: id } = answer.data(z.strictObject(createdContact.shape));
  t.is(answer.headers.get("x-request-id"), id);
  const item = (await list("?limit=100")).items.find((ticket) => ticket.ticket_id === id);
  const { created_at: createdAt, ...rest } = z.strictObject(contactAnswer.shape).parse(item);
  t.deepEqual<typeof rest, unknown>(rest, { ...form, ticket_id: id, email: "Ann.Lee@example.com", status: "new" });
  t.true(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000);
});

test("an optional field may be absent, null or empty", async (t) => {
  const nothing = { company: null, interested_products: null, how_did_you_hear: null, message: null };
  const empty = { company: "", interested_products: [], how_did_you_hear: "", message: "" };
  for (const [given, kept] of [
    [{}, nothing],
    [nothing, nothing],
    [empty, { ...empty, message: null }],
  ] as const) {
    const { ticket_id: id } = (await submit({ ...ann, ...given })).data(createdContact);
    const { company, interested_products: products, how_did_you_hear: heard, message } = (await row(id)) ?? {};
    const stored = { company, interested_products: products, how_did_you_hear: heard, message };
    t.is(JSON.stringify(stored), JSON.stringify(kept));
  }
});

/** The value of a field, and the rows that it is answered; none when it is accepted. */
type Case = readonly [fields: object, ...rows: readonly object[]];
const at = (...path: readonly (string | number)[]) => ["body", ...path];
const many = (count: number) => Array.from({ length: count }, () => "a");
const badEmail = (input: string, reason: string) =>
  rowOf(at("email"), ["value_error", `value is not a valid email address: ${reason}`], { input, ctx: { reason } });

const forms: readonly Case[] = [
  [{ name: "a" }],
  [{ name: "😀".repeat(200) }],
  [{ name: "" }, tooShortRow(at("name"))],
  [{ name: "😀".repeat(201) }, tooLongRow(at("name"), "😀".repeat(201), 200)],
  [{ name: null }, noStringRow(at("name"), null)],
  [{ name: "a\0" }, nulRow(at("name"), "a\0")],
  [{ name: "\udc00" }, surrogateRow(at("name"), "\ufffd")],
  [{ email: "x" }, badEmail("x", "An email address must have an @-sign.")],
  [{ email: "a@b" }, badEmail("a@b", "The part after the @-sign is not valid. It should have a period.")],
  [{ email: null }, noStringRow(at("email"), null)],
  [{ company: "😀".repeat(200) }],
  [{ company: "x".repeat(201) }, tooLongRow(at("company"), "x".repeat(201), 200)],
  [{ company: 5 }, noStringRow(at("company"), 5)],
  [{ company: "\0" }, nulRow(at("company"), "\0")],
  [{ how_did_you_hear: "x".repeat(200) }],
  [{ how_did_you_hear: "x".repeat(201) }, tooLongRow(at("how_did_you_hear"), "x".repeat(201), 200)],
  [{ message: "😀".repeat(5_000) }],
  [{ message: "x".repeat(5_001) }, tooLongRow(at("message"), "x".repeat(5_001), 5_000)],
  [{ message: 5 }, noStringRow(at("message"), 5)],
  [{ message: "\0" }, nulRow(at("message"), "\0")],
  [{ how_did_you_hear: [] }, noStringRow(at("how_did_you_hear"), [])],
  [{ interested_products: many(20) }],
  [{ interested_products: ["😀".repeat(100)] }],
  [
    { interested_products: many(21) },
    rowOf(at("interested_products"), ["too_long", "List should have at most 20 items after validation, not 21"], {
      input: many(21),
      ctx: { field_type: "List", max_length: 20, actual_length: 21 },
    }),
  ],
  [
    { interested_products: "voices" },
    rowOf(at("interested_products"), ["list_type", "Input should be a valid list"], { input: "voices" }),
  ],
  [
    { interested_products: ["a", 5, "", "x".repeat(101), null, "\0"] },
    noStringRow(at("interested_products", 1), 5),
    tooShortRow(at("interested_products", 2)),
    tooLongRow(at("interested_products", 3), "x".repeat(101), 100),
    noStringRow(at("interested_products", 4), null),
    nulRow(at("interested_products", 5), "\0"),
  ],
  [
    { name: "", email: "x", company: 1 },
    tooShortRow(at("name")),
    badEmail("x", "An email address must have an @-sign."),
    noStringRow(at("company"), 1),
  ],
];

for (const [fields, ...rows] of forms) {
  test(`a form with ${JSON.stringify(fields).slice(0, 60)} is ${rows.length === 0 ? "taken" : "refused"}`, async (t) => {
    const { status, json } = await submit({ ...ann, ...fields });
    t.is(status, rows.length === 0 ? 201 : 422);
    if (rows.length > 0) t.is(JSON.stringify(json), JSON.stringify({ detail: rows }));
  });
}

test("a message is kept without characters that cannot be seen or that turn its direction", async (t) => {
  const message = "\u0007 One\r\ntwo\rthree\u202e evil\u2066\u200f \u001b[31m\u0085\t4 \n";
  const { ticket_id: id } = (await submit({ ...ann, message })).data(createdContact);
  t.is((await row(id))?.message, "One\ntwo\nthree evil [31m\t4");
  const { ticket_id: none } = (await submit({ ...ann, message: " \r\n\u202e" })).data(createdContact);
  t.is((await row(none))?.message, null);
});

test("a name and an address are needed", async (t) => {
  const { json } = await submit({});
  t.is(JSON.stringify(json), JSON.stringify({ detail: [missingRow("name", {}), missingRow("email", {})] }));
});

test("a status and an id of one's own choice are not looked at", async (t) => {
  const id = randomUUID();
  const made = (await submit({ ...ann, status: "closed", ticket_id: id, id })).data(createdContact);
  t.not(made.ticket_id, id);
  t.is((await row(made.ticket_id))?.status, "new");
});

test("a wrong key does not block the contact form", async (t) => {
  t.is((await service.call("POST", contact, { json: ann, key: "wrong" })).status, 201);
});

test("only admins read tickets and move them, and others learn nothing about them", async (t) => {
  const id = await insertContact(service.resources);
  const { key } = await service.account();
  for (const ticket of [id, randomUUID(), "x"]) {
    const path = `${contact}/${ticket}`;
    refused(t, await service.call("PATCH", path, { key, json: { status: "closed" } }), [403, "forbidden"]);
    refused(t, await service.call("PATCH", path, { json: { status: "x" } }), [401, "missing_credentials"]);
  }
  refused(t, await service.call("GET", `${contact}?limit=0`, { key }), [403, "forbidden"]);
  refused(t, await service.call("GET", contact), [401, "missing_credentials"]);
  t.is((await row(id))?.status, "new");
});

test("an admin who is none any more is refused at once", async (t) => {
  const { key, userId } = await service.account();
  await makeAdmin(service.resources, userId);
  t.is((await service.call("GET", contact, { key })).status, 200);
  await db.updateTable("users").set({ role: "user" }).where("id", "=", userId).execute();
  refused(t, await service.call("GET", contact, { key }), [403, "forbidden"]);
});

test("tickets are listed newest first, in pages, all of them or those of one status", async (t) => {
  await using own = await startService();
  const { key, userId } = await own.account();
  await makeAdmin(own.resources, userId);
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    // Two that were made within a millisecond would be in the order of their ids.
    await sql`update contact_submissions set created_at = created_at - interval '1 minute'`.execute(own.resources.db);
    ids.unshift(await insertContact(own.resources));
  }
  const closed = ids[1] ?? "";
  await own.call("PATCH", `${contact}/${closed}`, { key, json: { status: "closed" } });
  const read = async (query: string) => {
    const { items, total, has_next: hasNext } = (await own.call("GET", `${contact}?${query}`, { key })).data(page);
    return [items.map((item) => item.ticket_id), total, hasNext];
  };
  t.deepEqual(await read(""), [ids, 3, false]);
  t.deepEqual(await read("limit=2&page=1"), [ids.slice(0, 2), 3, true]);
  t.deepEqual(await read("limit=2&page=2"), [ids.slice(2), 3, false]);
  t.deepEqual(await read("limit=2&page=3"), [[], 3, false]);
  t.deepEqual(await read("status=closed"), [[closed], 1, false]);
  t.deepEqual(await read("status=new&limit=1"), [ids.slice(0, 1), 2, true]);
  t.deepEqual(await read("status=reviewed"), [[], 0, false]);
});

test("up to 10,000 tickets are counted, more are estimated, and the last page has the exact number", async (t) => {
  await using own = await startService();
  const { key, userId } = await own.account();
  await makeAdmin(own.resources, userId);
  const insert = (rows: number) =>
    sql`
    insert into contact_submissions (id, name, email, status, created_at)
    select gen_random_uuid(), 'Ann', 'ann@example.com', 'reviewed', now() - make_interval(secs => n)
    from generate_series(1, ${rows}::int) as n`.execute(own.resources.db);
  const read = async (query: string) => {
    const { items, total, ...rest } = (await own.call("GET", `${contact}?${query}`, { key })).data(page);
    return { items: items.length, total, isEstimate: rest.total_is_estimate, hasNext: rest.has_next };
  };
  await insert(10_000);
  t.deepEqual(await read("limit=1"), { items: 1, total: 10_000, isEstimate: false, hasNext: true });
  await insert(30);
  // Without statistics of the table the planner guesses too few.
  for (const analyze of [sql`select`, sql`analyze contact_submissions`]) {
    await analyze.execute(own.resources.db);
    const first = await read("limit=100&status=reviewed");
    t.like(first, { items: 100, isEstimate: true, hasNext: true });
    t.true(first.total > 10_000 && first.total < 11_000, `${first.total}`);
    t.like(await read("limit=100&page=100"), { items: 100, isEstimate: true, hasNext: true });
    t.deepEqual(await read("limit=100&page=101"), { items: 30, total: 10_030, isEstimate: false, hasNext: false });
    t.like(await read("limit=100&page=102"), { items: 0, isEstimate: true, hasNext: false });
  }
});

const statuses = "'new', 'reviewed' or 'closed'";

test("tickets are found by a part of the name, the address, the company or the message, in any case", async (t) => {
  const word = randomUUID();
  const facts = [
    { ...ann, name: `Of ${word.toUpperCase()}` },
    { ...ann, email: `${word}@example.com` },
    { ...ann, company: `${word} & Sons` },
    { ...ann, message: `Hello,\nof ${word}.` },
    { ...ann, message: "100 % of_it" },
  ];
  for (const fields of facts) t.is((await submit(fields)).status, 201);
  t.is((await list(`?search=${word.slice(0, 20)}`)).total, 4);
  t.is((await list(`?search=${word}&status=closed`)).total, 0);
  t.deepEqual(
    (await list(`?search=${encodeURIComponent("% OF_")}`)).items.map(({ message }) => message),
    ["100 % of_it"],
  );
});

test("the list refuses parameters outside their bounds", async (t) => {
  const status = (value: string) => literalRow(["query", "status"], value, statuses);
  for (const [query, ...rows] of [...pageCases, ["status=", status("")], ["status=NEW", status("NEW")]] as const) {
    const answer = await service.call("GET", `${contact}?${query}`, { key: admin });
    t.is(answer.status, rows.length === 0 ? 200 : 422, query);
    if (rows.length > 0) t.is(JSON.stringify(answer.json), JSON.stringify({ detail: rows }));
  }
});

const moves = [
  ["new", "new", 200],
  ["new", "reviewed", 200],
  ["new", "closed", 200],
  ["reviewed", "new", 409],
  ["reviewed", "reviewed", 200],
  ["reviewed", "closed", 200],
  ["closed", "new", 409],
  ["closed", "reviewed", 200],
  ["closed", "closed", 200],
] as const;

for (const [from, to, status] of moves) {
  test(`a ticket that is ${from} ${status === 200 ? "can be made" : "is never again"} ${to}`, async (t) => {
    const id = await insertContact(service.resources);
    await db.updateTable("contact_submissions").set({ status: from }).where("id", "=", id).execute();
    const answer = await move(id, to);
    if (status === 409) refused(t, answer, [409, "invalid_transition"]);
    else t.like(answer.data(z.strictObject(contactAnswer.shape)), { ...ann, ticket_id: id, status: to });
    t.is(answer.status, status);
    t.is((await row(id))?.status, status === 200 ? to : from);
  });
}

test("of many moves at the same time none goes a way that there is not", async (t) => {
  const id = await insertContact(service.resources);
  const wanted = Array.from({ length: 30 }, (_, index) => (["new", "reviewed", "closed"] as const)[index % 3]);
  const answers = await Promise.all(wanted.map((status) => move(id, status)));
  for (const [index, { status }] of answers.entries()) {
    t.true(status === 200 || (status === 409 && wanted[index] === "new"), `${wanted[index]}: ${status}`);
  }
  t.not((await row(id))?.status, "new");
});

test("a ticket that does not exist is 404, an id that is none 422", async (t) => {
  refused(t, await move(randomUUID(), "closed"), [404, "ticket_not_found"]);
  refused(t, await move(randomUUID(), "new"), [404, "ticket_not_found"]);
  const wrong = await move("x", "closed");
  t.is(wrong.status, 422);
  const error = "invalid character: found `x` at 1";
  t.is(JSON.stringify(wrong.json), JSON.stringify({ detail: [uuidRow(["path", "ticket_id"], "x", error)] }));
});

test("a move to anything but a status is refused in the words of the validation error", async (t) => {
  const id = await insertContact(service.resources);
  for (const value of ["open", "", "New", null, 1, ["new"]]) {
    const answer = await move(id, value);
    t.is(answer.status, 422);
    t.is(JSON.stringify(answer.json), JSON.stringify({ detail: [literalRow(at("status"), value, statuses)] }));
  }
  const { json } = await service.call("PATCH", `${contact}/${id}`, { key: admin, json: {} });
  t.is(JSON.stringify(json), JSON.stringify({ detail: [missingRow("status", {})] }));
});
