import { mkdtemp, readdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { createSharedFiles } from "#src/api/http/shared-files.ts";
import { insertSpoken } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";

const content = "0123456789abcdefghij";
const service = await startService();
const { key, userId } = await service.account();
const audioPath = async (): Promise<string> =>
  `/v1/speech/requests/${await insertSpoken(service.resources, userId, content)}/audio`;
const spoken = await audioPath();
const [built = ""] = await readdir(join(import.meta.dirname, "../../web/dist/assets"));
test.after.always(() => service[Symbol.asyncDispose]());

const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
  service.call(method, path, { key, headers });

for (const path of ["/openapi.json", "/docs", "/docs/scalar.js", `/assets/${built.replace(/\.gz$/, "")}`, spoken]) {
  test(`who has ${path} already gets no bytes of it again`, async (t) => {
    const first = await get(path);
    const etag = first.headers.get("etag") ?? "";
    t.regex(etag, /^"[\w-]{22}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      for (const method of ["GET", "HEAD"]) {
        const again = await get(path, { "if-none-match": known }, method);
        t.deepEqual([again.status, again.bytes.length], [304, 0], known);
        for (const name of ["etag", "cache-control"]) t.is(again.headers.get(name), first.headers.get(name));
        t.is(again.headers.get("content-type"), null);
      }
    }
    const other = await get(path, { "if-none-match": '"other"' });
    t.is(other.status, 200);
    t.deepEqual(other.bytes, first.bytes);
  });
}

test("other audio has another entity tag", async (t) => {
  const [one, other] = [await get(spoken), await get(await audioPath())];
  t.not(one.headers.get("etag"), other.headers.get("etag"));
});

test("a range is given to those who have the rest of the same audio", async (t) => {
  const etag = (await get(spoken)).headers.get("etag") ?? "";
  const part = await get(spoken, { range: "bytes=10-", "if-range": etag });
  t.deepEqual([part.status, part.bytes.toString()], [206, content.slice(10)]);
  t.is(part.headers.get("etag"), etag);
});

test("all of it is given to those who have the rest of another one", async (t) => {
  const etag = (await get(spoken)).headers.get("etag") ?? "";
  for (const old of ['"other"', `W/${etag}`, "Sat, 21 Nov 2026 10:00:00 GMT", "nonsense"]) {
    for (const range of ["bytes=10-", "bytes=4000-"]) {
      const { status, headers, bytes } = await get(spoken, { range, "if-range": old });
      t.deepEqual([status, bytes.toString(), headers.get("content-range")], [200, content, null], old);
    }
  }
});

test("HEAD knows no ranges", async (t) => {
  for (const range of ["bytes=0-3", "bytes=4000-"]) {
    const { status, headers } = await get(spoken, { range }, "HEAD");
    t.is(status, 200);
    t.is(headers.get("content-length"), `${content.length}`);
    t.is(headers.get("content-range"), null);
  }
});

test("a file is read once, and again when it was rewritten, replaced or removed", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "speech-files-"));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "page.html");
  const files = createSharedFiles();
  t.is(await files.read(path), null);
  await writeFile(path, "one");
  const [first, same] = await Promise.all([files.read(path), files.read(path)]);
  t.is(first?.content, same?.content, "one buffer");
  t.is((await files.read(path))?.content, first?.content);
  await writeFile(path, "two");
  await utimes(path, 1, 1);
  t.is((await files.read(path))?.content.toString(), "two");
  const other = join(folder, "other.html");
  await writeFile(other, "six");
  await utimes(other, 1, 1);
  await rename(other, path);
  t.is((await files.read(path))?.content.toString(), "six");
  await rm(path);
  t.is(await files.read(path), null);
});
