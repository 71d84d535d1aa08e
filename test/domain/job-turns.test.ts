import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { claimJob, type JobHint } from "#src/domain/jobs/claim-job.ts";
import { finishJob, insertJob, type JobLease, type JobTicket, returnJob } from "#src/domain/jobs/queries.ts";
import { sweepJobs } from "#src/domain/jobs/sweep-jobs.ts";
import { openPostgres } from "#src/platform/postgres.ts";
import { createTestDatabase } from "#test/support/database.ts";
import { testEnvironment } from "#test/support/environment.ts";

const { clusterUrl, redisUrl } = testEnvironment();
const database = await createTestDatabase(clusterUrl, redisUrl);
const db = openPostgres({ url: database.url, poolSize: 20, name: "test" });
test.after.always(async () => {
  await db.destroy();
  await database.drop();
});
// What is claimed depends on all that waits: the tests take turns.
test.beforeEach(async () => {
  await db.deleteFrom("jobs").execute();
  await db.deleteFrom("job_turns").execute();
});

const name = "synthesize-speech";
const heartbeatMs = 5_000;
const claim = (hint: JobHint, passedOver: readonly string[] = []) => claimJob(db, hint, { heartbeatMs, passedOver });
const insert = (accountId: string | null): Promise<JobTicket> =>
  insertJob(db, { subjectId: randomUUID(), name, accountId });

async function insertMany(accountId: string, count: number): Promise<readonly JobTicket[]> {
  const tickets: JobTicket[] = [];
  while (tickets.length < count) tickets.push(await insert(accountId));
  return tickets;
}

/** Of a row that is gone. */
const unknown = () => ({ subject_id: randomUUID(), generation: 1 });

/** Begins what a worker would that is handed these one after the other. */
async function claimAll(hints: readonly JobHint[]): Promise<readonly JobLease[]> {
  const leases: JobLease[] = [];
  for (const hint of hints) {
    const lease = await claim(hint);
    if (lease !== null) leases.push(lease);
  }
  return leases;
}

const subjects = (of: readonly (JobTicket | JobLease)[]): readonly string[] =>
  of.map((one) => ("payload" in one ? one.payload.subject_id : one.subjectId));

const goSilent = (subjectId: string) =>
  db
    .updateTable("jobs")
    .set({ heartbeat_at: sql<Date>`now() - interval '1 minute'` })
    .where("subject_id", "=", subjectId)
    .execute();

test.serial("the first job of an account is begun next, however many another has waiting", async (t) => {
  const [noisy, quiet] = [randomUUID(), randomUUID()];
  const hints = await insertMany(noisy, 30);
  await claimAll(hints.slice(0, 10));
  const one = await insert(quiet);
  const [next, after] = await claimAll(hints.slice(10, 12));
  t.is(next?.subjectId, one.payload.subject_id);
  t.is(after?.subjectId, hints[10]?.payload.subject_id, "then those of the other go on in their order");
});

test.serial("accounts with much to do are served in turn, and each in its own order", async (t) => {
  const [one, two] = [randomUUID(), randomUUID()];
  const [first, second] = [await insertMany(one, 6), await insertMany(two, 3)];
  const leases = await claimAll([...first, ...second]);
  t.deepEqual(
    leases.map(({ accountId }) => (accountId === one ? 1 : 2)),
    [1, 2, 1, 2, 1, 2, 1, 1, 1],
  );
  t.deepEqual(subjects(leases.filter(({ accountId }) => accountId === one)), subjects(first));
});

test.serial("whatever comes when, between two runs of one account no other has more than two", async (t) => {
  const accounts = Array.from({ length: 5 }, () => randomUUID());
  const hints: JobHint[] = [];
  const waiting = new Map<string, number>(accounts.map((account) => [account, 0]));
  /** For each account that has work waiting, how often others were served since it was. */
  const passedBy = new Map<string, Map<string, number>>(accounts.map((account) => [account, new Map()]));
  const come = async (account: string, jobs: number): Promise<void> => {
    hints.push(...(await insertMany(account, jobs)));
    if (waiting.get(account) === 0) passedBy.get(account)?.clear();
    waiting.set(account, (waiting.get(account) ?? 0) + jobs);
  };
  const serve = async (): Promise<void> => {
    const [hint] = hints.splice(Math.floor(Math.random() * hints.length), 1);
    const lease = hint === undefined ? null : await claim(hint);
    if (lease === null) return;
    await finishJob(db, lease);
    const served = lease.accountId ?? "";
    waiting.set(served, (waiting.get(served) ?? 0) - 1);
    passedBy.get(served)?.clear();
    for (const [account, others] of passedBy) {
      if (account !== served && waiting.get(account) !== 0) others.set(served, (others.get(served) ?? 0) + 1);
    }
  };
  for (let step = 0; step < 600; step += 1) {
    const account = accounts[Math.floor(Math.random() ** 2 * accounts.length)] ?? "";
    if (Math.random() < 0.55) await come(account, Math.random() < 0.1 ? 20 : 1);
    else await serve();
    const most = Math.max(0, ...[...passedBy.values()].flatMap((others) => [...others.values()]));
    t.true(most <= 2, `${most} in step ${step}`);
  }
  t.is((await claimAll(hints)).length, hints.length, "as many rows were left as hints");
  t.is(await claim({ name, payload: unknown() }), null);
});

test.serial("each run is noted with its time, also one whose turn was earlier than the latest", async (t) => {
  const account = randomUUID();
  const early = await insert(account);
  await claim(await insert(account));
  const latest = () =>
    db.selectFrom("job_turns").select(["turn", "begun_at"]).where("account_id", "=", account).executeTakeFirstOrThrow();
  await db
    .updateTable("job_turns")
    .set({ turn: 100n, begun_at: sql<Date>`now() - interval '1 hour'` })
    .execute();
  t.not(await claim(early), null);
  const { turn, begun_at: begunAt } = await latest();
  t.is(Number(turn), 100);
  t.true((begunAt?.getTime() ?? 0) > Date.now() - 60_000);
});

test.serial("accounts that come back as soon as they are served do not starve one that waits", async (t) => {
  const patient = randomUUID();
  await insertMany(patient, 4);
  const others = Array.from({ length: 10 }, () => randomUUID());
  for (const account of others) await insert(account);
  const served: (string | null)[] = [];
  for (let run = 0; run < 40; run += 1) {
    const lease = await claim({ name, payload: unknown() });
    if (lease === null) return t.fail("something waits all the time");
    await finishJob(db, lease);
    served.push(lease.accountId);
    if (lease.accountId !== null && lease.accountId !== patient) await insert(lease.accountId);
  }
  t.true(served.filter((account) => account === patient).length >= 3, "one of eleven shares");
});

test.serial("work that was taken back does not count against its account", async (t) => {
  const [hasty, other] = [randomUUID(), randomUUID()];
  await insertMany(hasty, 50);
  await db.deleteFrom("jobs").execute();
  await insertMany(other, 3);
  const again = await insert(hasty);
  const leases = await claimAll([again, again, again, again].map(() => ({ ...again, payload: unknown() })));
  t.true(subjects(leases).indexOf(again.payload.subject_id) <= 1);
});

test.serial("of 60 rows no one is begun twice by 60 claims of which 20 go on at once", async (t) => {
  const hints = [...(await insertMany(randomUUID(), 30)), ...(await insertMany(randomUUID(), 30))];
  const left = hints.values();
  const leases: JobLease[] = [];
  const lane = async (): Promise<void> => {
    for (const hint of left) leases.push(...[await claim(hint)].filter((lease) => lease !== null));
  };
  await Promise.all(Array.from({ length: 20 }, lane));
  t.is(leases.length, 60);
  t.is(new Set(subjects(leases)).size, 60);
});

test.serial("a hint that is handed out again continues what it had begun, and counts the crash", async (t) => {
  const [noisy, quiet] = [randomUUID(), randomUUID()];
  const [first, second, ...rest] = await insertMany(noisy, 5);
  if (first === undefined || second === undefined) return t.fail();
  await claim(first);
  const one = await insert(quiet);
  const lease = await claim(second);
  t.is(lease?.subjectId, one.payload.subject_id);
  t.is(await claim(second), null, "it has been heard of");
  await goSilent(one.payload.subject_id);
  t.like(await claim(second), { subjectId: one.payload.subject_id, run: 2, crashes: 1, generation: 1 });
  t.deepEqual(subjects(await claimAll([one, ...rest])), subjects([second, ...rest]), "and no row was forgotten");
});

test.serial("work that waits for its next attempt is begun by none but its own hint", async (t) => {
  const hints = await insertMany(randomUUID(), 3);
  const [lease] = await claimAll(hints.slice(0, 1));
  if (lease === undefined) return t.fail();
  const later = await returnJob(db, lease, { failed: true, delayMs: 60_000 });
  if (later === null) return t.fail();
  t.deepEqual(subjects(await claimAll(hints)), subjects(hints.slice(1)));
  // The queue's clock says when its hint comes.
  t.like(await claim(later), { subjectId: lease.subjectId, failures: 1, generation: 2 });
});

test.serial("work that came back keeps its turn", async (t) => {
  const hints = await insertMany(randomUUID(), 4);
  const [lease] = await claimAll(hints.slice(0, 2));
  if (lease === undefined) return t.fail();
  await returnJob(db, lease, { failed: false, delayMs: 0 });
  t.is((await claimAll(hints.slice(2)))[0]?.subjectId, lease.subjectId);
});

test.serial("work whose run went silent is begun before what came after it", async (t) => {
  const hints = await insertMany(randomUUID(), 5);
  const [lost] = await claimAll(hints.slice(0, 2));
  if (lost === undefined) return t.fail();
  await goSilent(lost.subjectId);
  const tickets: JobHint[] = [];
  const dispatcher = { dispatch: (ticket: JobHint) => Promise.resolve(void tickets.push(ticket)) };
  await sweepJobs({ db, dispatcher }, { requeueAfterMs: 10_000, leaseExpiresMs: 30_000 });
  t.is(tickets.length, 1);
  const [next] = await claimAll(hints.slice(2));
  t.like(next, { subjectId: lost.subjectId, crashes: 1 });
});

test.serial("an account that is passed over keeps its place, and others go before it", async (t) => {
  const [full, other] = [randomUUID(), randomUUID()];
  const hints = await insertMany(full, 3);
  const [hint] = hints;
  if (hint === undefined) return t.fail();
  t.is(await claim(hint, [full]), null);
  const one = await insert(other);
  t.is((await claim(hint, [full]))?.subjectId, one.payload.subject_id);
  t.deepEqual(subjects(await claimAll([...hints, one])), subjects(hints));
});

test.serial(
  "work of nobody is begun by its own hint, which begins that of an account when it comes in vain",
  async (t) => {
    const hint = await insert(randomUUID());
    const [nobodys, done] = [await insert(null), await insert(null)];
    t.is((await claim(nobodys))?.subjectId, nobodys.payload.subject_id);
    t.is(await claim(nobodys), null, "the queue handed it out twice");
    await db.deleteFrom("jobs").where("subject_id", "=", done.payload.subject_id).execute();
    t.is((await claim(done))?.subjectId, hint.payload.subject_id);
    t.is(await claim(hint), null);
  },
);

/** What one in ten stays below: other work on the machine does not change it, a longer search does. */
const lowestTenth = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 10)] ?? NaN;

/** The milliseconds that a tenth of inserts and claims stay below while an account has so many rows waiting. */
async function costAmong(rows: number): Promise<{ readonly claim: number; readonly insert: number }> {
  const [noisy, quiet] = [randomUUID(), randomUUID()];
  await db.deleteFrom("jobs").execute();
  await sql`
    insert into jobs (subject_id, name, account_id, turn)
    select gen_random_uuid(), ${name}, ${noisy}, turn from generate_series(1, ${rows}) as turn`.execute(db);
  const [claims, inserts]: [number[], number[]] = [[], []];
  for (let run = 0; run < 200; run += 1) {
    const begun = performance.now();
    if (run % 4 === 0) await insert(quiet);
    const inserted = performance.now();
    if ((await claim({ name, payload: unknown() })) === null) throw new Error("There was nothing to claim.");
    if (run % 4 === 0) inserts.push(inserted - begun);
    claims.push(performance.now() - inserted);
  }
  return { claim: lowestTenth(claims), insert: lowestTenth(inserts) };
}

test.serial("a claim costs no more among 20,000 rows than among 200", async (t) => {
  await costAmong(200);
  const few = await costAmong(200);
  const many = await costAmong(20_000);
  const told = ({ claim: claimMs, insert: insertMs }: typeof few): string =>
    `${claimMs.toFixed(2)} ms, of an insert ${insertMs.toFixed(2)} ms`;
  t.log(`lowest tenth of a claim among 200 rows ${told(few)}; among 20,000 ${told(many)}`);
  t.true(many.claim < 3 * few.claim);
  t.true(many.insert < 3 * few.insert);
});
