import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { demoGroupOf } from "#src/domain/jobs/groups.ts";
import { deleteJob, insertJob } from "#src/domain/jobs/queries.ts";
import type { JobName } from "#src/jobs/catalogue.ts";
import { audioForm } from "#harness/clients/client.ts";
import { heldOf } from "#harness/payments/credits.ts";
import { startService } from "#test/support/service.ts";
import { tone } from "#harness/audio/sounds.ts";

// No worker runs: whatever waits, waits until a test takes it away.
const service = await startService({
  env: { WAIT_MAX_SECONDS: "0", SPEECH_PER_MINUTE: "50", QUEUE_MAX_AGE_SECONDS: "120" },
});
const { resources } = service;
const { db } = resources;
test.after.always(() => service[Symbol.asyncDispose]());
test.afterEach.always(() => db.deleteFrom("jobs").execute());

/** Longer than what is known of a queue may be old. */
const forgotten = () => new Promise((resolve) => setTimeout(resolve, 1_050));

interface Waiting {
  readonly name?: JobName;
  readonly accountId?: string | null;
  readonly forSeconds?: number;
  readonly isDemo?: boolean;
}

/** Work that has been due for so long. @returns its subject */
async function insertWaiting({ name = "synthesize-speech", accountId = null, ...more }: Waiting): Promise<string> {
  const subjectId = randomUUID();
  await insertJob(db, { subjectId, name, accountId, ...(more.isDemo && { groupKey: demoGroupOf("one") }) });
  await db
    .updateTable("jobs")
    .set({ run_at: sql<Date>`now() - make_interval(secs => ${more.forSeconds ?? 121})` })
    .where("subject_id", "=", subjectId)
    .execute();
  return subjectId;
}

const begin = (subjectId: string) =>
  db
    .updateTable("jobs")
    .set({ state: "running", heartbeat_at: sql<Date>`now()` })
    .where("subject_id", "=", subjectId)
    .execute();

const text = { text: "Hello." };
const speak = (key: string) => service.call("POST", "/v1/speech/synthesize", { key, json: text });
const transcribe = (key: string) =>
  service.call("POST", "/v1/speech/transcriptions", { key, form: audioForm(tone(2)) });
const makeVoice = (key: string) =>
  service.call("POST", "/v1/voices", { key, form: audioForm(tone(2), { name: "Mine" }) });

const rows = async (): Promise<number> => {
  const { rows: counted } = await sql<{ rows: number }>`
    select ((select count(*) from speech_requests) + (select count(*) from voices where type = 'custom')
      + (select count(*) from jobs))::int as rows`.execute(db);
  return counted[0]?.rows ?? NaN;
};

test.serial("while work of others has waited too long all are refused early, at no cost", async (t) => {
  const { key, userId } = await service.account();
  await insertWaiting({ accountId: randomUUID() });
  await forgotten();
  const before = await rows();
  const answer = await speak(key);
  t.is(answer.status, 503);
  t.like(answer.json, { code: "unavailable", retry_after: 10 });
  t.is(answer.headers.get("retry-after"), "10");
  t.regex(answer.headers.get("ratelimit") ?? "", /;r=50;/, "it is not counted");
  const demo = await service.call("POST", "/v1/demo/speech/synthesize", { json: text });
  t.deepEqual([demo.status, demo.headers.get("retry-after")], [503, "10"]);
  t.is(await rows(), before, "nothing was written");
  t.is(await heldOf(resources, userId), 0);
  t.is((await transcribe(key)).status, 202, "another queue gets on");
});

test.serial("each queue is looked at by itself", async (t) => {
  const { key } = await service.account();
  await insertWaiting({ name: "transcribe-audio" });
  await insertWaiting({ name: "train-voice" });
  await forgotten();
  t.is((await transcribe(key)).status, 503);
  t.is((await makeVoice(key)).status, 503);
  const demo = await service.call("POST", "/v1/demo/speech/transcriptions", { form: audioForm(tone(2)) });
  t.deepEqual([demo.status, demo.headers.get("retry-after")], [503, "10"]);
  t.deepEqual(await sql`select key from object_removals`.execute(db).then((found) => found.rows), []);
  t.is((await speak(key)).status, 202);
});

test.serial("work is taken again when the queue gets on", async (t) => {
  const { key } = await service.account();
  const waiting = await insertWaiting({ accountId: randomUUID() });
  await forgotten();
  t.is((await speak(key)).status, 503);
  await begin(waiting);
  await forgotten();
  t.is((await speak(key)).status, 202);
});

test.serial("the backlog of one account does not refuse other accounts, as long as it makes progress", async (t) => {
  const [noisy, quiet] = [await service.account(), await service.account()];
  await insertWaiting({ accountId: noisy.userId });
  await begin(await insertWaiting({ accountId: noisy.userId }));
  await forgotten();
  t.is((await speak(quiet.key)).status, 202);
  const own = await speak(noisy.key);
  t.is(own.status, 429);
  t.like(own.json, { code: "concurrency_limited", retry_after: 10 });
  t.is(own.headers.get("retry-after"), "10");
  t.regex(own.headers.get("ratelimit") ?? "", /;r=50;/);
  t.is(await heldOf(resources, noisy.userId), 0);
  t.is((await transcribe(noisy.key)).status, 202, "of other work it has nothing that waits");
});

test.serial("nor while it alternates with other accounts; only when it has had no slot for as long", async (t) => {
  const { key } = await service.account();
  const noisy = randomUUID();
  await insertWaiting({ accountId: noisy });
  const group = { group_key: noisy, name: "synthesize-speech" };
  const served = (secondsAgo: number) => sql<Date>`now() - make_interval(secs => ${secondsAgo})`;
  await db
    .insertInto("job_groups")
    .values({ ...group, served_at: served(115) })
    .execute();
  await forgotten();
  t.is((await speak(key)).status, 202);
  await db
    .updateTable("job_groups")
    .set({ served_at: served(121) })
    .where("group_key", "=", noisy)
    .execute();
  await forgotten();
  t.is((await speak(key)).status, 503);
});

test.serial("a run that has died is nothing that gets on", async (t) => {
  const { key } = await service.account();
  const other = randomUUID();
  await insertWaiting({ accountId: other });
  const dead = await insertWaiting({ accountId: other });
  await begin(dead);
  const longAgo = sql<Date>`now() - interval '31 seconds'`;
  await db.updateTable("jobs").set({ heartbeat_at: longAgo }).where("subject_id", "=", dead).execute();
  await forgotten();
  t.is((await speak(key)).status, 503);
});

test.serial("work that is not that old, not due, or of the demo causes no overload", async (t) => {
  const { key } = await service.account();
  await insertWaiting({ accountId: randomUUID(), forSeconds: 115 });
  await insertWaiting({ accountId: randomUUID(), forSeconds: -60 });
  await insertWaiting({ isDemo: true });
  await forgotten();
  t.is((await speak(key)).status, 202);
});

test.serial("a burst of calls looks at the queue once", async (t) => {
  const { key } = await service.account();
  await forgotten();
  const waiting = await insertWaiting({});
  t.deepEqual(
    (await Promise.all([1, 2, 3, 4, 5].map(() => speak(key)))).map(({ status }) => status),
    [503, 503, 503, 503, 503],
  );
  await deleteJob(db, waiting);
  t.is((await speak(key)).status, 503, "what was found is a second old at most");
  await forgotten();
  t.is((await speak(key)).status, 202);
});
