import { randomBytes, randomUUID } from "node:crypto";
import test from "ava";
import type { Db } from "#db/schema.ts";
import { insertObjectRemovals } from "#src/domain/object-removals/queries.ts";
import { putCacheEntry } from "#src/domain/synthesis-cache/queries.ts";
import { deleteVoice } from "#src/domain/voices/delete-voice.ts";
import { insertPendingVoice } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";
import { untilLockAwaited } from "#test/support/database.ts";

const service = await startService();
const { db, store } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

const keep = (to: Db, userId: string, key: string) =>
  to.insertInto("stored_objects").values({ key, user_id: userId, bytes: 10 }).execute();

/** An account with a voice, a kept sample of it, and kept audio that an entry of the cache names. */
async function plant() {
  const { userId } = await service.account();
  const customVoiceId = await insertPendingVoice(service.resources, userId);
  const [sampleKey, resultKey] = [`samples/${customVoiceId}`, `results/${randomUUID()}`];
  for (const key of [sampleKey, resultKey]) await keep(db, userId, key);
  await db.updateTable("voices").set({ sample_key: sampleKey }).where("id", "=", customVoiceId).execute();
  const entry = { cacheKey: randomBytes(32), requestId: randomUUID(), resultKey, customVoiceId };
  await putCacheEntry(db, entry);
  return { userId, entry };
}

const namedBy = async (cacheKey: Buffer) =>
  (await db.selectFrom("synthesis_cache").select("result_key").where("cache_key", "=", cacheKey).execute()).map(
    (row) => row.result_key,
  );

/** Completes the same synthesis once more, and removes something after its audio was kept, before the cache knows of it. */
async function completeDuring({ userId, entry }: Awaited<ReturnType<typeof plant>>, remove: () => Promise<unknown>) {
  const resultKey = `results/${randomUUID()}`;
  const removal = await db.transaction().execute(async (trx) => {
    await keep(trx, userId, resultKey);
    const removing = remove();
    await untilLockAwaited(db);
    await putCacheEntry(trx, { ...entry, resultKey });
    return { removing };
  });
  await removal.removing;
  return resultKey;
}

test.serial("a synthesis completes while the audio of an earlier one is removed", async (t) => {
  const planted = await plant();
  const { cacheKey, resultKey } = planted.entry;
  const later = await completeDuring(planted, () => insertObjectRemovals(db, [resultKey]));
  t.deepEqual(await namedBy(cacheKey), [later]);
  await insertObjectRemovals(db, [later]);
  t.deepEqual(await namedBy(cacheKey), []);
});

test.serial("a synthesis completes while its voice is deleted, and is then forgotten", async (t) => {
  const planted = await plant();
  const { cacheKey, customVoiceId: voiceId } = planted.entry;
  await completeDuring(planted, () => deleteVoice({ db, store }, { voiceId, userId: planted.userId }));
  t.deepEqual(await namedBy(cacheKey), []);
});
