import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { Header } from "tar";
import { exportTo, importFrom, remove } from "#src/models/commands.ts";
import { completeInstallation } from "#src/models/install-model.ts";
import { contextOf, smallModel, temporaryFolder, reversed } from "#test/models/support.ts";

const model = smallModel();

/** A folder of models with the small one in it, and the commands' context there. */
async function installed(t: ExecutionContext) {
  const folder = await temporaryFolder(t);
  const directory = join(folder, "models");
  const built = join(directory, "built");
  await mkdir(built, { recursive: true });
  for (const [path, bytes] of Object.entries(model.files)) await writeFile(join(built, path), bytes);
  await completeInstallation(model.entry, built, directory);
  return { folder, directory, context: contextOf(directory, [model.entry]) };
}

interface TarEntry {
  readonly path: string;
  readonly bytes?: Buffer;
  readonly type?: "File" | "SymbolicLink" | "Link" | "Directory" | "FIFO";
  readonly linkpath?: string;
  readonly declaredSize?: number;
}

/** A tar archive of unknown origin. */
function tarOf(entries: readonly TarEntry[]): Buffer {
  const blocks = entries.flatMap(({ path, bytes = Buffer.alloc(0), type = "File", linkpath, declaredSize }) => {
    const block = Buffer.alloc(512);
    const size = declaredSize ?? bytes.length;
    new Header({ path, type, size, mode: 0o644, ...(linkpath === undefined ? {} : { linkpath }) }).encode(block);
    return [block, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

test("what was exported is imported on another machine, byte for byte", async (t) => {
  const { folder, directory, context } = await installed(t);
  const file = join(folder, "bundle.tar");
  const [line = ""] = await exportTo([file], context);
  t.true(line.includes("holds small."));
  const there = join(folder, "there");
  const said = await importFrom([file], contextOf(there, [model.entry]));
  t.deepEqual(said, [`small is installed in ${join(there, "small")}.`]);
  for (const name of await readdir(join(directory, "small")))
    t.deepEqual(await readFile(join(there, "small", name)), await readFile(join(directory, "small", name)), name);
  t.deepEqual(await readdir(there), ["small"]);
});

test("a model that is missing or damaged is not exported", async (t) => {
  const { folder, directory, context } = await installed(t);
  const file = join(folder, "bundle.tar");
  await writeFile(join(directory, "small", "tokens.txt"), "tokens of SMALL");
  await t.throwsAsync(exportTo([file], context), { message: /^tokens\.txt of small is damaged/ });
  await remove(["small"], context);
  await t.throwsAsync(exportTo([file, "small"], context), { message: /^small is not installed\./ });
  await t.throwsAsync(exportTo([file], context), { message: /^No model is installed in / });
  t.deepEqual(await readdir(folder), ["models"]);
});

const manifest = async (directory: string) => readFile(join(directory, "small", "model.json"));

test("a bundle with a hostile or foreign name, a link or a file of another size is refused whole", async (t) => {
  const { folder, directory } = await installed(t);
  const whole: readonly TarEntry[] = [
    { path: "small/model.json", bytes: await manifest(directory) },
    ...Object.entries(model.files).map(([path, bytes]) => ({ path: `small/${path}`, bytes })),
  ];
  const bytes = Buffer.from("x");
  const hostile: readonly TarEntry[] = [
    { path: "../outside", bytes },
    { path: "small/../../outside", bytes },
    { path: "/tmp/speech-service-outside", bytes },
    { path: "other/model.json", bytes },
    { path: "small/other.onnx", bytes },
    { path: "small/below/tokens.txt", bytes },
    { path: "small/tokens.txt", type: "SymbolicLink", linkpath: "/etc/passwd" },
    { path: "small/tokens.txt", type: "Link", linkpath: "/etc/passwd" },
    { path: "small/tokens.txt", type: "FIFO" },
    { path: "small", type: "SymbolicLink", linkpath: "/tmp" },
    { path: "small/graph.onnx", bytes: Buffer.alloc(100_000) },
    { path: "small/tokens.txt", bytes },
  ];
  for (const entry of hostile) {
    const file = join(folder, "hostile.tar");
    const target = join(folder, "there");
    for (const entries of [
      [...whole, entry],
      [entry, ...whole],
    ]) {
      await writeFile(file, tarOf(entries));
      const label = `${entry.path} ${entry.type ?? ""}`;
      await t.throwsAsync(
        importFrom([file], contextOf(target, [model.entry])),
        { message: /Nothing was imported\.|cannot be read/ },
        label,
      );
      t.deepEqual(await readdir(target), [], label);
    }
  }
  t.deepEqual((await readdir(folder)).toSorted(), ["hostile.tar", "models", "there"]);
});

test("a bundle with other bytes, of another catalogue, truncated or of no models is refused whole", async (t) => {
  const { folder, directory } = await installed(t);
  const described = { path: "small/model.json", bytes: await manifest(directory) };
  const files = Object.entries(model.files).map(([path, bytes]) => ({ path: `small/${path}`, bytes }));
  const other = smallModel("small2");
  const forged = JSON.stringify({
    ...JSON.parse(described.bytes.toString()),
    files: other.entry.files.map(({ path, size, sha256 }) => ({ path, size, sha256 })),
  });
  const cases = [
    [
      tarOf([described, ...files.map(({ path, bytes }) => ({ path, bytes: reversed(bytes) }))]),
      /is damaged: .*SHA-256/,
    ],
    [tarOf([described, ...files.slice(1)]), /is damaged: graph\.onnx of small: it is missing/],
    [tarOf([{ path: described.path, bytes: Buffer.from("{}") }, ...files]), /not the description of a model/],
    [tarOf([{ path: described.path, bytes: Buffer.from(forged) }, ...files]), /is damaged/],
    [tarOf(files), /it contains no model/],
    [tarOf([described, ...files]).subarray(0, 1500), /cannot be read|is damaged|not a bundle/],
    [Buffer.from("no archive at all"), /cannot be read|contains no model/],
    [Buffer.alloc(0), /cannot be read|contains no model/],
  ] as const;
  for (const [bytes, message] of cases) {
    const file = join(folder, "wrong.tar");
    const target = join(folder, "there");
    await writeFile(file, bytes);
    await t.throwsAsync(importFrom([file], contextOf(target, [model.entry])), { message });
    t.deepEqual(await readdir(target), []);
  }
  await t.throwsAsync(importFrom([join(folder, "missing.tar")], contextOf(folder, [model.entry])), {
    message: /missing\.tar/,
  });
});
