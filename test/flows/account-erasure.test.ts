import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { sql } from "kysely";
import { z } from "zod";
import { closeAccount } from "#src/domain/accounts/close-account.ts";
import { eraseClosedAccounts } from "#src/domain/accounts/erase-closed-accounts.ts";
import { takeDueErasure } from "#src/domain/accounts/erasure-queries.ts";
import { requestClosing } from "#src/domain/accounts/request-closing.ts";
import { createApiKey } from "#src/domain/api-keys/create-api-key.ts";
import { operator } from "#src/domain/api-keys/key-creator.ts";
import { listKeyTermLists } from "#src/domain/key-term-lists/queries.ts";
import { insertObjectRemovals } from "#src/domain/object-removals/queries.ts";
import { readIdentityEvent } from "#src/providers/identity/identity-event.ts";
import { DomainError } from "#src/errors.ts";
import { newKey } from "#harness/service/account.ts";
import { insertMatchingFolder } from "#harness/service/matching-folder.ts";
import { audioForm } from "#harness/clients/client.ts";
import {
  accountOf,
  identityEnvironment,
  person,
  tellAndWait,
  type IdentityNotification,
} from "#harness/identity/identity-events.ts";
import { leftoversAfter, objectKeys } from "#harness/service/leftovers.ts";
import { insertDocument, insertSpoken, keyTermList, makeAdmin, pronunciationDictionary } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";
import { untilLockAwaited } from "#test/support/database.ts";
import { signedIn } from "#harness/clients/session.ts";
import { speech, tone } from "#harness/audio/sounds.ts";

const impatient = { SWEEP_INTERVAL_MS: "200", HEARTBEAT_MS: "200", WAIT_MAX_SECONDS: "0" };
const service = await startService({
  workers: ["billing", "transcription"],
  env: { ...identityEnvironment, ...impatient },
});
const { resources } = service;
const { db } = resources;
await insertMatchingFolder(resources);
test.after.always(() => service[Symbol.asyncDispose]());

const issuer = identityEnvironment.OIDC_ISSUER;
const accepted = z.object({ request_id: z.uuid() });

interface Member {
  readonly subject: string;
  readonly userId: string;
  readonly email: string;
  readonly key: string;
}

/** A person who has signed up with the provider and has created a key. */
async function member(): Promise<Member> {
  const subject = `user_${randomUUID()}`;
  const email = `${randomUUID()}@example.com`;
  const data = person(subject, 1_760_000_000_000, { email, verified: true });
  await tellAndWait(service, { type: "user.created", data });
  const userId = (await accountOf(service, subject))?.id ?? "";
  const { key } = await createApiKey(
    { db },
    { userId, name: "laptop", description: "Ann's", creator: operator, maxLive: 20 },
  );
  return { subject, userId, email, key };
}

const sayGoodbye = ({ subject }: Member) =>
  tellAndWait(service, { type: "user.deleted", data: { id: subject, deleted: true } });

const writeTicket = async (email: string): Promise<string> => {
  const ticket = { name: "Ann", email, interested_products: null };
  const answer = await service.call("POST", "/v1/contact-submissions", { json: ticket });
  return answer.data(z.object({ ticket_id: z.uuid() })).ticket_id;
};

const hasTicket = async (id: string): Promise<boolean> =>
  (await db.selectFrom("contact_submissions").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;

const hear = async (key: string, audio: Uint8Array<ArrayBuffer>): Promise<string> => {
  const answer = await service.call("POST", "/v1/speech/transcriptions", { key, form: audioForm(audio) });
  return answer.data(accepted).request_id;
};

/** Leaves one of everything that an account can have. @returns a finished synthesis */
async function populate({ userId, key }: Member): Promise<string> {
  const spoken = await insertSpoken(resources, userId);
  await pronunciationDictionary(resources, userId);
  await insertDocument(resources, userId);
  await service.call("POST", "/v1/voices", { key, form: audioForm(tone(2), { name: "Mine" }) });
  const feedback = { json: { request_id: spoken, feedback_text: "Well spoken." } };
  await service.call("POST", "/v1/feedback", { key, ...feedback, headers: { "idempotency-key": randomUUID() } });
  return spoken;
}

const ownTables = [
  ...(["speech_requests", "voices", "feedback", "idempotency_keys", "sessions"] as const),
  "pronunciation_dictionaries",
  "documents",
] as const;

/** The number of rows that an account has in each table that is about it. */
async function rowsOf(userId: string): Promise<readonly number[]> {
  const counts = ownTables.map(async (table) => {
    const query = sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where user_id = ${userId}`;
    return (await query.execute(db)).rows[0]?.n ?? 0;
  });
  return Promise.all(counts);
}

const statusOf = (id: string) =>
  db.selectFrom("speech_requests").select(["status", "progress"]).where("id", "=", id).executeTakeFirst();

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(20);
}

test.serial("a deletion erases all of the account, ends its work, and touches no other account", async (t) => {
  const [leaver, stayer] = [await member(), await member()];
  const cookie = await signedIn(resources, leaver.userId);
  const asLeaver = { headers: { ...cookie.headers, cookie: cookie.cookie } };
  await populate(leaver);
  const kept = await populate(stayer);
  const tickets = [await writeTicket(leaver.email.toUpperCase()), await writeTicket(stayer.email)] as const;
  const [keptBefore, objects] = [await rowsOf(stayer.userId), await objectKeys(service)];
  const running = await hear(leaver.key, await speech("The train will leave at seven in the morning. ".repeat(60)));
  await until(async () => (await statusOf(running))?.status === "processing");
  t.is((await service.call("GET", "/v1/users/me", asLeaver)).status, 200);
  t.true((await rowsOf(leaver.userId)).every((count) => count > 0));

  t.is((await sayGoodbye(leaver)).status, "processed");

  t.deepEqual(await rowsOf(leaver.userId), [0, 0, 0, 0, 0, 0, 0]);
  t.like(await accountOf(service, leaver.subject), { email: "", name: "", username: "", role: "user" });
  const [apiKey] = await db.selectFrom("api_keys").selectAll().where("user_id", "=", leaver.userId).execute();
  t.like(apiKey, { name: "", description: "" });
  t.true(apiKey?.revoked_at instanceof Date);
  t.is((await service.call("GET", "/v1/users/me", { key: leaver.key })).status, 401);
  t.like((await service.call("GET", "/v1/users/me", asLeaver)).json, { code: "invalid_session" });
  t.deepEqual([await hasTicket(tickets[0]), await hasTicket(tickets[1])], [false, true]);
  const payloads = db.selectFrom("webhook_events").select("payload").where("subject", "=", leaver.subject);
  t.deepEqual(await payloads.execute(), [{ payload: null }, { payload: null }]);

  // The one decoder is free at once for another account.
  const next = await hear(stayer.key, await speech("Hello."));
  await until(async () => (await statusOf(next))?.status === "completed");
  t.is(await statusOf(running), undefined);
  const mine = objects.filter((name) => !name.includes(kept));
  t.is(mine.length, 3, "a result and two samples");
  await until(async () => (await db.selectFrom("object_removals").select("key").execute()).length === 0);
  const left = await leftoversAfter(service);
  t.deepEqual([left.temporaryFiles, left.orphans], [[], []]);
  t.is((await objectKeys(service)).filter((name) => name.startsWith("samples/")).length, 1);
  t.true((await objectKeys(service)).some((name) => name.includes(kept)));
  const after = await rowsOf(stayer.userId);
  t.deepEqual(after, [(keptBefore[0] ?? 0) + 1, ...keptBefore.slice(1)]);
});

/** An export, as far as these tests look at it. */
const exported = z.looseObject({
  profile: z.looseObject({ email: z.string() }),
  api_keys: z.array(z.looseObject({ name: z.string() })),
  voices: z.array(z.looseObject({ name: z.string() })),
  requests: z.array(z.looseObject({ request_id: z.string(), text: z.string().nullable() })),
  feedback: z.array(z.looseObject({ feedback_text: z.string() })),
  pronunciation_dictionaries: z.array(z.looseObject({ entries: z.array(z.unknown()) })),
  documents: z.array(z.looseObject({ chapters: z.array(z.looseObject({ title: z.string() })) })),
  credit_ledger: z.array(z.looseObject({ pool: z.string(), kind: z.string() })),
  payments: z.array(z.unknown()),
});

test.serial(
  "an export has all that the account holds, no secret, and for a key only what its scopes can read",
  async (t) => {
    const [mine, other] = [await member(), await member()];
    const [spoken] = [await populate(mine), await populate(other)];
    const [first, second] = [await insertSpoken(resources, mine.userId), await insertSpoken(resources, mine.userId)];
    const answer = await service.call("GET", "/v1/users/me/export", { key: mine.key });
    const data = exported.parse(answer.json);
    t.is(data.profile.email, mine.email);
    t.deepEqual(data.requests.map(({ request_id: id }) => id).toSorted(), [spoken, first, second].toSorted());
    t.true(data.requests.every(({ text }) => (text ?? "").length > 0));
    t.deepEqual([data.api_keys.length, data.voices.length, data.feedback.length, data.payments.length], [1, 1, 1, 0]);
    t.is(data.pronunciation_dictionaries.length, 1);
    t.is(data.documents[0]?.chapters[0]?.title, "One");
    t.deepEqual(
      data.credit_ledger.map(({ pool, kind }) => `${pool} ${kind}`),
      ["tts grant", "asr grant"],
    );
    t.false(answer.bytes.includes(mine.key), "no secret");
    t.is(answer.headers.get("content-disposition"), 'attachment; filename="account.json"');

    const scoped = await newKey(resources, mine.userId, ["keys", "usage"]);
    const less = await service.call("GET", "/v1/users/me/export", { key: scoped });
    t.deepEqual(Object.keys(z.looseObject({}).parse(less.json)).toSorted(), [
      ...["api_keys", "credit_ledger", "exported_at", "profile", "webhook_endpoints"],
    ]);
  },
);

test.serial(
  "an account that its owner closes refuses keys, sessions and writes at once, and is erased after that",
  async (t) => {
    const leaver = await member();
    const { cookie } = await signedIn(resources, leaver.userId);
    await populate(leaver);
    const ticket = await writeTicket(leaver.email);
    const close = (confirm: string) =>
      service.call("POST", "/v1/users/me/close", { key: leaver.key, json: { confirm } });
    t.like((await close("close")).json, { code: "confirmation_mismatch" });
    const late = await db.startTransaction().execute();
    await keyTermList({ db: late }, leaver.userId);
    const answer = await close(` ${leaver.email.toUpperCase()} `);
    t.like(answer.json, { data: { user_id: leaver.userId, closed: true } });
    t.is((await service.call("GET", "/v1/users/me", { key: leaver.key })).status, 401);
    t.is((await service.call("GET", "/v1/users/me", { cookie })).status, 401);
    await late.commit().execute();
    await t.throwsAsync(keyTermList(resources, leaver.userId, "Late"), { code: "ACLSD" });
    t.true(
      (await rowsOf(leaver.userId)).some((count) => count > 0),
      "the call does not wait for the erasure",
    );

    t.is(await eraseClosedAccounts({ db, readEvent: readIdentityEvent }), 1);
    t.is(await eraseClosedAccounts({ db, readEvent: readIdentityEvent }), 0);
    t.deepEqual(await rowsOf(leaver.userId), [0, 0, 0, 0, 0, 0, 0]);
    t.deepEqual(await listKeyTermLists(db, leaver.userId), []);
    t.false(await hasTicket(ticket));
    t.like(await accountOf(service, leaver.subject), { email: "", name: "", role: "user" });
    const data = person(leaver.subject, 1_760_000_000_001, { email: leaver.email, verified: true });
    t.is((await tellAndWait(service, { type: "user.updated", data })).status, "ignored");
  },
);

test.serial(
  "an account without an identity is closed, and an erasure that has failed is tried again after the others",
  async (t) => {
    const [first, second] = [await service.account(), await service.account()];
    for (const { userId } of [first, second]) await requestClosing({ db }, userId);
    await t.throwsAsync(requestClosing({ db }, first.userId), { message: /closed/ });
    await db
      .updateTable("account_erasures")
      .set({ due_at: new Date(0) })
      .where("user_id", "=", first.userId)
      .execute();
    t.is(await takeDueErasure(db), first.userId);
    t.is(await eraseClosedAccounts({ db, readEvent: readIdentityEvent }), 1);
    t.is(await eraseClosedAccounts({ db, readEvent: readIdentityEvent }), 0, "the first one waits five minutes");
  },
);

test.serial("the only admin cannot close the account, and one of two can", async (t) => {
  const [boss, deputy] = [await service.account(), await service.account()];
  await makeAdmin(resources, boss.userId);
  t.is((await t.throwsAsync(requestClosing({ db }, boss.userId), { instanceOf: DomainError }))?.code, "last_admin");
  await makeAdmin(resources, deputy.userId);
  await requestClosing({ db }, boss.userId);
  t.is((await service.call("GET", "/v1/users/me", { key: boss.key })).status, 401);
});

test.serial(
  "tickets of every verified address that an account has had are erased, in whichever order that was said, and no others",
  async (t) => {
    const [first, second] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
    const stranger = `${randomUUID()}k@example.com`;
    const lookAlike = stranger.replace("k@", "\u212a@");
    const start = 1_760_000_000_000;
    const strangers = await writeTicket(stranger);
    for (const order of ["cskud", "dcsku", "csdku", "ukscd", "usckd", "ducsk", "cukds"]) {
      const subject = `user_${randomUUID()}`;
      const events: Readonly<Record<string, IdentityNotification>> = {
        c: { type: "user.created", data: person(subject, start, { email: first, verified: true }) },
        s: { type: "user.updated", data: person(subject, start + 1, { email: stranger }) },
        k: { type: "user.updated", data: person(subject, start + 2, { email: lookAlike, verified: true }) },
        u: { type: "user.updated", data: person(subject, start + 3, { email: second, verified: true }) },
        d: { type: "user.deleted", data: { id: subject, deleted: true } },
      };
      const tickets = await Promise.all([writeTicket(first.toUpperCase()), writeTicket(second)]);
      for (const letter of order) {
        const event = events[letter];
        if (event !== undefined) await tellAndWait(service, event);
      }
      t.deepEqual(await Promise.all(tickets.map(hasTicket)), [false, false], order);
      t.true(await hasTicket(strangers), order);
    }
  },
);

for (const path of ["/v1/voices", "/v1/speech/transcriptions", "/v1/speech/synthesize"]) {
  test.serial(`a call to ${path} that began before its account was closed is 401 and leaves nothing`, async (t) => {
    const leaver = await member();
    const before = await objectKeys(service);
    const closing = await db.startTransaction().execute();
    await closeAccount({ db: closing, readEvent: readIdentityEvent }, { issuer, subject: leaver.subject });
    const body = path.endsWith("/synthesize")
      ? { json: { text: "Hello." } }
      : { form: audioForm(tone(2), path === "/v1/voices" ? { name: "Mine" } : {}) };
    const call = service.call("POST", path, { key: leaver.key, ...body });
    // The call waits for the account, and the note of its key's use for the key.
    await untilLockAwaited(db, 2);
    await closing.commit().execute();
    t.is((await call).status, 401);
    t.deepEqual(await rowsOf(leaver.userId), [0, 0, 0, 0, 0, 0, 0]);
    t.deepEqual(await objectKeys(service), before);
  });
}

test.serial("closing an account waits for running writes and erases them", async (t) => {
  const leaver = await member();
  const writing = await db.startTransaction().execute();
  const voice = { id: randomUUID(), user_id: leaver.userId, name: "Mine", description: "", language: "und" };
  await writing
    .insertInto("voices")
    .values({ ...voice, type: "custom", status: "failed", sample_key: `samples/${voice.id}` })
    .execute();
  const closing = db
    .transaction()
    .execute((trx) => closeAccount({ db: trx, readEvent: readIdentityEvent }, { issuer, subject: leaver.subject }));
  await untilLockAwaited(db, 1);
  await writing.commit().execute();
  await closing;
  t.deepEqual(await rowsOf(leaver.userId), [0, 0, 0, 0, 0, 0, 0]);
  const listed = await db.selectFrom("object_removals").select("key").execute();
  t.deepEqual(
    listed.map(({ key }) => key),
    [`samples/${voice.id}`],
  );
});

for (const writer of ["this release", "an earlier release, which names no account"]) {
  test.serial(`a closing erases work that is just being begun, written by ${writer}`, async (t) => {
    const leaver = await member();
    const texts = ["One.", "Two.", "Three.", "Four."];
    const ids: string[] = [];
    for (const text of texts) {
      const answer = await service.call("POST", "/v1/speech/synthesize", { key: leaver.key, json: { text } });
      ids.push(answer.data(accepted).request_id);
    }
    const ofTheirs = db.updateTable("jobs").where("subject_id", "in", ids);
    if (writer !== "this release") await ofTheirs.set({ account_id: null }).execute();
    const beginning = await db.startTransaction().execute();
    await beginning.executeQuery(ofTheirs.set({ state: "running", heartbeat_at: new Date() }).compile());
    const closing = db
      .transaction()
      .execute((trx) => closeAccount({ db: trx, readEvent: readIdentityEvent }, { issuer, subject: leaver.subject }));
    await untilLockAwaited(db, 1);
    await beginning.commit().execute();
    await closing;
    t.deepEqual(await db.selectFrom("jobs").select("subject_id").where("subject_id", "in", ids).execute(), []);
  });
}

test.serial("audio that a crash left on the list of removals is removed by the maintenance worker", async (t) => {
  const { userId } = await service.account();
  const spoken = await insertSpoken(resources, userId);
  const { result_key: key } = await db
    .deleteFrom("speech_requests")
    .where("id", "=", spoken)
    .returning("result_key")
    .executeTakeFirstOrThrow();
  await insertObjectRemovals(db, [key, null, "results/never-there"]);
  t.not(await resources.store.size(key ?? ""), null);
  await service.startWorker("maintenance");
  await until(async () => (await db.selectFrom("object_removals").select("key").execute()).length === 0);
  t.is(await resources.store.size(key ?? ""), null);
});
