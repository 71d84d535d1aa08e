import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { entriesNamed, membersOf, readCatalogue } from "#src/models/catalogue.ts";
import { findInstalledModel } from "#src/models/installed.ts";
import { pull } from "#src/models/commands.ts";
import { kokoroVoices } from "#workers/speech/engines/kokoro/voices.ts";
import { contextOf, temporaryFolder, withPath } from "./support.ts";

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
    const members = sources.flatMap((source) => {
      if ("shipped" in source) return [source.shipped];
      return "members" in source ? source.members.map(({ path }) => path) : [];
    });
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

test("the voices of the engine are those that the catalogue joins, in their order", async (t) => {
  const models = (await readCatalogue()).filter(({ loader }) => loader === "kokoro");
  t.is(models.length, 2);
  for (const { name, files } of models) {
    const from = files.find(({ path }) => path === "voices.bin")?.from ?? [];
    const names = [from].flat().map((path) => /([a-z]{2}_[a-z]+)\.bin$/.exec(path)?.[1]);
    t.deepEqual(names, [...kokoroVoices], name);
  }
});

test("models/files has the files that the catalogue names, with their licences, and no others", async (t) => {
  const named = entries.flatMap(({ sources }) =>
    sources.flatMap((source) => ("shipped" in source ? [source.shipped] : [])),
  );
  const found = await readdir(join(import.meta.dirname, "../../models/files"));
  t.deepEqual(found.toSorted(), [...new Set(named), "README.md"].toSorted());
  const page = await readFile(join(import.meta.dirname, "../../models/files/README.md"), "utf8");
  for (const name of named) t.true(page.includes(`\`${name}\``), name);
});

test("the speaker encoder is installed without pip, npm and a network, and twice", async (t) => {
  const directory = await temporaryFolder(t);
  const wanted = entries.filter(({ name }) => name === "ge2e-speaker-encoder");
  for (let pulls = 0; pulls < 2; pulls += 1) {
    await withPath("/nonexistent", () => pull(["ge2e-speaker-encoder"], contextOf(directory, wanted)));
    const found = await findInstalledModel(directory, "ge2e-speaker-encoder");
    t.deepEqual(Object.keys(found?.files ?? {}), ["encoder.onnx"]);
    await rm(join(directory, "ge2e-speaker-encoder"), { recursive: true });
  }
});

test("a model that is not in the catalogue is refused by its name", (t) => {
  t.throws(() => entriesNamed(entries, ["default", "../etc"]), {
    message: /^The catalogue has no model \.\.\/etc\./,
  });
  const twice = entriesNamed(entries, ["silero-vad", "default"]);
  t.is(twice.length, 5);
});

test("whisper-base is two halves of one file, and neither it nor a smaller model takes a language in which it came out unusable", (t) => {
  const base = entries.find(({ name }) => name === "whisper-base");
  const sizes = base?.sources.flatMap((source) =>
    "members" in source ? source.members.filter(({ path }) => path.includes("model.bin")).map(({ size }) => size) : [],
  );
  t.deepEqual(sizes, [72_608_766, 72_608_766]);
  t.is(base?.files.find(({ path }) => path === "model.bin")?.size, 145_217_532);
  t.true(["de", "en", "es", "fr", "it", "pt"].every((tag) => base?.languages.includes(tag)));
  const smaller = entries.find(({ name }) => name === "whisper-tiny");
  for (const model of [base, smaller]) t.false(["hi", "ja", "ur"].some((tag) => model?.languages.includes(tag)));
});

test("docs/models.md describes every model of the catalogue", async (t) => {
  const page = await readFile(join(import.meta.dirname, "../../docs/models.md"), "utf8");
  for (const { name } of entries) t.true(page.includes(`\`${name}\``), name);
});
