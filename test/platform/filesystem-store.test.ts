import { chmod, link, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { openFilesystemStore } from "#src/platform/object-store/filesystem.ts";

const mostLinks = 65_000;
const atOnce = 500;

/** Gives a file as many links as its file system allows. @returns false where that is more than we try */
async function exhaustLinks(file: string, folder: string): Promise<boolean> {
  for (let made = 0; made <= mostLinks; made += atOnce) {
    const links = Array.from({ length: atOnce }, (_, index) => link(file, join(folder, `${made + index}`)));
    if ((await Promise.allSettled(links)).some(({ status }) => status === "rejected")) return true;
  }
  return false;
}

test("what is done to a fetched file is not done to the object", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "speech-filesystem-store-"));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const store = await openFilesystemStore(join(folder, "objects"));
  await writeFile(join(folder, "upload"), "audio", { mode: 0o600 });
  await store.putFile("object", join(folder, "upload"), "audio/wav");
  const fetched = join(folder, "fetched");
  t.true(await store.fetchTo("object", fetched));
  await chmod(fetched, 0o660);
  await writeFile(fetched, "noise");
  const object = join(folder, "objects/object");
  t.is((await stat(object)).mode & 0o777, 0o600);
  t.is(await readFile(object, "utf8"), "audio");
  t.false(await store.fetchTo("another", join(folder, "nothing")));
});

test("a file that can have no more links is copied", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "speech-filesystem-store-"));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const store = await openFilesystemStore(join(folder, "objects"));
  await writeFile(join(folder, "upload"), "audio");
  await store.putFile("first", join(folder, "upload"), "audio/wav");
  const original = join(folder, "objects/first");
  if (!(await exhaustLinks(original, folder))) t.log("This file system has no such limit.");
  t.true(await store.copy("first", "second"));
  t.true(await store.fetchTo("second", join(folder, "fetched")));
  t.true(await store.fetchTo("first", join(folder, "fetched-first")));
  for (const path of ["objects/second", "fetched", "fetched-first"]) {
    t.is(await readFile(join(folder, path), "utf8"), "audio");
  }
  t.true((await stat(original)).nlink <= mostLinks);
});
