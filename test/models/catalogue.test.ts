import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { entriesNamed, membersOf, readCatalogue } from "#src/models/catalogue.ts";

const entries = await readCatalogue();

test("every model has a name of its own, and every file of it", (t) => {
  const names = entries.map(({ name }) => name);
  t.deepEqual(names, [...new Set(names)]);
  for (const { name, files } of entries) t.is(new Set(files.map(({ path }) => path)).size, files.length, name);
});

test("the default set recognises English, finds voices, speaks, matches voices, and is pinned by size and hash", (t) => {
  const chosen = entriesNamed(entries, ["default"]);
  t.deepEqual(
    chosen.map(({ name }) => name),
    ["moonshine-tiny-en", "silero-vad", "kokoro-82m", "ge2e-speaker-encoder", "dnsmos"],
  );
  for (const { files, sources, tried, memoryMb } of chosen) {
    t.true(tried);
    t.truthy(memoryMb);
    for (const { size, sha256 } of [...files, ...sources]) t.true(size !== null && sha256 !== null);
  }
});

test("every file is made of members of the model's sources, which nothing else uses", (t) => {
  for (const { name, files, sources } of entries) {
    const used = files.flatMap(membersOf).toSorted();
    const members = sources.flatMap((source) => ("members" in source ? source.members.map(({ path }) => path) : []));
    if (members.length > 0) t.deepEqual(used, members.toSorted(), name);
    t.is(new Set(used).size, used.length, name);
  }
});

test("archives of other projects are the kind that can be unpacked, and their models count as never tried", (t) => {
  for (const { name, sources, tried, files } of entries) {
    for (const source of sources) {
      if (!("url" in source)) continue;
      t.false(tried, name);
      const archive = /\/([\w.-]+)\.tar\.bz2$/.exec(source.url)?.[1] ?? "";
      for (const from of files.flatMap(membersOf)) t.true(from.startsWith(`${archive}/`), `${name}: ${from}`);
    }
  }
});

test("a model that is not in the catalogue is refused by its name", (t) => {
  t.throws(() => entriesNamed(entries, ["default", "../etc"]), {
    message: /^The catalogue has no model \.\.\/etc\./,
  });
  const twice = entriesNamed(entries, ["silero-vad", "default"]);
  t.is(twice.length, 5);
});

test("docs/models.md describes every model of the catalogue", async (t) => {
  const page = await readFile(join(import.meta.dirname, "../../docs/models.md"), "utf8");
  for (const { name } of entries) t.true(page.includes(`\`${name}\``), name);
});
