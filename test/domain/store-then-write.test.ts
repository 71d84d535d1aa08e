import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { storeThenWrite } from "#src/domain/uploads/store-then-write.ts";
import { DomainError } from "#src/errors.ts";
import { openFilesystemStore } from "#src/platform/object-store/filesystem.ts";

const folder = await mkdtemp(join(tmpdir(), "speech-store-then-write-"));
const store = await openFilesystemStore(join(folder, "objects"));
test.after.always(() => rm(folder, { recursive: true, force: true }));

/** A database that goes in the middle of a write, and whose answers about the row are these. */
async function writeInAnOutage(key: string, exists: () => Promise<boolean>): Promise<void> {
  const path = join(folder, `${key}-upload`);
  await writeFile(path, "audio");
  await storeThenWrite(
    { store, key, path },
    { write: () => Promise.reject(new Error("Connection terminated unexpectedly")), exists },
  );
}

test("an object goes when its row did not come to be, once that can be told", async (t) => {
  let looks = 0;
  const exists = (): Promise<boolean> => {
    looks += 1;
    return looks === 1 ? Promise.reject(new Error("Connection terminated unexpectedly")) : Promise.resolve(false);
  };
  await t.throwsAsync(writeInAnOutage("lost", exists), { message: /terminated/ });
  t.not(await store.size("lost"), null, "it stays as long as that cannot be told");
  t.timeout(60_000);
  while ((await store.size("lost")) !== null) await delay(100);
  t.is(looks, 2);
});

test("an object stays when its row came to be and only nobody heard of it", async (t) => {
  const { promise: looked, resolve } = Promise.withResolvers<void>();
  const exists = (): Promise<boolean> => {
    resolve();
    return Promise.resolve(true);
  };
  await t.throwsAsync(writeInAnOutage("kept", exists), { message: /terminated/ });
  await looked;
  t.not(await store.size("kept"), null);
});

test("an object whose row was refused is gone before the caller hears of it", async (t) => {
  const path = join(folder, "refused-upload");
  await writeFile(path, "audio");
  const write = () => Promise.reject(new DomainError("insufficient_credits"));
  const row = { write, exists: () => Promise.resolve(false) };
  await t.throwsAsync(storeThenWrite({ store, key: "refused", path }, row), { message: /too few credits/ });
  t.is(await store.size("refused"), null);
});
