import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { buildIndexes } from "#db/indexes.ts";
import { type RequestRetention, sweepOldRequests } from "#src/domain/speech/sweep-old-requests.ts";
import { ensureAccount } from "#src/domain/accounts/ensure-account.ts";
import { createApiKey } from "#src/domain/api-keys/create-api-key.ts";
import { operator } from "#src/domain/api-keys/key-creator.ts";
import { rotateApiKey } from "#src/domain/api-keys/rotate-api-key.ts";
import { sweepEndedKeys } from "#src/domain/api-keys/sweep-ended-keys.ts";
import { changeContactStatus } from "#src/domain/contact-submissions/change-contact-status.ts";
import { insertContactSubmission } from "#src/domain/contact-submissions/queries.ts";
import { openPostgres } from "#src/platform/postgres/postgres.ts";
import { retentionSweeps } from "#workers/maintenance/retention-sweeps.ts";
import { createTestDatabase } from "#test/support/database.ts";
import { testEnvironment } from "#test/support/environment.ts";

const { clusterUrl, redisUrl } = testEnvironment();
const database = await createTestDatabase(clusterUrl, redisUrl);
const db = openPostgres({ url: database.url, poolSize: 10, name: "test" });

test.after.always(async () => {
  await db.destroy();
  await database.drop();
});

const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`;
const forEver: RequestRetention = { audioDays: null, textDays: null, requestDays: null };

const words = { echo: { prompt: "A" }, keyTerms: ["A"], replacements: [{ find: "A", replace: "B" }], search: ["A"] };
const pronunciations = [{ word: "A", respelling: "B", isCaseSensitive: false }];
const planted = { ...words, pronunciations, model: "auto", redact: ["email"] };

/** A finished request without an account, or an unfinished one, with everything that a request may own. */
async function plantRequest(endedDaysAgo: number | null): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto("speech_requests")
    .values({
      id,
      request_type: "tts",
      is_demo: false,
      language: "en",
      status: endedDaysAgo === null ? "processing" : "completed",
      finished_at: endedDaysAgo === null ? null : daysAgo(endedDaysAgo),
      input_text: "A text",
      characters: 6,
      source_key: `uploads/${id}`,
      result_key: `results/${id}`,
      transcript: JSON.stringify({ text: "A text", segments: [], words: [] }),
      spoken_words: JSON.stringify({ source: "model", words: [{ word: "A", start: 0, end: 1 }] }),
      options: JSON.stringify(planted),
    })
    .execute();
  return id;
}

const requestOf = (id: string) =>
  db
    .selectFrom("speech_requests")
    .select(["options", "status", "input_text", "transcript", "spoken_words", "source_key", "result_key", "characters"])
    .where("id", "=", id)
    .executeTakeFirst();

const isListed = async (...keys: readonly string[]): Promise<boolean> => {
  const rows = await db.selectFrom("object_removals").select("key").where("key", "in", keys).execute();
  return rows.length === keys.length;
};

/** Runs one of the sweeps of the maintenance process once, with a year for tickets and feedback, and 90 days for notifications. */
async function sweepNamed(name: string): Promise<number | undefined> {
  const days = { webhookEventDays: 90, deliveryDays: null, contactDays: 365, feedbackDays: 365, revokedKeyDays: null };
  return retentionSweeps({ db }, { ...forEver, ...days })
    .find((one) => one.name === name)
    ?.sweep();
}

async function sweepAll(retention: RequestRetention): Promise<void> {
  while ((await sweepOldRequests({ db }, retention)) > 0) continue;
}

test.serial("audio goes when its days are over, and the request with its text stays", async (t) => {
  const [old, young, open] = [await plantRequest(31), await plantRequest(29), await plantRequest(null)];
  await sweepAll({ ...forEver, audioDays: 30 });
  const swept = await requestOf(old);
  t.deepEqual([swept?.source_key, swept?.result_key, swept?.input_text], [null, null, "A text"]);
  t.true(await isListed(`uploads/${old}`, `results/${old}`), "the store is told to remove it");
  for (const id of [young, open]) {
    t.is((await requestOf(id))?.result_key, `results/${id}`);
    t.false(await isListed(`uploads/${id}`));
  }
});

test.serial("texts and transcripts go when their days are over, and what they were stays known", async (t) => {
  const [old, young, open] = [await plantRequest(91), await plantRequest(89), await plantRequest(null)];
  await sweepAll({ ...forEver, textDays: 90 });
  const swept = await requestOf(old);
  t.deepEqual([swept?.input_text, swept?.transcript, swept?.characters], [null, null, 6]);
  t.is(swept?.spoken_words, null);
  t.deepEqual(swept?.options, { model: "auto", redact: ["email"] });
  for (const id of [young, open]) t.like(await requestOf(id), { input_text: "A text", options: planted });
});

test.serial("requests go when their days are over, with all that they own", async (t) => {
  const [old, young, open] = [await plantRequest(366), await plantRequest(364), await plantRequest(null)];
  await sweepAll({ ...forEver, requestDays: 365 });
  t.is(await requestOf(old), undefined);
  t.true(await isListed(`uploads/${old}`, `results/${old}`));
  for (const id of [young, open]) t.truthy(await requestOf(id));
});

test.serial("more than a batch goes, to the last, and with several sweepers at once", async (t) => {
  const ids = await Promise.all(Array.from({ length: 1_203 }, () => plantRequest(1_000)));
  const retention = { audioDays: 30, textDays: 90, requestDays: 999 };
  await Promise.all([sweepAll(retention), sweepAll(retention), sweepAll(retention)]);
  await sweepAll(retention);
  const left = await db.selectFrom("speech_requests").select("id").where("id", "in", ids).execute();
  t.deepEqual(left, []);
  t.true(await isListed(...ids.map((id) => `results/${id}`)));
});

test.serial("for ever is for ever", async (t) => {
  const id = await plantRequest(10_000);
  t.is(await sweepOldRequests({ db }, forEver), 0);
  t.is((await requestOf(id))?.result_key, `results/${id}`);
});

test.serial("old notifications are deleted, except those that need attention", async (t) => {
  const plant = async (status: "queued" | "processed" | "ignored" | "failed" | "quarantined", days: number) => {
    const id = randomUUID();
    const told = { provider: "payment", dedupe_key: id, event_id: id, event_type: "order.paid" } as const;
    const none = { subject: null, payload: null, detail: null };
    const processed_at = status === "queued" ? null : daysAgo(days);
    await db
      .insertInto("webhook_events")
      .values({ id, ...told, ...none, status, processed_at })
      .execute();
    return id;
  };
  const gone: string[] = [await plant("processed", 91), await plant("ignored", 91)];
  const kept = [
    await plant("processed", 89),
    await plant("failed", 91),
    await plant("quarantined", 91),
    await plant("queued", 91),
  ];
  t.is(await sweepNamed("old notifications"), 2);
  t.is(await sweepNamed("old notifications"), 0);
  const left = await db.selectFrom("webhook_events").select("id").execute();
  t.deepEqual(left.map(({ id }) => id).toSorted(), kept.toSorted());
  t.false(left.some(({ id }) => gone.includes(id)));
});

test.serial("closed tickets go so many days after they were closed, and open ones stay", async (t) => {
  const ticket = {
    name: "Ann",
    email: "ann@example.com",
    company: null,
    interestedProducts: null,
    howDidYouHear: null,
    message: null,
  };
  const plant = async (...statuses: readonly ("reviewed" | "closed")[]) => {
    const ticketId = randomUUID();
    await insertContactSubmission(db, { id: ticketId, ...ticket });
    for (const status of statuses) await changeContactStatus({ db }, { ticketId, status });
    return ticketId;
  };
  const ids = [
    await plant("closed"),
    await plant("closed", "closed"),
    await plant(),
    await plant("reviewed"),
    await plant("closed", "reviewed"),
  ];
  const age = (days: number) =>
    sql`update contact_submissions set created_at = ${daysAgo(1_000)}, closed_at = ${daysAgo(days)}
      where closed_at is not null`.execute(db);
  await age(364);
  t.is(await sweepNamed("closed tickets"), 0);
  await age(366);
  await changeContactStatus({ db }, { ticketId: ids[1] ?? "", status: "closed" });
  t.is(await sweepNamed("closed tickets"), 2, "closing again does not restart the period");
  const left = await db.selectFrom("contact_submissions").select("id").execute();
  t.deepEqual(left.map(({ id }) => id).toSorted(), ids.slice(2).toSorted());
});

test.serial("feedback goes when its days are over", async (t) => {
  const userId = await ensureAccount({ db }, { email: `${randomUUID()}@example.com`, admin: false });
  const plant = async (days: number) => {
    const id = randomUUID();
    await sql`insert into feedback (id, user_id, request_id, request_type, feedback_text, created_at)
      values (${id}, ${userId}, ${randomUUID()}, 'tts', 'Good.', ${daysAgo(days)})`.execute(db);
    return id;
  };
  await plant(366);
  const young = await plant(364);
  t.is(await sweepNamed("old feedback"), 1);
  t.is(await sweepNamed("old feedback"), 0);
  t.deepEqual(await db.selectFrom("feedback").select("id").execute(), [{ id: young }]);
});

test.serial("keys go so many days after they stopped working, and what was charged with them stays", async (t) => {
  const userId = await ensureAccount({ db }, { email: `${randomUUID()}@example.com`, admin: false });
  const plant = async (revoked: number | null, expires: number | null) => {
    const input = { userId, name: "laptop", description: "", creator: operator, maxLive: 20 };
    const { apiKeyId } = await createApiKey({ db }, input);
    const ended = {
      revoked_at: revoked === null ? null : daysAgo(revoked),
      expires_at: expires === null ? null : daysAgo(expires),
    };
    await db.updateTable("api_keys").set(ended).where("id", "=", apiKeyId).execute();
    return apiKeyId;
  };
  for (const [revoked, expires] of [
    [91, null],
    [null, 91],
    [91, -5],
    [5, 91],
  ] as const)
    await plant(revoked, expires);
  const kept = [await plant(null, null), await plant(89, null), await plant(null, 89), await plant(null, -5)];
  const ledger = await db.selectFrom("credit_ledger").select("id").execute();
  t.is(await sweepEndedKeys({ db }, 90), 4);
  t.is(await sweepEndedKeys({ db }, 90), 0);
  const left = await db.selectFrom("api_keys").select("id").execute();
  t.deepEqual(left.map(({ id }) => id).toSorted(), kept.toSorted());
  t.deepEqual(await db.selectFrom("credit_ledger").select("id").execute(), ledger);
});

test.serial("a key with which another was made stays as long as that one", async (t) => {
  const userId = await ensureAccount({ db }, { email: `${randomUUID()}@example.com`, admin: false });
  const facts = { userId, name: "laptop", description: "", maxLive: 20 };
  const { apiKeyId: maker } = await createApiKey({ db }, { ...facts, creator: operator });
  const { apiKeyId: made } = await createApiKey({ db }, { ...facts, creator: { ...operator, apiKeyId: maker } });
  const end = (id: string) =>
    db
      .updateTable("api_keys")
      .set({ revoked_at: daysAgo(91) })
      .where("id", "=", id)
      .execute();
  await end(maker);
  t.is(await sweepEndedKeys({ db }, 90), 0);
  const again = { userId, creator: operator, graceDays: 0, maxLive: 20 };
  const { apiKeyId: successor } = await rotateApiKey({ db }, { ...again, apiKeyId: made });
  await end(made);
  t.is(await sweepEndedKeys({ db }, 90), 0, "nor one from which a key comes through another");
  await end(successor);
  t.is(await sweepEndedKeys({ db }, 90), 3, "all at once when none of them is of use any more");
  t.is(await sweepEndedKeys({ db }, 90), 0);
});

test.serial(
  "a span that cannot be swept keeps no other from being swept, and one that is for ever is none",
  async (t) => {
    const days = { audioDays: 30, textDays: 90, requestDays: 365, webhookEventDays: 90, deliveryDays: null };
    const sweeps = retentionSweeps({ db }, { ...days, contactDays: 365, feedbackDays: null, revokedKeyDays: 90 });
    t.deepEqual(
      sweeps.map(({ name }) => name),
      [
        ...["old requests", "old batches", "old audio", "old document exports", "old texts", "old notifications"],
        ...["closed tickets", "ended keys", "old request events"],
        "old uploads",
      ],
    );
    const [old, spoken] = [await plantRequest(366), await plantRequest(31)];
    await sql`
    create function keep_rows() returns trigger language plpgsql as $$ begin raise exception 'kept'; end $$`.execute(
      db,
    );
    await sql`create trigger keep_rows before delete on speech_requests execute function keep_rows()`.execute(db);
    const outcomes = await Promise.allSettled(sweeps.map(({ sweep }) => sweep()));
    t.deepEqual([outcomes[0]?.status, outcomes[1]?.status], ["rejected", "fulfilled"]);
    t.is((await requestOf(spoken))?.result_key, null);
    t.truthy(await requestOf(old));
    await sql`drop trigger keep_rows on speech_requests`.execute(db);
  },
);

test.serial("an index whose building broke off is built again, and one that another replaces is dropped", async (t) => {
  await sql`create index speech_requests_failures_idx on speech_requests (user_id) where status = 'failed'`.execute(db);
  await sql`drop index speech_requests_audio_idx`.execute(db);
  await sql`create index speech_requests_audio_idx on speech_requests (id)`.execute(db);
  await sql`update pg_index set indisvalid = false where indexrelid = 'speech_requests_audio_idx'::regclass`.execute(
    db,
  );
  await Promise.all([buildIndexes(db), buildIndexes(db)]);
  const { rows } = await sql<{ definition: string; whole: boolean }>`
    select pg_get_indexdef(indexrelid) as definition, indisvalid as whole
    from pg_index where indexrelid = 'speech_requests_audio_idx'::regclass`.execute(db);
  t.true(rows[0]?.whole);
  t.regex(rows[0]?.definition ?? "", /finished_at/);
  const dropped = await sql`select to_regclass('speech_requests_failures_idx') as name`.execute(db);
  t.deepEqual(dropped.rows, [{ name: null }]);
});
