import { randomInt, randomUUID } from "node:crypto";
import test from "ava";
import { createApiKey } from "#src/domain/api-keys/create-api-key.ts";
import { operator } from "#src/domain/api-keys/key-creator.ts";
import {
  accountOf,
  identityEnvironment,
  person,
  tell,
  tellAndWait,
  type IdentityNotification,
  untilApplied,
} from "#harness/identity/identity-events.ts";
import { startService, type TestService } from "#test/support/service.ts";

const start = 1_760_000_000_000;
const service = await startService({
  workers: ["billing"],
  env: { ...identityEnvironment, ADMIN_EMAILS: "boss@example.com,kate@example.com" },
});
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

const newSubject = (): string => `user_${randomUUID()}`;

const lifeOf = (id: string): readonly IdentityNotification[] => [
  { type: "user.created", data: person(id, start) },
  { type: "user.updated", data: person(id, start + 1) },
  { type: "user.updated", data: person(id, start + 2) },
  { type: "user.deleted", data: { id, deleted: true } },
];

function shuffled<Item>(items: readonly Item[]): readonly Item[] {
  const rest = [...items];
  return items.flatMap(() => rest.splice(randomInt(rest.length), 1));
}

/** Every event of a life twice, in random order: half of the lives one after the other, half all at once. */
async function liveThrough(life: readonly IdentityNotification[], index: number): Promise<readonly string[]> {
  const events = life.map((event) => ({ ...event, messageId: randomUUID() }));
  const deliveries = shuffled([...events, ...events]);
  if (index % 2 === 0) await Promise.all(deliveries.map((event) => tell(service, event)));
  else for (const event of deliveries) await tell(service, event);
  return events.map(({ messageId }) => messageId);
}

/** The state that must be the same for all accounts that went through the same. */
async function stateOf(subject: string) {
  const account = await accountOf(service, subject);
  if (account === undefined) return undefined;
  const { id: _id, oidc_subject: _subject, created_at: _created, closed_at: closedAt, ...rest } = account;
  return { ...rest, closed: closedAt !== null };
}

async function keyOf(subject: string): Promise<string> {
  const userId = (await accountOf(service, subject))?.id ?? "";
  return (await createApiKey({ db }, { userId, name: "laptop", description: "", creator: operator, maxLive: 20 })).key;
}

const tombstone = {
  ...{ email: "", name: "", username: "", role: "user", oidc_issuer: identityEnvironment.OIDC_ISSUER },
  ...{ role_source: "default", email_verified: false, identity_updated_at: null, keep_recordings: true, closed: true },
  checklist_hidden_at: null,
  blocked_at: null,
  alert_percent: 80,
};

test("a hundred accounts whose events come twice, in parallel and in any order, end closed with their keys refused", async (t) => {
  const subjects = Array.from({ length: 100 }, newSubject);
  const known = subjects.slice(0, 50);
  await Promise.all(known.map((id) => tellAndWait(service, { type: "user.created", data: person(id, start - 1) })));
  const keys = await Promise.all(known.map(keyOf));
  t.is((await service.call("GET", "/v1/voices", { key: keys[0] })).status, 200);

  const told = (await Promise.all(subjects.map((id, index) => liveThrough(lifeOf(id), index)))).flat();
  await untilApplied(service, told);

  for (const subject of subjects) t.deepEqual(await stateOf(subject), tombstone, subject);
  for (const key of keys) t.is((await service.call("GET", "/v1/voices", { key })).status, 401);
  const events = db.selectFrom("webhook_events").select(["status", "payload"]).where("event_id", "in", told);
  const kept = await events.execute();
  t.is(kept.length, 400);
  t.true(kept.every(({ payload, status }) => payload === null && status !== "failed"));
});

test("without a deletion, every order ends with the newest word", async (t) => {
  const [created, first, second] = [0, 1, 2];
  const orders = [
    [created, first, second],
    [created, second, first],
    [first, created, second],
    [first, second, created],
    [second, created, first],
    [second, first, created],
  ];
  for (const order of orders) {
    const id = newSubject();
    const life = lifeOf(id);
    for (const index of order) await tellAndWait(service, life[index] ?? { type: "user.created", data: { id } });
    t.like(await stateOf(id), {
      ...{ email: `${id}@example.com`, name: `Ann Lee ${start + 2}`, username: id, email_verified: false },
      ...{ identity_updated_at: new Date(start + 2), closed: false, role: "user" },
    });
  }
});

test("a deletion that comes first leaves a tombstone, and late events change and store nothing", async (t) => {
  const id = newSubject();
  t.is((await tellAndWait(service, { type: "user.deleted", data: { id } })).status, "processed");
  const before = await accountOf(service, id);
  t.deepEqual(await stateOf(id), tombstone);
  for (const type of ["user.created", "user.updated"] as const) {
    const event = await tellAndWait(service, { type, data: person(id, Date.now() + 60_000) });
    t.like(event, { status: "ignored", payload: null });
  }
  t.deepEqual(await accountOf(service, id), before);
});

test("an event with the claims of OpenID Connect is understood, its time in seconds", async (t) => {
  const id = newSubject();
  const claims = { sub: id, email: "Zoe@Example.com", email_verified: true, name: "Zoë", preferred_username: "zoe" };
  await tellAndWait(service, { type: "user.updated", data: { id: "internal", ...claims, updated_at: start / 1000 } });
  t.like(await stateOf(id), {
    ...{ email: "Zoe@Example.com", name: "Zoë", username: "zoe", email_verified: true, role: "user" },
    identity_updated_at: new Date(start),
  });
});

test("the provider's role holds until it is not given any more; so does a verified address of an admin, but no other", async (t) => {
  const [id, boss, fake] = [newSubject(), newSubject(), newSubject()];
  const withRole = (role: unknown, at: number): IdentityNotification => ({
    type: "user.updated",
    data: { ...person(id, at), public_metadata: { role } },
  });
  for (const [role, at, expected] of [
    ["admin", start, "admin"],
    ["superuser", start + 1, "user"],
    ["admin", start + 2, "admin"],
    [undefined, start + 3, "user"],
    ["admin", start + 2, "user"],
    ["admin", start + 4, "admin"],
    ["user", start + 5, "user"],
  ] as const) {
    t.is((await tellAndWait(service, withRole(role, at))).status, "processed");
    t.is((await stateOf(id))?.role, expected);
  }
  const email = "Boss@example.com";
  await tellAndWait(service, { type: "user.created", data: person(boss, start, { email, verified: true }) });
  await tellAndWait(service, { type: "user.created", data: person(fake, start, { email, verified: false }) });
  t.is((await stateOf(boss))?.role, "admin");
  t.is((await stateOf(fake))?.role, "user");
  await tellAndWait(service, { type: "user.updated", data: person(boss, start + 1, { email, verified: false }) });
  t.is((await stateOf(boss))?.role, "user");
  const lookAlike = newSubject();
  const kelvin = "\u212aate@example.com";
  await tellAndWait(service, {
    type: "user.created",
    data: person(lookAlike, start, { email: kelvin, verified: true }),
  });
  t.is((await stateOf(lookAlike))?.role, "user");
});

test("texts are cut to what an account holds, and what was cut is not verified", async (t) => {
  const id = newSubject();
  const long = `${"😀".repeat(400)}@example.com`;
  const data = { ...person(id, start, { email: long, verified: true }), username: "u".repeat(200), name: "a\0\ud800b" };
  await tellAndWait(service, { type: "user.created", data });
  t.like(await stateOf(id), {
    ...{ email: "😀".repeat(320), email_verified: false, username: "u".repeat(100), name: "a\ufffdb" },
  });
});

test("an event that cannot be applied ends as failed and says why, is kept, and the worker goes on", async (t) => {
  const id = newSubject();
  for (const [odd, detail] of [
    [{ email_addresses: "none" }, "data.email_addresses: Invalid input: expected array, received string"],
    [{ first_name: 7 }, "data.first_name: Invalid input: expected string, received number"],
    [{ updated_at: "yesterday" }, "data.updated_at: It is not a time."],
    [{ updated_at: 1e300 }, "data.updated_at: It is not a time."],
    [{ updated_at: -1 }, "data.updated_at: It is not a time."],
  ] as const) {
    const event = await tellAndWait(service, { type: "user.updated", data: { ...person(id, start), ...odd } });
    t.like(event, { status: "failed", detail });
    t.regex(event.payload ?? "", /"primary_email_address_id":"idn_1"/);
  }
  t.is(await accountOf(service, id), undefined);
  const bare = { id, email: null, email_addresses: null, name: null, public_metadata: null, updated_at: null };
  t.is((await tellAndWait(service, { type: "user.created", data: bare })).status, "processed");
  t.like(await stateOf(id), { email: "", closed: false });
});

test("without an identity provider, identity events fail with the reason", async (t) => {
  const { IDENTITY_WEBHOOK_SECRET } = identityEnvironment;
  await using bare: TestService = await startService({ workers: ["billing"], env: { IDENTITY_WEBHOOK_SECRET } });
  const event = await tellAndWait(bare, { type: "user.created", data: person(newSubject(), start) });
  t.like(event, { status: "failed", detail: "No identity provider is configured." });
});
