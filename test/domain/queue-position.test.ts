import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { batchGroupOf } from "#src/domain/jobs/groups.ts";
import { promoteJobs } from "#src/domain/jobs/promote-jobs.ts";
import { insertJob } from "#src/domain/jobs/queries.ts";
import { mostAhead, queuePosition } from "#src/domain/jobs/queue-position.ts";
import { registerSlots } from "#src/domain/jobs/slots.ts";
import type { JobName } from "#src/jobs/catalogue.ts";
import { openPostgres } from "#src/platform/postgres/postgres.ts";
import { createTestDatabase } from "#test/support/database.ts";
import { testEnvironment } from "#test/support/environment.ts";

const { clusterUrl, redisUrl } = testEnvironment();
const database = await createTestDatabase(clusterUrl, redisUrl);
const db = openPostgres({ url: database.url, poolSize: 5, name: "test" });
test.after.always(async () => {
  await db.destroy();
  await database.drop();
});
test.beforeEach(async () => {
  for (const table of ["jobs", "job_groups", "job_cursors", "worker_slots"] as const) {
    await db.deleteFrom(table).execute();
  }
});

interface Job {
  readonly accountId: string;
  readonly isBatched?: boolean;
  readonly name?: JobName;
}

async function insert({ accountId, isBatched = false, name = "synthesize-speech" }: Job): Promise<string> {
  const subjectId = randomUUID();
  await insertJob(db, { subjectId, name, accountId, groupKey: isBatched ? batchGroupOf(accountId) : accountId });
  // Jobs are ordered by the millisecond of their insert.
  await sleep(2);
  return subjectId;
}

const positions = (ids: readonly string[]): Promise<readonly (number | null)[]> =>
  Promise.all(ids.map((id) => queuePosition(db, id)));

/** Promotes and ends one job after the other, as a worker with one slot does. @returns them in their order */
async function serve(): Promise<readonly string[]> {
  await registerSlots(db, { workerId: randomUUID(), queue: "synthesis", slots: 1 });
  const served: string[] = [];
  for (;;) {
    const jobs = await promoteJobs(db, { heartbeatMs: 5_000 });
    if (jobs.length === 0) return served;
    for (const { subjectId } of jobs) {
      served.push(subjectId);
      await db.deleteFrom("jobs").where("subject_id", "=", subjectId).execute();
    }
  }
}

test.serial(
  "places are those in which the jobs of accounts that take turns are served, batches behind them",
  async (t) => {
    const [many, two, batching] = [randomUUID(), randomUUID(), randomUUID()];
    const batched = await insert({ accountId: batching, isBatched: true });
    const first = [
      await insert({ accountId: many }),
      await insert({ accountId: many }),
      await insert({ accountId: many }),
    ];
    const second = [await insert({ accountId: two }), await insert({ accountId: two })];
    // This one is of another queue.
    await insert({ accountId: two, name: "transcribe-audio" });
    const all = [...first, ...second, batched];
    const told = await positions(all);
    const served = await serve();
    t.deepEqual(
      told,
      all.map((id) => served.indexOf(id) + 1),
    );
  },
);

test.serial(
  "what is promoted is ahead, and what runs, has ended or is to be tried again later has no place",
  async (t) => {
    const accountId = randomUUID();
    const [running, promoted, waiting, later] = [
      await insert({ accountId }),
      await insert({ accountId }),
      await insert({ accountId }),
      await insert({ accountId }),
    ];
    const change = (id: string) => db.updateTable("jobs").where("subject_id", "=", id);
    await change(running).set({ state: "running" }).execute();
    await change(promoted).set({ promoted_at: new Date() }).execute();
    await change(later)
      .set({ run_at: new Date(Date.now() + 60_000) })
      .execute();
    t.deepEqual(await positions([running, promoted, waiting, later, randomUUID()]), [null, 1, 2, null, null]);
  },
);

test.serial("a place far behind is told as the largest one", async (t) => {
  const [other, own] = [randomUUID(), randomUUID()];
  const rows = Array.from({ length: mostAhead + 20 }, () => ({
    ...{ subject_id: randomUUID(), name: "synthesize-speech", account_id: other, group_key: own },
  }));
  await db.insertInto("jobs").values(rows).execute();
  await sleep(2);
  t.is(await queuePosition(db, await insert({ accountId: own })), mostAhead);
});
