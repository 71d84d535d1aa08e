import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, posix } from "node:path";
import test from "ava";
import { z } from "zod";
import { jobContracts } from "#src/jobs/catalogue.ts";
import { queueNames } from "#src/jobs/contract.ts";
import { forbidden, permitted, refused } from "#test/support/planted-imports.ts";

const project = join(import.meta.dirname, "..");

/** A room of the house: its files, what of ours they may import, and what they may import as types only. */
interface Room {
  readonly files: RegExp;
  readonly imports: readonly RegExp[];
  readonly types?: readonly RegExp[];
  /** The packages that are allowed; all but those of HTTP when absent. */
  readonly packages?: RegExp;
}

const errors = /^src\/errors\.ts$/;
/** The spans of traces, which every floor of the service may begin but the speech core. */
const spans = /^src\/spans\.ts$/;
const commandLine = /^src\/command-line\.ts$/;
const config = /^src\/config(\.ts$|\/)/;
const jobs = /^src\/jobs\//;
const platform = /^src\/platform\//;
/** The ways in which work in one process waits; they open nothing outside. */
const waiting = /^src\/platform\/async\//;
/** All but the folders of single payment providers. */
const providers = /^src\/providers\/(?!payments\/[^/]+\/)/;
const domain = /^src\/domain\//;
/** The part of the speech core that reads texts, by which the domain tells their price. */
const readsTexts = /^workers\/speech\/text\//;
const schema =
  /^db\/((account|billing|contact|credential|document|engine|model|operation|usage|voice|webhook)-)?schema\.ts$/;
const prepared = /^db\/prepared\.ts$/;
const database = /^db\//;
const apiFloor = /^src\/api\/[^/]+\.ts$/;
const validation = /^src\/api\/validation\//;
/** The folders of the API that are no resource. */
const apiShared =
  /^src\/api\/((http|openapi|bodies|uploads|callbacks|callers|limits|results|sockets|validation)\/|dialects\/[^/]+\.ts$)/;
/** The resources that the dialects present in other words. */
const presented = /^src\/api\/(speech|voices)\//;
const programs = /^src\/(admin|migrate|standalone)(\.ts$|\/)/;
const models = /^src\/models\//;
const wyoming = /^src\/wyoming(\.ts$|\/)/;
const forWyoming =
  /^(src\/(platform\/(logger|shutdown|metrics\/[\w-]+)|domain\/speech\/written-text)|sdk\/[\w-]+)\.ts$/;
const harness = /^harness\//;
/** The code that tests, measurements and the fault suite try. */
const product = /^(src|workers|db|sandbox|tools|web|web-docs|web-tools|sdk|sdk-tools|examples)\//;
const engine = /^workers\/speech\/engine\.ts$/;
/** The parts of the client for TypeScript and of the documentation that the pages use, too: errors, zips, live transcription, the search. */
const sharedClient = /^(sdk\/(input-problems|errors|zip|live-[a-z]+)|web-docs\/src\/browser\/fetch-search)\.ts$/;
const openApi = /^(src\/api\/|tools\/openapi-document\.ts$)/;
const anyPackage = /./;
const notHttp = /^(?!koa$|@koa\/)/;

/** The floors of the speech core, from below: a folder knows the lower floors and itself, and an engine knows all of these. */
const floors = [["process"], ["audio", "text", "servers"], ["alignment"], ["recognition", "synthesis"], ["live"]];
const inSpeech = (folders: readonly string[]): RegExp => new RegExp(`^workers/speech/(${folders.join("|")})/`);

/** The first room whose pattern fits is the file's room. */
const rooms: readonly Room[] = [
  { files: errors, imports: [] },
  { files: spans, imports: [errors] },
  { files: commandLine, imports: [] },
  { files: config, imports: [/^src\/config\//] },
  { files: jobs, imports: [jobs], packages: /^zod$/ },
  { files: /^src\/platform\/resources\.ts$/, imports: [errors, spans, config, jobs, platform, schema, prepared] },
  { files: platform, imports: [errors, spans, jobs, platform, schema, prepared], types: [config] },
  { files: /^src\/providers\//, imports: [errors, platform, validation, providers, schema], types: [config] },
  {
    files: domain,
    imports: [errors, spans, jobs, domain, schema, prepared, readsTexts],
    types: [config, platform, providers],
  },
  {
    files: /^src\/api\/(main|server)\.ts$/,
    imports: [/^src\/(?!providers\/)/, providers, database],
    packages: anyPackage,
  },
  {
    files: /^src\/api\/dialects\//,
    imports: [errors, spans, jobs, providers, domain, schema, apiFloor, apiShared, presented],
    types: [config, platform],
    packages: anyPackage,
  },
  {
    files: /^src\/api\//,
    imports: [errors, spans, jobs, providers, domain, schema, apiFloor, apiShared, waiting],
    types: [config, platform],
    packages: anyPackage,
  },
  { files: /^src\/models(\.ts$|\/)/, imports: [commandLine, config, models, /^tools\/models\//] },
  { files: /^tools\/models\//, imports: [/^tools\/models\//, /^src\/models\/model-error\.ts$/] },
  { files: wyoming, imports: [config, forWyoming, wyoming] },
  { files: programs, imports: [errors, commandLine, config, jobs, platform, domain, database, models, programs] },
  { files: engine, imports: [], types: [/^src\/domain\/speech\/\w+-options\.ts$/] },
  ...floors.flatMap((folders, index) =>
    folders.map((folder) => ({
      files: inSpeech([folder]),
      imports: [errors, waiting, engine, inSpeech([...floors.slice(0, index).flat(), folder])],
    })),
  ),
  { files: /^workers\/speech\/engines\//, imports: [errors, waiting, engine, inSpeech(floors.flat())] },
  { files: /^workers\/speech\//, imports: [errors, waiting, /^workers\/speech\//] },
  {
    files: /^workers\//,
    imports: [errors, spans, config, jobs, platform, providers, domain, database, models, /^workers\//],
  },
  { files: database, imports: [database] },
  {
    files: /^sandbox\//,
    imports: [config, /^src\/platform\/(logger|shutdown)\.ts$/, waiting, /^sandbox\//],
    packages: anyPackage,
  },
  {
    files: /^web\/src\/(api|components|pages)\//,
    imports: [/^web\/src\/(api|components)\//, /^web\/src\/(format\.ts$|messages\/)/, sharedClient],
    packages: /^(?!node:)/,
  },
  { files: /^web\/src\//, imports: [/^web\/src\//, sharedClient], packages: /^(?!node:)/ },
  { files: /^web\/docs\/src\/browser\//, imports: [/^web\/docs\/src\/browser\//], packages: /^(?!node:)/ },
  { files: /^web\/docs\//, imports: [/^web-docs\/pages\.ts$/] },
  { files: /^(web|sdk)\/tools\//, imports: [config, openApi, /^sdk\/(tools\/|zip\.ts$)/], packages: anyPackage },
  { files: /^tools\//, imports: [commandLine, config, models, /^src\/api\//, /^(web|sdk)-tools\//, /^tools\//] },
  { files: /^examples\//, imports: [], packages: anyPackage },
  { files: harness, imports: [product, harness], packages: anyPackage },
  { files: /^bench\//, imports: [product, harness, /^bench\//], packages: anyPackage },
  { files: /^faults\//, imports: [product, harness, /^faults\//], packages: anyPackage },
  { files: /^test\/bench\//, imports: [product, harness, /^(test|bench)\//], packages: anyPackage },
  { files: /^test\/faults\//, imports: [product, harness, /^(test|faults)\//], packages: anyPackage },
  { files: /^test\//, imports: [product, harness, /^test\//], packages: anyPackage },
];

/** The folder of the one payment provider, and the file that chooses it. */
const razorpay = /^src\/providers\/payments\/(razorpay\/|chosen\.ts$)/;

interface Import {
  readonly target: string;
  readonly typeOnly: boolean;
}

/** The imports of a source text: static, re-exported and dynamic ones. */
function importsOf(source: string): readonly Import[] {
  const fixed = [...source.matchAll(/^(?:import|export)\s+(type\s)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"/gm)];
  const dynamic = [...source.matchAll(/\bimport\(\s*()"([^"]+)"/g)];
  return [...fixed, ...dynamic].map(([, type = "", target = ""]) => ({ target, typeOnly: type !== "" }));
}

/** The file that an import of ours leads to. */
const pathOf = (target: string): string => target.replace(/^#web\//, "web/src/").replace(/^#/, "");

/** The imports that a file may not have, as "file imports target". */
function forbiddenImports(file: string, source: string): readonly string[] {
  const room = rooms.find(({ files }) => files.test(file));
  if (room === undefined) return [`${file} is in no room`];
  const allowed = ({ target, typeOnly }: Import): boolean => {
    const path = target.startsWith("#") ? pathOf(target) : posix.join(posix.dirname(file), target);
    if (target.startsWith("../")) return false;
    if (!target.startsWith("#") && !target.startsWith("./")) return (room.packages ?? notHttp).test(target);
    const sameFolder =
      target.startsWith("./") && /^(src\/(api|providers)|web\/src\/pages|workers\/speech\/engines)\//.test(file);
    return sameFolder || [...room.imports, ...(typeOnly ? (room.types ?? []) : [])].some((one) => one.test(path));
  };
  return importsOf(source)
    .filter((one) => !allowed(one))
    .map(({ target }) => `${file} imports ${target}`);
}

/** The project's TypeScript files below some folders, with their texts. */
async function sources(...folders: readonly string[]): Promise<readonly (readonly [file: string, source: string])[]> {
  const files = (await Promise.all(folders.map((folder) => filesIn(folder, true)))).flat();
  return Promise.all(files.map(async (file) => [file, await readFile(join(project, file), "utf8")] as const));
}

async function filesIn(folder: string, recursive = false): Promise<readonly string[]> {
  const entries = await readdir(join(project, folder), { recursive });
  return entries
    .filter((entry) => /\.tsx?$/.test(entry))
    .map((entry) => posix.join(folder, entry))
    .toSorted();
}

/** The folders of our TypeScript. */
const folders = [
  "src",
  "workers",
  "db",
  "sandbox",
  "tools",
  "web/src",
  "web/docs/src",
  "web/tools",
  "sdk/tools",
  "examples",
  "harness",
  "bench",
  "faults",
  "test",
];

test("imports go one way only", async (t) => {
  const found = await sources(...folders);
  t.true(found.length > 10);
  t.deepEqual(
    found.flatMap(([file, source]) => forbiddenImports(file, source)),
    [],
  );
});

test("no import climbs to a parent folder", async (t) => {
  const found = await sources(...folders);
  const climbs = (source: string): boolean => importsOf(source).some(({ target }) => /^\.\.(\/|$)/.test(target));
  t.deepEqual(
    found.flatMap(([file, source]) => (climbs(source) ? [file] : [])),
    [],
  );
});

test("only src/config.ts reads the environment", async (t) => {
  const found = await sources("src", "workers", "db", "sandbox");
  const readers = found.filter(([, source]) => /\bprocess\.env\b/.test(source)).map(([file]) => file);
  t.deepEqual(readers, ["src/config.ts"]);
});

test("only the folder of a payment provider and the line that chooses it name it", async (t) => {
  const found = await sources("src/api", "src/domain", "src/jobs", "src/platform", "src/providers", "workers");
  const named = found.filter(([, source]) => /razorpay/i.test(source)).map(([file]) => file);
  t.true(named.length > 1);
  t.deepEqual(
    named.filter((file) => !razorpay.test(file)),
    [],
  );
});

test("every job has its contract's file and its handler, and every queue its process", async (t) => {
  const names = jobContracts.map(({ name }) => name).toSorted();
  const namesIn = async (folder: string) => (await filesIn(folder)).map((file) => basename(file, ".ts"));
  t.deepEqual(
    (await namesIn("src/jobs")).filter((name) => name !== "catalogue" && name !== "contract"),
    names,
  );
  const workerFiles = new Set(await filesIn("workers", true));
  t.deepEqual(
    jobContracts.filter(({ name, queue }) => !workerFiles.has(`workers/${queue}/${name}.ts`)),
    [],
  );

  const procfile = await readFile(join(project, "Procfile"), "utf8");
  const processes = procfile.match(/^\w+: node workers\/\w+\.ts$/gm) ?? [];
  const expected = [...queueNames, "maintenance", "live"].map((name) => `${name}: node workers/${name}.ts`);
  t.deepEqual(processes.toSorted(), expected.toSorted());
  const started = processes.map((line) => line.replace(/^.* /, ""));
  t.deepEqual(
    await filesIn("workers").then((files) => files.filter((file) => started.includes(file))),
    started.toSorted(),
  );
});

test("a planted violation of each row of the table is found", (t) => {
  for (const [file, source] of forbidden) t.is(forbiddenImports(file, source).length, 1, `${file}: ${source}`);
  for (const [file, source] of permitted.slice(0, 2)) t.deepEqual(forbiddenImports(file, source), []);
});

test("lint finds every planted violation and nothing else", async (t) => {
  const directory = await mkdtemp(join(tmpdir(), "speech-service-lint-"));
  t.teardown(() => rm(directory, { recursive: true }));
  for (const name of [".oxlintrc.json", "package.json", "tsconfig.json", "src/config.ts", "src/config"]) {
    await cp(join(project, name), join(directory, name), { recursive: true });
  }
  await symlink(join(project, "node_modules"), join(directory, "node_modules"));
  for (const [file, source] of [...forbidden, ...refused, ...permitted]) {
    await mkdir(dirname(join(directory, file)), { recursive: true });
    await writeFile(join(directory, file), `${source}\n`);
  }

  const found = await lint(directory);
  for (const [file] of forbidden) t.true(found.has(`${file} eslint(no-restricted-imports)`), file);
  for (const [file, , rule] of refused) t.true(found.has(`${file} ${rule}`), `${file} ${rule}`);
  for (const [file] of permitted)
    t.false(
      [...found].some((one) => one.startsWith(`${file} `)),
      file,
    );
});

const lintReport = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) });

/** The findings of lint in a folder, each as "file rule". */
async function lint(directory: string): Promise<ReadonlySet<string>> {
  const oxlint = join(project, "node_modules/.bin/oxlint");
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(process.execPath, [oxlint, "--format=json"], { cwd: directory }, (_error, stdout) => resolve(stdout));
  const { diagnostics } = lintReport.parse(JSON.parse(await promise));
  return new Set(diagnostics.map(({ filename, code }) => `${filename} ${code}`));
}
