import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { sql } from "kysely";
import { sweepObjectRemovals } from "#src/domain/object-removals/sweep-object-removals.ts";
import { copyThenCommit, type ClaimObject, uploadThenCommit } from "#src/domain/uploads/upload-then-commit.ts";
import { DomainError } from "#src/errors.ts";
import { openFilesystemStore } from "#src/platform/object-store/filesystem.ts";
import { startService } from "#test/support/service.ts";

// No maintenance process sweeps here but the tests.
const service = await startService();
const { db } = service.resources;
const folder = await mkdtemp(join(tmpdir(), "speech-upload-then-commit-"));
const store = await openFilesystemStore(join(folder, "objects"));
test.after.always(async () => {
  await rm(folder, { recursive: true, force: true });
  await service[Symbol.asyncDispose]();
});

const outage = new Error("Connection terminated unexpectedly");

async function uploadAndCommit(key: string, write: (claimObject: ClaimObject) => Promise<unknown>): Promise<void> {
  const path = join(folder, `${key}-upload`);
  await writeFile(path, "audio");
  await uploadThenCommit({ db, store, key, path }, write);
}

const isPending = async (key: string): Promise<boolean> =>
  (await db.selectFrom("pending_objects").select("key").where("key", "=", key).execute()).length === 1;

/** Runs the sweep as so many seconds after the object was stored. */
async function sweepAfter(seconds: number): Promise<void> {
  await sql`update pending_objects set created_at = now() - make_interval(secs => ${seconds})`.execute(db);
  while ((await sweepObjectRemovals({ db, store })) > 0) continue;
}

async function staysForGood(t: ExecutionContext, key: string): Promise<void> {
  t.false(await isPending(key));
  await sweepAfter(3_600);
  t.not(await store.size(key), null);
}

test.serial("an object whose row was written stays, and nothing waits for it any more", async (t) => {
  await uploadAndCommit("named", (claimObject) => db.transaction().execute((trx) => claimObject(trx, null)));
  await staysForGood(t, "named");
});

test.serial("an object goes once its row is overdue: its writer may have died, or met an outage", async (t) => {
  await t.throwsAsync(
    uploadAndCommit("lost", () => Promise.reject(outage)),
    { is: outage },
  );
  await sweepAfter(230);
  t.not(await store.size("lost"), null, "its row may still come");
  await sweepAfter(250);
  t.is(await store.size("lost"), null);
  t.false(await isPending("lost"));
});

test.serial("an object stays when its row was committed but the confirmation was lost", async (t) => {
  const write = async (claimObject: ClaimObject): Promise<void> => {
    await db.transaction().execute((trx) => claimObject(trx, null));
    throw outage;
  };
  await t.throwsAsync(uploadAndCommit("kept", write), { is: outage });
  await staysForGood(t, "kept");
});

test.serial("an object whose row was refused is removed before the caller gets the answer", async (t) => {
  const refuse = (claimObject: ClaimObject): Promise<void> =>
    db.transaction().execute(async (trx) => {
      await claimObject(trx, null);
      throw new DomainError("insufficient_credits");
    });
  await t.throwsAsync(uploadAndCommit("refused", refuse), { message: /Insufficient credits/ });
  t.is(await store.size("refused"), null);
  t.false(await isPending("refused"));
});

test.serial("a file that is missing leaves nothing that waits for its row", async (t) => {
  const path = join(folder, "missing");
  await t.throwsAsync(
    uploadThenCommit({ db, store, key: "missing", path }, () => Promise.resolve()),
    { code: "ENOENT" },
  );
  t.false(await isPending("missing"));
});

test.serial("a row whose object was given up is refused, and no object is left", async (t) => {
  const writeLate = async (claimObject: ClaimObject): Promise<void> => {
    await sweepAfter(250);
    await db.transaction().execute((trx) => claimObject(trx, null));
  };
  const error = await t.throwsAsync(uploadAndCommit("late", writeLate), { instanceOf: DomainError });
  t.is(error?.code, "unavailable");
  t.is(await store.size("late"), null);
});

test.serial("an object that the store does not copy is none, and an outage of the store is one", async (t) => {
  await uploadAndCommit("original", (claimObject) => db.transaction().execute((trx) => claimObject(trx, null)));
  const faults: unknown[] = [];
  const copyBy = (copy: () => Promise<boolean>) => {
    const object = { db, store: { ...store, copy }, key: randomUUID(), from: "original", bytes: 5 };
    return copyThenCommit({ ...object, onFault: (error) => faults.push(error) }, (claimObject) =>
      db.transaction().execute(async (trx) => (await claimObject(trx, null), true)),
    );
  };
  const fault = Object.assign(new Error("EIO: i/o error, link"), { code: "EIO" });
  t.is(await copyBy(() => Promise.resolve(false)), null);
  t.deepEqual(faults, []);
  t.is(await copyBy(() => Promise.reject(fault)), null);
  t.deepEqual(faults, [fault]);
  await t.throwsAsync(
    copyBy(() => Promise.reject(outage)),
    { is: outage },
  );
  t.true(await copyBy(() => store.copy("original", "copied")));
});
