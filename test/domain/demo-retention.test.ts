import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { sweepDemoRequests } from "#src/domain/speech/sweep-demo-requests.ts";
import { insertSpoken } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

/** A finished call that was made without a credential, or by an account, so many hours ago. */
async function spokenAgo(
  hours: number,
  { userId = null, isDemo = true }: { userId?: string | null; isDemo?: boolean },
) {
  const id = await insertSpoken(service.resources, (await service.account()).userId);
  await db
    .updateTable("speech_requests")
    .set({ user_id: userId, is_demo: isDemo, finished_at: sql<Date>`now() - make_interval(hours => ${hours})` })
    .where("id", "=", id)
    .execute();
  return id;
}

test.serial(
  "a demo call without an account is deleted with its audio a day after it finished, and nothing else",
  async (t) => {
    const { userId } = await service.account();
    const old = await spokenAgo(25, {});
    const kept = await Promise.all([
      spokenAgo(23, {}),
      spokenAgo(25, { userId }),
      spokenAgo(25, { userId, isDemo: false }),
    ]);
    t.is(await sweepDemoRequests({ db }), 1);
    t.is(await sweepDemoRequests({ db }), 0);
    const rows = await db
      .selectFrom("speech_requests")
      .select("id")
      .where("id", "in", [old, ...kept])
      .execute();
    t.deepEqual(rows.map(({ id }) => id).toSorted(), kept.toSorted());
    const listed = await db.selectFrom("object_removals").select("key").execute();
    t.deepEqual(listed, [{ key: `results/${old}-1-1` }]);
  },
);

test.serial("one that is not done stays", async (t) => {
  const id = randomUUID();
  const open = { id, request_type: "tts", is_demo: true, status: "queued", language: "en" } as const;
  await db.insertInto("speech_requests").values(open).execute();
  t.is(await sweepDemoRequests({ db }), 0);
  t.truthy(await db.selectFrom("speech_requests").select("id").where("id", "=", id).executeTakeFirst());
});
