import { chmod, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { type CatalogueEntry, readCatalogue } from "#src/models/catalogue.ts";
import { exportTo, importFrom, list, pull, pullConfigured, remove, verify } from "#src/models/commands.ts";
import { findPython } from "#src/models/program.ts";
import { contextOf, fakePip, smallModel, systemPath, temporaryFolder, withPath } from "#test/models/support.ts";

/** A Python that makes environments with itself in them; what it installs it notes in `installed` beside it. */
const python = (folder: string, script: string): string => `#!/bin/sh
case "$*" in
  *"-m venv"*) mkdir -p "$3/bin" && cp '${folder}/bin/python3' "$3/bin/python" ;;
  *"pip install"*) echo "$@" >> '${folder}/installed' ;;
esac
${script}
`;

interface Prepared {
  readonly folder: string;
  readonly path: string;
  readonly entry: CatalogueEntry & { readonly program: NonNullable<CatalogueEntry["program"]> };
  readonly context: ReturnType<typeof contextOf>;
}

async function prepare(t: ExecutionContext, script = ""): Promise<Prepared> {
  const folder = await temporaryFolder(t);
  const { entry, wheel } = smallModel();
  const bin = await fakePip(folder, { "small-1.0-py3-none-any.whl": wheel });
  await usePython(folder, script);
  const whole = {
    ...entry,
    program: { name: "tool", pypi: ["server==1.0", "library==2.0"], module: "server", size: 1000 },
  };
  return { folder, path: `${bin}:${systemPath}`, entry: whole, context: contextOf(join(folder, "models"), [whole]) };
}

async function usePython(folder: string, script: string): Promise<void> {
  await writeFile(join(folder, "bin/python3"), python(folder, script));
  await chmod(join(folder, "bin/python3"), 0o755);
}

test.serial(
  "a pull installs the files and the program, a second one changes nothing, and remove removes both",
  async (t) => {
    const { folder, path, entry, context } = await prepare(t);
    const modelFolder = join(folder, "models", "small");
    await withPath(path, async () => {
      t.deepEqual(await pull([], context), [`small is installed in ${modelFolder}.`]);
      const program = join(folder, "models", ".programs", "tool");
      t.deepEqual((await readdir(modelFolder)).toSorted(), ["graph.onnx", "model.json", "tokens.txt"]);
      t.deepEqual(await readdir(join(folder, "models")), [".programs", "small"]);
      t.is(await readFile(join(program, "requirements.txt"), "utf8"), "server==1.0\nlibrary==2.0\n");
      const installed = await readFile(join(folder, "installed"), "utf8");
      t.regex(installed, /^-m pip install --no-deps --only-binary=:all: .* server==1\.0 library==2\.0\n$/);
      t.is(await findPython(join(folder, "models"), "tool"), join(program, "bin/python"));
      t.deepEqual(await pull([], context), ["small is already installed."]);
      t.deepEqual(await pullConfigured([], context), []);
      t.deepEqual(await verify([], context), ["small is unchanged since its installation."]);
      const later = { ...entry, program: { ...entry.program, pypi: ["server==1.1"] } };
      const renewed = contextOf(join(folder, "models"), [later]);
      t.regex((await list([], renewed))[0] ?? "", /^small {2}no program /);
      t.is((await pullConfigured([], renewed)).length, 1);
      t.is(await readFile(join(program, "requirements.txt"), "utf8"), "server==1.1\n");
      t.is(await readFile(join(folder, "calls"), "utf8"), "call\n", "the files were downloaded once");
      t.deepEqual(await remove(["small"], context), ["small is removed."]);
      t.deepEqual(await readdir(join(folder, "models", ".programs")), []);
    });
  },
);

test.serial("two models of one program have it once, and it is removed with the last of them", async (t) => {
  const { folder, path, entry } = await prepare(t);
  const other = smallModel("other");
  await fakePip(folder, { "other-1.0-py3-none-any.whl": other.wheel });
  const context = contextOf(join(folder, "models"), [entry, { ...other.entry, program: entry.program }]);
  await withPath(path, async () => {
    t.is((await pull([], context)).length, 2);
    t.is((await readFile(join(folder, "installed"), "utf8")).split("\n").length, 2, "one line");
    const ofAnotherRelease = join(folder, "models", ".programs", "other-tool");
    await mkdir(ofAnotherRelease);
    await remove(["small"], context);
    t.not(await findPython(join(folder, "models"), "tool"), null);
    t.deepEqual(await verify(["other"], context), ["other is unchanged since its installation."]);
    await remove(["other"], context);
    t.is(await findPython(join(folder, "models"), "tool"), null);
    t.deepEqual(await readdir(ofAnotherRelease), [], "a program that the catalogue does not know is kept");
  });
});

test.serial("a program that does not start any more is named by verify and repaired by a pull", async (t) => {
  const { folder, path, context } = await prepare(t);
  await withPath(path, async () => {
    await pull([], context);
    const broken = join(folder, "models/.programs/tool/bin/python");
    await writeFile(broken, "#!/bin/sh\necho 'No module named server' >&2; exit 1\n");
    await t.throwsAsync(verify([], context), {
      message: "The program of small does not start (No module named server). Run: npm run models -- pull small",
    });
    t.is((await pull([], context)).length, 1);
    await rm(join(folder, "models/.programs/tool"), { recursive: true });
    await t.throwsAsync(verify(["small"], context), {
      message: "The program of small is not installed. Run: npm run models -- pull small",
    });
    t.is(await findPython(join(folder, "models"), "tool"), null);
  });
});

test.serial(
  "without Python, without venv, and where pip fails a pull says what to do and keeps the files",
  async (t) => {
    const { folder, path, context } = await prepare(t);
    const cases = [
      [
        "echo 'The virtual environment was not created successfully because ensurepip is not available.'; exit 1",
        /^Python's venv is missing, which installs small\. Install it: apt-get install python3-venv$/,
      ],
      [
        `case "$*" in *"pip install"*) echo 'WARNING: Retrying after NewConnectionError' >&2; exit 1 ;; esac`,
        /^The program of small could not be installed: the package index does not answer\. Check the network/,
      ],
      [
        `case "$*" in *"-c import"*) echo 'ImportError: libgomp.so.1' >&2; exit 1 ;; esac`,
        /^The program of small does not start: ImportError: libgomp\.so\.1$/,
      ],
    ] as const;
    for (const [script, message] of cases) {
      await usePython(folder, script);
      await withPath(path, () => t.throwsAsync(pull([], context), { message }));
      t.deepEqual(await readdir(join(folder, "models")), ["small"]);
      t.deepEqual((await readdir(join(folder, "models/small"))).toSorted(), ["graph.onnx", "model.json", "tokens.txt"]);
    }
    t.is(await readFile(join(folder, "calls"), "utf8"), "call\n", "the files were downloaded once");
    await rm(join(folder, "bin/python3"));
    await withPath(join(folder, "bin"), () =>
      t.throwsAsync(pull([], context), {
        message: "Python 3 is missing, which runs small. Install it: apt-get install python3 python3-venv",
      }),
    );
  },
);

test.serial("a bundle has no program, and names its source", async (t) => {
  const { folder, path, entry, context } = await prepare(t);
  const bundle = join(folder, "models.tar");
  const remark =
    "The program of small is not in the bundle. Where a package index can be reached, run: npm run models -- pull small";
  await withPath(path, async () => {
    await pull([], context);
    t.is((await exportTo([bundle], context)).at(-1), remark);
    await mkdir(join(folder, "other"));
    const other = contextOf(join(folder, "other"), [entry]);
    const modelFolder = join(folder, "other", "small");
    t.deepEqual(await importFrom([bundle], other), [`small is installed in ${modelFolder}.`, remark]);
    t.deepEqual((await readdir(modelFolder)).toSorted(), ["graph.onnx", "model.json", "tokens.txt"]);
    await pull([], other);
    t.is(await readFile(join(folder, "calls"), "utf8"), "call\n", "the files were not downloaded again");
  });
});

test("every package of a program in the catalogue is pinned", async (t) => {
  const whisper = (await readCatalogue()).find(({ name }) => name === "whisper-tiny.en");
  const { pypi, module } = whisper?.program ?? {};
  t.is(module, "ctranslate2");
  t.deepEqual(pypi, ["ctranslate2==4.8.5", "numpy==2.4.6"]);
});
