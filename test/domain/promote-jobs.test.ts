import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { sql, type Updateable } from "kysely";
import type { Database } from "#db/schema.ts";
import { claimJob } from "#src/domain/jobs/claim-job.ts";
import { batchGroupOf, demoGroupOf, isolatedGroupOf } from "#src/domain/jobs/groups.ts";
import { promoteJobs, type PromotedJob } from "#src/domain/jobs/promote-jobs.ts";
import { finishJob, insertJob, type JobLease } from "#src/domain/jobs/queries.ts";
import { LeaseLostError } from "#src/domain/jobs/lease-lost-error.ts";
import { registerSlots } from "#src/domain/jobs/slots.ts";
import type { JobName } from "#src/jobs/catalogue.ts";
import type { QueueName } from "#src/jobs/contract.ts";
import { openPostgres } from "#src/platform/postgres/postgres.ts";
import { createTestDatabase } from "#test/support/database.ts";
import { testEnvironment } from "#test/support/environment.ts";

const { clusterUrl, redisUrl } = testEnvironment();
const database = await createTestDatabase(clusterUrl, redisUrl);
const db = openPostgres({ url: database.url, poolSize: 20, name: "test" });
test.after.always(async () => {
  await db.destroy();
  await database.drop();
});
// A promotion depends on all waiting jobs: one test after the other.
test.beforeEach(async () => {
  for (const table of ["jobs", "job_groups", "worker_slots"] as const) await db.deleteFrom(table).execute();
});

const heartbeatMs = 5_000;
const promote = () => promoteJobs(db, { heartbeatMs });
const openSlots = (slots: number, queue: QueueName = "synthesis") =>
  registerSlots(db, { workerId: randomUUID(), queue, slots });

/** Jobs are ordered by the millisecond of their insert. */
const nextMillisecond = () => sleep(2);

async function insert(accountId: string | null, name: JobName = "synthesize-speech"): Promise<string> {
  const subjectId = randomUUID();
  await insertJob(db, { subjectId, name, accountId });
  await nextMillisecond();
  return subjectId;
}

async function insertDemo(caller: string, name: JobName = "synthesize-speech"): Promise<string> {
  const subjectId = randomUUID();
  await insertJob(db, { subjectId, name, accountId: null, groupKey: demoGroupOf(caller) });
  await nextMillisecond();
  return subjectId;
}

async function insertBatched(accountId: string): Promise<string> {
  const subjectId = randomUUID();
  await insertJob(db, { subjectId, name: "synthesize-speech", accountId, groupKey: batchGroupOf(accountId) });
  await nextMillisecond();
  return subjectId;
}

async function insertMany(accountId: string | null, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push(await insert(accountId));
  return ids;
}

const change = (subjectId: string, values: Updateable<Database["jobs"]>) =>
  db.updateTable("jobs").set(values).where("subject_id", "=", subjectId).execute();
const end = (subjectId: string) => db.deleteFrom("jobs").where("subject_id", "=", subjectId).execute();
const subjects = (jobs: readonly PromotedJob[]): readonly string[] => jobs.map(({ subjectId }) => subjectId);
const accountOf = async (subjectId: string): Promise<string | null> =>
  (await db.selectFrom("jobs").select("account_id").where("subject_id", "=", subjectId).executeTakeFirst())
    ?.account_id ?? null;

/** Promotes and ends one job after the other. @returns their accounts, in order */
async function serveOneByOne(times: number): Promise<readonly (string | null)[]> {
  const served: (string | null)[] = [];
  while (served.length < times) {
    const [job] = await promote();
    if (job === undefined) return served;
    served.push(await accountOf(job.subjectId));
    await end(job.subjectId);
  }
  return served;
}

test.serial(
  "without a worker no job is promoted, nor for slots that were not renewed for three heartbeats",
  async (t) => {
    await insert(randomUUID());
    t.deepEqual(await promote(), []);
    await openSlots(5);
    await db
      .updateTable("worker_slots")
      .set({ seen_at: sql<Date>`now() - interval '16 seconds'` })
      .execute();
    t.deepEqual(await promote(), []);
    await openSlots(1);
    t.is((await promote()).length, 1);
  },
);

test.serial("jobs are promoted once, in their order, and each promotion has a new run number", async (t) => {
  await openSlots(1);
  const ids = await insertMany(randomUUID(), 2);
  const [first] = await promote();
  t.like(first, { subjectId: ids[0], name: "synthesize-speech", run: 1 });
  t.deepEqual(await promote(), [], "the window is full");
  await change(ids[0] ?? "", { promoted_at: null });
  t.like((await promote())[0], { subjectId: ids[0], run: 2 });
});

test.serial(
  "an account alone gets half of the slots, two accounts get a third each, and one slot stays free",
  async (t) => {
    await openSlots(2);
    await openSlots(3);
    const [one, two] = [randomUUID(), randomUUID()];
    const ids = await insertMany(one, 10);
    t.deepEqual(subjects(await promote()), ids.slice(0, 3));
    await insertMany(two, 10);
    t.deepEqual(await Promise.all(subjects(await promote()).map(accountOf)), [two]);
    await end(ids[0] ?? "");
    t.deepEqual(await Promise.all(subjects(await promote()).map(accountOf)), [two]);
    t.deepEqual(await promote(), []);
    const newcomer = await insert(randomUUID());
    t.deepEqual(subjects(await promote()), [newcomer]);
  },
);

test.serial("running jobs count against the share of an account like promoted ones", async (t) => {
  await openSlots(5);
  const account = randomUUID();
  const ids = await insertMany(account, 6);
  for (const id of ids.slice(0, 2)) await change(id, { state: "running" });
  t.deepEqual(subjects(await promote()), ids.slice(2, 3));
});

test.serial("the first job of an account is promoted next, however many others have waiting", async (t) => {
  await openSlots(1);
  for (let account = 0; account < 5; account += 1) await insertMany(randomUUID(), 20);
  await serveOneByOne(12);
  const [running] = await promote();
  const newcomer = randomUUID();
  await insert(newcomer);
  await end(running?.subjectId ?? "");
  t.deepEqual(await serveOneByOne(1), [newcomer]);
});

test.serial("accounts with a backlog alternate", async (t) => {
  await openSlots(1);
  const [one, two] = [randomUUID(), randomUUID()];
  await insertMany(one, 6);
  await insertMany(two, 3);
  const served = await serveOneByOne(20);
  t.deepEqual(
    served.map((account) => (account === one ? 1 : 2)),
    [1, 2, 1, 2, 1, 2, 1, 1, 1],
  );
});

test.serial("no account is served twice while another one waits, in any order of arrivals", async (t) => {
  await openSlots(1);
  const accounts = Array.from({ length: 5 }, () => randomUUID());
  const waiting = new Map<string, number>(accounts.map((account) => [account, 0]));
  /** For each account with waiting jobs, how often each other account was served since it was. */
  const passedBy = new Map<string, Map<string, number>>(accounts.map((account) => [account, new Map()]));
  const come = async (account: string, jobs: number): Promise<void> => {
    await insertMany(account, jobs);
    if (waiting.get(account) === 0) passedBy.get(account)?.clear();
    waiting.set(account, (waiting.get(account) ?? 0) + jobs);
  };
  const serve = async (): Promise<void> => {
    const [served] = await serveOneByOne(1);
    if (typeof served !== "string") return;
    waiting.set(served, (waiting.get(served) ?? 0) - 1);
    passedBy.get(served)?.clear();
    for (const [account, others] of passedBy) {
      if (account !== served && waiting.get(account) !== 0) others.set(served, (others.get(served) ?? 0) + 1);
    }
  };
  for (let step = 0; step < 300; step += 1) {
    const account = accounts[Math.floor(Math.random() ** 2 * accounts.length)] ?? "";
    if (Math.random() < 0.55) await come(account, Math.random() < 0.1 ? 20 : 1);
    else await serve();
    const most = Math.max(0, ...[...passedBy.values()].flatMap((others) => [...others.values()]));
    t.true(most <= 1, `${most} in step ${step}`);
  }
});

test.serial("a hundred accounts are served in turn, though a promotion looks at a part of them", async (t) => {
  await openSlots(1);
  // Neither the demo nor a batch comes before them, however long it has waited.
  await insertDemo("one");
  await insertBatched(randomUUID());
  await sql`
    insert into jobs (subject_id, name, account_id, group_key)
    select gen_random_uuid(), 'synthesize-speech', account, account::text
    from (select gen_random_uuid() as account from generate_series(1, 100)) as accounts
    cross join generate_series(1, 2)`.execute(db);
  const served = await serveOneByOne(202);
  t.is(new Set(served.slice(0, 200)).size, 100);
  t.is(new Set(served.slice(0, 130)).size, 100, "about one after the other");
  t.is(served[200], null, "the demo after all accounts, and a batch last");
  t.is(served.length, 202);
});

test.serial("accounts that submit again as soon as they are served do not starve one that waits", async (t) => {
  await openSlots(1);
  const patient = randomUUID();
  await insertMany(patient, 4);
  for (let account = 0; account < 10; account += 1) await insert(randomUUID());
  const served: (string | null)[] = [];
  for (let run = 0; run < 40; run += 1) {
    const [account] = await serveOneByOne(1);
    served.push(account ?? null);
    if (typeof account === "string" && account !== patient) await insert(account);
  }
  t.true(served.filter((account) => account === patient).length >= 3, "one of eleven equal shares");
});

test.serial(
  "a demo caller has one job at a time over all queues, and all callers have the share of one account",
  async (t) => {
    await openSlots(5, "synthesis");
    await openSlots(5, "transcription");
    const [heard, spoken] = [await insertDemo("one", "transcribe-audio"), await insertDemo("one")];
    t.deepEqual(subjects(await promote()), [heard], "the older of the two");
    t.deepEqual(await promote(), []);
    await end(heard);
    t.deepEqual(subjects(await promote()), [spoken]);
    for (let caller = 0; caller < 6; caller += 1) await insertDemo(`${caller}`);
    t.is((await promote()).length, 2);
    await insertMany(randomUUID(), 3);
    t.is((await promote()).length, 1, "the demo counts as one account");
  },
);

test.serial("one isolated job is promoted at a time, beside other jobs of its account", async (t) => {
  await openSlots(5);
  const ids = await insertMany(randomUUID(), 4);
  const isolated = { group_key: isolatedGroupOf("synthesize-speech") };
  for (const id of ids.slice(0, 2)) await change(id, isolated);
  t.deepEqual(new Set(subjects(await promote())), new Set([ids[0], ids[2], ids[3]]));
  await end(ids[0] ?? "");
  t.deepEqual(subjects(await promote()), [ids[1]]);
});

test.serial("jobs without an account fill the window, which holds four for each slot of billing", async (t) => {
  await openSlots(2, "billing");
  for (let job = 0; job < 12; job += 1)
    await insert(null, job % 2 === 0 ? "apply-payment-event" : "apply-identity-event");
  t.is((await promote()).length, 8);
});

test.serial("jobs that are not due are not promoted", async (t) => {
  await openSlots(2);
  const account = randomUUID();
  const [later, now] = await insertMany(account, 2);
  await change(later ?? "", { run_at: new Date(Date.now() + 60_000) });
  t.deepEqual(subjects(await promote()), [now]);
});

test.serial("20 promotions at once promote no job twice and exceed neither window nor share", async (t) => {
  await openSlots(9);
  const ids = [...(await insertMany(randomUUID(), 30)), ...(await insertMany(randomUUID(), 30))];
  const promoted = (await Promise.all(Array.from({ length: 20 }, promote))).flat();
  t.is(new Set(subjects(promoted)).size, promoted.length);
  t.is(promoted.length, 6, "a third each");
  t.is(promoted.filter(({ subjectId }) => ids.indexOf(subjectId) < 30).length, 3);
});

test.serial("a job that another transaction has locked is skipped", async (t) => {
  await openSlots(3);
  const [first, second] = await insertMany(randomUUID(), 2);
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom("jobs")
      .where("subject_id", "=", first ?? "")
      .execute();
    t.deepEqual(subjects(await promote()), [second]);
  });
});

test.serial("a frozen promotion blocks others for a second at most", async (t) => {
  await openSlots(1);
  const id = await insert(randomUUID());
  let promotedNext: readonly PromotedJob[] = [];
  const standStill = db.transaction().execute(async (trx) => {
    t.deepEqual(subjects(await promoteJobs(trx, { heartbeatMs })), [id]);
    const begun = performance.now();
    promotedNext = await promote();
    t.true(performance.now() - begun < 10_000);
  });
  await t.throwsAsync(standStill);
  t.like(promotedNext[0], { subjectId: id, run: 1 }, "an uncommitted promotion has no effect");
});

const noLease: JobLease = {
  subjectId: randomUUID(),
  accountId: null,
  name: "synthesize-speech",
  groupKey: "group",
  run: 1,
  failures: 0,
  crashes: 0,
  waitedSeconds: 0,
  ageSeconds: 0,
  traceparent: null,
};

/** The lowest tenth: a longer search changes it, other load on the machine hardly does. */
const lowestTenth = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 10)] ?? NaN;

/** The milliseconds of the fastest tenth of promotions while an account has so many waiting rows. */
async function costAmong(rows: number): Promise<number> {
  await db.deleteFrom("jobs").execute();
  await sql`
    insert into jobs (subject_id, name, account_id, group_key)
    select gen_random_uuid(), 'synthesize-speech', account, account::text
    from (select gen_random_uuid() as account) as one cross join generate_series(1, ${rows})`.execute(db);
  const times: number[] = [];
  while (times.length < 100) {
    const begun = performance.now();
    const [job] = await promote();
    times.push(performance.now() - begun);
    if (job === undefined) throw new Error("No job was promoted.");
    await end(job.subjectId);
  }
  return lowestTenth(times);
}

test.serial("a promotion costs no more among 20,000 rows than among 200", async (t) => {
  await openSlots(1);
  await costAmong(200);
  const [few, many] = [await costAmong(200), await costAmong(20_000)];
  t.log(`lowest tenth of a promotion among 200 rows ${few.toFixed(2)} ms, among 20,000 ${many.toFixed(2)} ms`);
  t.true(many < 3 * few);
});

test.serial("query plans made while no job waits do not scan all jobs when many do", async (t) => {
  await sql`vacuum analyze jobs`.execute(db);
  const one = openPostgres({ url: database.url, poolSize: 1, name: "test" });
  t.teardown(() => one.destroy());
  await openSlots(1);
  const promoteOften = async (): Promise<void> => {
    for (let times = 0; times < 10; times += 1) {
      const [job] = await promoteJobs(one, { heartbeatMs });
      const lease = await claimJob(one, { subject_id: job?.subjectId ?? randomUUID(), run: job?.run ?? 1 });
      if (lease === null) await t.throwsAsync(finishJob(one, noLease), { instanceOf: LeaseLostError });
      else await finishJob(one, lease);
    }
    await sql`select pg_stat_force_next_flush()`.execute(one);
  };
  const countScans = async (): Promise<unknown> =>
    (await sql`select seq_scan::int from pg_stat_user_tables where relname = 'jobs'`.execute(one)).rows;
  await promoteOften();
  await sql`
    insert into jobs (subject_id, name, group_key)
    select gen_random_uuid(), 'synthesize-speech', 'group' from generate_series(1, 1000)`.execute(db);
  const before = await countScans();
  await promoteOften();
  t.deepEqual(await countScans(), before);
  const { jobs } = await db
    .selectFrom("jobs")
    .select(sql<number>`count(*)::int`.as("jobs"))
    .executeTakeFirstOrThrow();
  t.is(jobs, 990);
});

test.serial(
  "batches come after all other work, the batches of two accounts alternate, and one slot stays free",
  async (t) => {
    await openSlots(5);
    const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()];
    const first = await insertBatched(one);
    await insertBatched(one);
    await insertBatched(one);
    const other = await insertBatched(two);
    const own = await insertMany(three, 2);
    t.deepEqual(subjects(await promote()), [...own, first], "the interactive jobs, though they came last");
    t.deepEqual(await promote(), [], "all batches together have the share of one account");
    await end(first);
    t.deepEqual(subjects(await promote()), [other]);
    const newcomers = [await insert(randomUUID()), await insert(randomUUID())];
    t.deepEqual(subjects(await promote()), newcomers);
  },
);

test.serial("a batch has the only slot while nothing else is in progress", async (t) => {
  await openSlots(1);
  const account = randomUUID();
  const first = await insertBatched(account);
  await insertBatched(account);
  t.deepEqual(subjects(await promote()), [first]);
  const own = await insert(account);
  await end(first);
  t.deepEqual(subjects(await promote()), [own]);
  t.deepEqual(await promote(), []);
});
