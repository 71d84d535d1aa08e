import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { speechVersion } from "#workers/synthesis/speech-version.ts";

const root = join(import.meta.dirname, "../..");

/** A copy of the code that speaks, and a function that changes one of its files and returns the new version. */
async function copyOfProject() {
  const directory = await mkdtemp(join(tmpdir(), "speech-version-"));
  for (const path of ["workers", "src/domain/speech", "src/domain/pronunciation", "package.json"])
    await cp(join(root, path), join(directory, path), { recursive: true });
  const change = async (path: string, edit: (text: string) => string) => {
    const before = await readFile(join(directory, path), "utf8");
    const after = edit(before);
    if (before === after) throw new Error(`${path} was not changed.`);
    await writeFile(join(directory, path), after);
    return speechVersion([], directory);
  };
  const remove = () => rm(directory, { recursive: true, force: true });
  return { version: await speechVersion([], directory), change, remove };
}

test("comments, recognition and unrelated packages leave the version of the speech as it is", async (t) => {
  const { version, change, remove } = await copyOfProject();
  t.teardown(remove);
  t.is(await speechVersion([], root), version, "it does not depend on the folder");
  const unchanged = [
    await change(
      "workers/speech/synthesizer.ts",
      (text) => `/**\n * A comment\n * of two lines.\n */\n// Another.\n${text}`,
    ),
    await change("workers/transcription.ts", (text) => `${text}export const more = 1;\n`),
    await change("workers/runtime/run.ts", (text) => `${text}export const more = 1;\n`),
    await change("workers/speech/recognition/find-speech.ts", (text) => `${text}export const more = 1;\n`),
    await change("package.json", (text) => text.replace(/"koa": "[^"]+"/, '"koa": "99.0.0"').replace("0.1.0", "0.2.0")),
  ];
  t.deepEqual(
    unchanged,
    unchanged.map(() => version),
  );
});

test("another reading of texts, host program, package or engine is another version of the speech", async (t) => {
  const { version, change, remove } = await copyOfProject();
  t.teardown(remove);
  const versions = [
    version,
    await change("workers/speech/text/readers/dates.ts", (text) => `${text}export const more = 1;\n`),
    await change("workers/speech/engines/kokoro/host-program.ts", (text) => `${text}export const more = 1;\n`),
    await change("src/domain/speech/ssml/parse-ssml.ts", (text) => `${text}export const more = 1;\n`),
    await change("src/domain/speech/plain-parts.ts", (text) => `${text}export const more = 1;\n`),
    await change("src/domain/pronunciation/respell.ts", (text) => `${text}export const more = 1;\n`),
    await change("package.json", (text) => text.replace(/"onnxruntime-node": "[^"]+"/, '"onnxruntime-node": "99.0.0"')),
  ];
  t.is(new Set(versions).size, versions.length);
});
