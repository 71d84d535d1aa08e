import { cp, mkdir, readFile, rename, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { completeInstallation } from "#src/models/install-model.ts";
import { findInstalledModel, verifyInstalledModel } from "#src/models/installed.ts";
import { smallModel, temporaryFolder, reversed } from "#test/models/support.ts";

/** A folder of models in which the small one is installed. */
async function installed(t: ExecutionContext): Promise<string> {
  const directory = await temporaryFolder(t);
  const { entry, files } = smallModel();
  const built = join(directory, "built");
  await mkdir(built);
  for (const [path, bytes] of Object.entries(files)) await writeFile(join(built, path), bytes);
  await completeInstallation(entry, built, directory);
  return directory;
}

/** The problems reported for an installed model that cannot be used. */
async function damageOf(directory: string, name = "small"): Promise<readonly string[]> {
  const problems: string[] = [];
  const found = await findInstalledModel(directory, name, (problem) => problems.push(problem));
  return found === null ? problems : ["it is found"];
}

test("an installed model is found with the paths of its files", async (t) => {
  const directory = await installed(t);
  const found = await findInstalledModel(directory, "small");
  t.like(found, {
    name: "small",
    kind: "recognition",
    loader: "none",
    languages: ["en"],
    tier: "fast",
    memoryMb: null,
  });
  t.is(found?.directory, join(directory, "small"));
  t.is(found?.files["tokens.txt"], join(directory, "small", "tokens.txt"));
  t.truthy(await verifyInstalledModel(directory, "small"));
});

test("a folder without a description is not installed, and neither is a name that is a path", async (t) => {
  const directory = await installed(t);
  t.deepEqual(await damageOf(directory, "missing"), []);
  t.deepEqual(await damageOf(join(directory, "missing")), []);
  await mkdir(join(directory, "empty"));
  t.deepEqual(await damageOf(directory, "empty"), []);
  await symlink(directory, join(directory, "within"));
  t.deepEqual(await damageOf(join(directory, "small"), "../small"), []);
  t.is(await verifyInstalledModel(directory, "missing"), null);
});

test("missing, truncated and grown files are named, with what to do", async (t) => {
  const directory = await installed(t);
  const tokens = join(directory, "small", "tokens.txt");
  const remedy = "Run: npm run models -- pull small";
  await truncate(tokens, 3);
  t.deepEqual(await damageOf(directory), [`tokens.txt of small is damaged: it has 3 bytes instead of 15. ${remedy}`]);
  await writeFile(tokens, "sixteen bytes ..");
  t.deepEqual(await damageOf(directory), [`tokens.txt of small is damaged: it has 16 bytes instead of 15. ${remedy}`]);
  await rm(tokens);
  t.deepEqual(await damageOf(directory), [`tokens.txt of small is damaged: it is missing. ${remedy}`]);
});

test("a changed bit and swapped files are found when every byte is read", async (t) => {
  const directory = await installed(t);
  const [tokens, graph] = ["tokens.txt", "graph.onnx"].map((name) => join(directory, "small", name));
  if (tokens === undefined || graph === undefined) throw new Error("unreachable");
  const bytes = await readFile(tokens);
  await writeFile(tokens, Buffer.from([...bytes.subarray(0, -1), 0x7f]));
  t.deepEqual(await damageOf(directory), ["it is found"]);
  await t.throwsAsync(verifyInstalledModel(directory, "small"), {
    message: /^tokens\.txt of small is damaged: its SHA-256 is /,
  });
  await rename(graph, `${graph}.aside`);
  await rename(tokens, graph);
  await rename(`${graph}.aside`, tokens);
  t.is((await damageOf(directory)).length, 1);
  await t.throwsAsync(verifyInstalledModel(directory, "small"), { message: /is damaged: it has/ });
});

test("a description of nothing and of another model are refused", async (t) => {
  const directory = await installed(t);
  await cp(join(directory, "small"), join(directory, "other"), { recursive: true });
  t.deepEqual(await damageOf(directory, "other"), [
    "model.json of other is damaged: it describes small. Run: npm run models -- pull other",
  ]);
  await writeFile(join(directory, "small", "model.json"), '{"name":"small"');
  t.regex(
    (await damageOf(directory))[0] ?? "",
    /^model\.json of small is damaged: it is not the description of a model\./,
  );
  const escaping = JSON.stringify({
    ...smallModel().entry,
    sources: [],
    files: [{ path: "../x", size: 1, sha256: "0".repeat(64) }],
  });
  await writeFile(join(directory, "small", "model.json"), escaping);
  t.regex((await damageOf(directory))[0] ?? "", /not the description of a model/);
});

test("a file that is not the one of the catalogue is not put in place", async (t) => {
  const directory = await temporaryFolder(t);
  const { entry, files } = smallModel();
  const built = join(directory, "built");
  await mkdir(built);
  for (const [path, bytes] of Object.entries(files)) await writeFile(join(built, path), reversed(bytes));
  await t.throwsAsync(completeInstallation(entry, built, directory), {
    message: /^graph\.onnx of small is not what the catalogue describes: its SHA-256 is .* It was not installed\.$/,
  });
  t.is(await findInstalledModel(directory, "small"), null);
});
