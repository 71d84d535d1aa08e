import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { sql } from "kysely";
import { insertObjectRemovals } from "#src/domain/object-removals/queries.ts";
import { pauseRemovals, resumeRemovals } from "#src/domain/object-removals/removal-pause.ts";
import { removeObjects } from "#src/domain/object-removals/remove-objects.ts";
import { sweepObjectRemovals } from "#src/domain/object-removals/sweep-object-removals.ts";
import { deleteVoice } from "#src/domain/voices/delete-voice.ts";
import { openFilesystemStore } from "#src/platform/object-store/filesystem.ts";
import { startService } from "#test/support/service.ts";

// A store of its own, which can be taken away.
const service = await startService();
const { db, workspace } = service.resources;
const folder = await workspace.folder();
const root = join(folder.path, "objects");
const store = await openFilesystemStore(root);
test.after.always(async () => {
  await folder[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** Below a file there is nothing to be removed, and nothing can be. */
async function takeAway(): Promise<void> {
  await rename(root, `${root}-gone`);
  await writeFile(root, "");
}

async function bringBack(): Promise<void> {
  await rm(root);
  await rename(`${root}-gone`, root);
}

async function put(key: string): Promise<void> {
  const path = join(folder.path, randomUUID());
  await writeFile(path, "sound");
  await store.putFile(key, path, "audio/wav");
}

const listed = async () => (await db.selectFrom("object_removals").select("key").execute()).map(({ key }) => key);

test.serial(
  "a voice that is deleted while the store is unavailable is gone at once, and its sample when the store is back",
  async (t) => {
    const { userId } = await service.account();
    const voiceId = randomUUID();
    const key = `samples/${voiceId}`;
    await put(key);
    const voice = {
      id: voiceId,
      user_id: userId,
      name: "Mine",
      description: "",
      type: "custom",
      language: "und",
    } as const;
    await db
      .insertInto("voices")
      .values({ ...voice, status: "pending", sample_key: key })
      .execute();

    await takeAway();
    await deleteVoice({ db, store }, { voiceId, userId });
    t.deepEqual(await db.selectFrom("voices").select("id").where("user_id", "=", userId).execute(), []);
    t.deepEqual(await listed(), [key]);
    await t.throwsAsync(sweepObjectRemovals({ db, store }));
    t.deepEqual(await listed(), [key]);

    await bringBack();
    t.is(await store.size(key), 5);
    t.is(await sweepObjectRemovals({ db, store }), 1);
    t.is(await store.size(key), null);
    t.is(await sweepObjectRemovals({ db, store }), 0);
  },
);

test.serial("an object listed twice or missing is removed without an error; null is ignored", async (t) => {
  await mkdir(join(root, "results"), { recursive: true });
  await put("results/one");
  t.deepEqual(await insertObjectRemovals(db, [null, "results/one", undefined]), ["results/one"]);
  await insertObjectRemovals(db, ["results/one", "results/two"]);
  t.deepEqual(await insertObjectRemovals(db, [null]), []);
  t.is(await sweepObjectRemovals({ db, store }), 2);
  t.deepEqual(await listed(), []);
});

test.serial("one that cannot be removed keeps none of the others: it is tried again after all of them", async (t) => {
  // Here an object is a file, and a folder is none.
  await mkdir(join(root, "results/folder"), { recursive: true });
  await insertObjectRemovals(db, ["results/folder"]);
  const keys = Array.from({ length: 700 }, (_, index) => `results/${index}`);
  await insertObjectRemovals(db, keys);
  await put("results/1");
  await t.throwsAsync(sweepObjectRemovals({ db, store }), { message: /does not remove 1 objects, results\/folder / });
  t.is((await listed()).length, 202);
  await t.throwsAsync(sweepObjectRemovals({ db, store }), { message: /does not remove 1 objects/ });
  t.deepEqual(await listed(), ["results/folder"]);
  t.is(await store.size("results/1"), null);
  await rm(join(root, "results/folder"), { recursive: true });
  t.is(await sweepObjectRemovals({ db, store }), 1);
});

test.serial("a long list is removed in parts, until nothing is left", async (t) => {
  const keys = Array.from({ length: 1_200 }, (_, index) => `results/${index}`);
  await insertObjectRemovals(db, keys);
  const removed: number[] = [];
  while (removed.at(-1) !== 0) removed.push(await sweepObjectRemovals({ db, store }));
  t.deepEqual(removed, [500, 500, 200, 0]);
});

test.serial("while removals are held every object stays, and afterwards all that are listed go", async (t) => {
  await put("results/held");
  await put("results/over");
  await pauseRemovals(db, 1);
  await insertObjectRemovals(db, ["results/held", "results/over"]);
  await removeObjects({ db, store }, ["results/held"]);
  t.is(await sweepObjectRemovals({ db, store }), 0);
  t.is(await store.size("results/held"), 5);
  await db
    .updateTable("removal_holds")
    .set({ held_until: sql<Date>`now() - interval '1 second'` })
    .execute();
  await removeObjects({ db, store }, ["results/held"]);
  t.is(await store.size("results/held"), null, "a hold ends by itself");
  await pauseRemovals(db, 1);
  t.is(await sweepObjectRemovals({ db, store }), 0);
  await resumeRemovals(db);
  t.is(await sweepObjectRemovals({ db, store }), 1);
  t.is(await store.size("results/over"), null);
});
