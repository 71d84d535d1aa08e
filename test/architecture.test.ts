import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, posix } from "node:path";
import test from "ava";
import { z } from "zod";
import { jobContracts } from "#src/jobs/catalogue.ts";
import { queueNames } from "#src/jobs/contract.ts";

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
const commandLine = /^src\/command-line\.ts$/;
const config = /^src\/config(\.ts$|\/)/;
const jobs = /^src\/jobs\//;
const platform = /^src\/platform\//;
/** The ways in which work in one process waits; they open nothing outside. */
const waiting = /^src\/platform\/async\//;
/** All but the folders of single payment providers. */
const providers = /^src\/providers\/(?!payments\/[^/]+\/)/;
const domain = /^src\/domain\//;
const schema = /^db\/((account|billing|contact|credential|engine|model|operation|usage|voice|webhook)-)?schema\.ts$/;
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
/** The parts of the client for TypeScript that the pages use, too: what its errors say, and live transcription. */
const sharedClient = /^sdk\/(input-problems|errors|live-[a-z]+)\.ts$/;
const openApi = /^(src\/api\/|tools\/openapi-document\.ts$)/;
const anyPackage = /./;
const notHttp = /^(?!koa$|@koa\/)/;

/** The floors of the speech core, from below: a folder knows the lower floors and itself, and an engine knows all of these. */
const floors = [["process"], ["audio", "text", "servers"], ["alignment"], ["recognition", "synthesis"], ["live"]];
const inSpeech = (folders: readonly string[]): RegExp => new RegExp(`^workers/speech/(${folders.join("|")})/`);

/** The first room whose pattern fits is the file's room. */
const rooms: readonly Room[] = [
  { files: errors, imports: [] },
  { files: commandLine, imports: [] },
  { files: config, imports: [/^src\/config\//] },
  { files: jobs, imports: [jobs], packages: /^zod$/ },
  { files: /^src\/platform\/resources\.ts$/, imports: [errors, config, jobs, platform, schema, prepared] },
  { files: platform, imports: [errors, jobs, platform, schema, prepared], types: [config] },
  { files: /^src\/providers\//, imports: [errors, platform, validation, providers, schema], types: [config] },
  { files: domain, imports: [errors, jobs, domain, schema, prepared], types: [config, platform, providers] },
  {
    files: /^src\/api\/(main|server)\.ts$/,
    imports: [/^src\/(?!providers\/)/, providers, database],
    packages: anyPackage,
  },
  {
    files: /^src\/api\/dialects\//,
    imports: [errors, jobs, providers, domain, schema, apiFloor, apiShared, presented],
    types: [config, platform],
    packages: anyPackage,
  },
  {
    files: /^src\/api\//,
    imports: [errors, jobs, providers, domain, schema, apiFloor, apiShared, waiting],
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
  { files: /^workers\//, imports: [errors, config, jobs, platform, providers, domain, database, models, /^workers\//] },
  { files: database, imports: [database] },
  {
    files: /^sandbox\//,
    imports: [config, /^src\/platform\/(logger|shutdown)\.ts$/, waiting, /^sandbox\//],
    packages: anyPackage,
  },
  {
    files: /^web\/src\/(api|components|pages)\//,
    imports: [/^web\/src\/(api|components)\//, /^web\/src\/format\.ts$/, sharedClient],
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

/** One violation of each row of the table: where it is planted and what is forbidden there. */
const forbidden: readonly (readonly [file: string, source: string])[] = [
  ["src/errors.ts", 'import "#src/planted/ground.ts";'],
  ["src/command-line.ts", 'import "#src/errors.ts";'],
  ["src/config/a.ts", 'import "#src/errors.ts";'],
  ["src/standalone.ts", 'import "#src/api/app.ts";'],
  ["src/admin.ts", 'import "#workers/runtime/run.ts";'],
  ["src/admin/a.ts", 'import "#src/api/app.ts";'],
  ["src/wyoming/a.ts", 'import "#src/domain/voices/queries.ts";'],
  ["src/models.ts", 'import "#src/platform/postgres/postgres.ts";'],
  ["src/models/a.ts", 'import "#workers/runtime/run.ts";'],
  ["tools/models/a.ts", 'import "#src/models/catalogue.ts";'],
  ["workers/f.ts", 'import "#tools/models/protobuf.ts";'],
  ["src/jobs/a.ts", 'import "#src/errors.ts";'],
  ["src/jobs/b.ts", 'import "bullmq";'],
  ["src/platform/a.ts", 'import "#src/domain/voices/queries.ts";'],
  ["src/platform/b.ts", 'import { readConfig } from "#src/config.ts"; readConfig();'],
  ["src/platform/c.ts", 'import "#db/migrator.ts";'],
  ["src/domain/voices/a.ts", 'import "#src/api/app.ts";'],
  ["src/domain/voices/b.ts", 'export { openPostgres } from "#src/platform/postgres/postgres.ts";'],
  ["src/domain/voices/c.ts", 'import "koa";'],
  ["src/domain/voices/d.ts", 'export const handler = await import("#workers/runtime/run.ts");'],
  ["src/api/a.ts", 'import "#workers/speech/engine.ts";'],
  ["src/api/b.ts", 'import "#src/platform/postgres/postgres.ts";'],
  ["src/api/voices/a.ts", 'import "#src/api/feedback/schemas.ts";'],
  ["src/api/uploads/a.ts", 'import "#src/api/voices/schemas.ts";'],
  ["src/api/dialects/openai/a.ts", 'import "#src/api/dialects/deepgram/aliases.ts";'],
  ["src/api/dialects/openai/b.ts", 'import "#src/api/feedback/schemas.ts";'],
  ["src/api/voices/b.ts", 'import "#db/migrator.ts";'],
  ["src/api/main.ts", 'import "#workers/runtime/run.ts";'],
  ["workers/a.ts", 'import "#src/api/app.ts";'],
  ["workers/billing/a.ts", 'import "@koa/router";'],
  ["workers/speech/a.ts", 'import "#src/domain/voices/queries.ts";'],
  ["workers/speech/b.ts", 'import "#workers/runtime/run.ts";'],
  ["workers/speech/engine.ts", 'import { transcriptionOptions } from "#src/domain/speech/transcription-options.ts";'],
  ["workers/speech/process/a.ts", 'import "#workers/speech/audio/wav.ts";'],
  ["workers/speech/audio/a.ts", 'import "#workers/speech/text/scripts.ts";'],
  ["workers/speech/text/a.ts", 'import "#workers/speech/servers/server-error.ts";'],
  ["workers/speech/servers/a.ts", 'import "#workers/speech/audio/wav.ts";'],
  ["workers/speech/alignment/a.ts", 'import type { Detect } from "#workers/speech/recognition/find-speech.ts";'],
  ["workers/speech/recognition/a.ts", 'import "#workers/speech/synthesis/split-text.ts";'],
  ["workers/speech/synthesis/a.ts", 'import "#workers/speech/engines/kokoro/voices.ts";'],
  ["workers/speech/engines/kokoro/a.ts", 'import "#workers/speech/engines/piper/open-piper.ts";'],
  ["workers/speech/engines/kokoro/b.ts", 'import "#workers/speech/synthesizer.ts";'],
  ["db/a.ts", 'import "#workers/runtime/run.ts";'],
  ["sandbox/a.ts", 'import "#src/errors.ts";'],
  ["sandbox/identity/b.ts", 'import "#src/platform/postgres/postgres.ts";'],
  ["src/standalone/a.ts", 'import "#sandbox/identity/settings.ts";'],
  ["src/domain/voices/e.ts", 'import "#sandbox/identity/settings.ts";'],
  ["src/api/c.ts", 'import "#sandbox/identity/settings.ts";'],
  ["workers/b.ts", 'import "#sandbox/identity/settings.ts";'],
  ["workers/c.ts", 'import "#faults/main.ts";'],
  ["workers/e.ts", 'import "#harness/until.ts";'],
  ["src/api/f.ts", 'import "#harness/until.ts";'],
  ["harness/a.ts", 'import "#test/support/service.ts";'],
  ["harness/b.ts", 'import "#faults/outcome.ts";'],
  ["bench/a.ts", 'import "#test/support/service.ts";'],
  ["bench/b.ts", 'import "#faults/outcome.ts";'],
  ["faults/a.ts", 'import "#bench/report.ts";'],
  ["test/api/a.ts", 'import "#bench/report.ts";'],
  ["test/bench/a.ts", 'import "#faults/outcome.ts";'],
  ["test/faults/a.ts", 'import "#bench/report.ts";'],
  ["db/b.ts", 'import "#sandbox/identity/settings.ts";'],
  ["web/src/a.tsx", 'import "#src/api/app.ts";'],
  ["web/src/b.ts", 'import "node:fs";'],
  ["web/src/components/a.tsx", 'import "#web/pages/usage/usage.tsx";'],
  ["web/src/pages/usage/a.tsx", 'import "#web/pages/billing/billing.tsx";'],
  ["src/api/d.ts", 'import "#web/app.tsx";'],
  ["src/providers/a.ts", 'import "#src/domain/voices/queries.ts";'],
  ["src/providers/b.ts", 'import "#src/api/app.ts";'],
  ["src/providers/c.ts", 'import { readConfig } from "#src/config.ts"; readConfig();'],
  ["src/providers/identity/d.ts", 'import "#src/providers/payments/razorpay/client.ts";'],
  ["src/domain/voices/f.ts", 'export { paymentProvider } from "#src/providers/payments/chosen.ts";'],
  ["src/domain/voices/g.ts", 'import type { Event } from "#src/providers/payments/razorpay/webhook.ts";'],
  ["src/api/e.ts", 'import "#src/providers/payments/razorpay/client.ts";'],
  ["src/api/server.ts", 'import "#src/providers/payments/razorpay/client.ts";'],
  ["src/api/webhooks/a.ts", 'import "#src/providers/payments/razorpay/webhook.ts";'],
  ["src/admin/b.ts", 'import "#src/providers/payments/razorpay/client.ts";'],
  ["workers/d.ts", 'import "#src/providers/payments/razorpay/payment-entity.ts";'],
  ["db/d.ts", 'import "#src/errors.ts";'],
  ["src/migrate.ts", 'import "#src/api/app.ts";'],
  ["src/migrate/a.ts", 'import "#workers/runtime/run.ts";'],
  ["db/c.ts", 'import "#src/providers/payments/razorpay/client.ts";'],
];

/** The violations that lint must find beside the table: file, source, and the rule that finds it. */
const refused: readonly (readonly [file: string, source: string, rule: string])[] = [
  ["src/domain/parent.ts", 'import "../errors.ts";', "import(no-relative-parent-imports)"],
  ["src/domain/environment.ts", 'export const home = process.env["HOME"];', "node(no-process-env)"],
  ["src/domain/any.ts", "export const one: any = 1;", "typescript(no-explicit-any)"],
  ["src/domain/bang.ts", "export const at = (list: string[]) => list[0]!;", "typescript(no-non-null-assertion)"],
  ["src/domain/cast.ts", "export const one = 1 as unknown;", "typescript(consistent-type-assertions)"],
  ["src/domain/default.ts", "export default 1;", "import(no-default-export)"],
  ["src/domain/console.ts", 'console.log("printed");', "eslint(no-console)"],
  ["src/domain/floating.ts", "const run = async () => 1;\nrun();", "typescript(no-floating-promises)"],
  ["src/domain/one.ts", 'import type { B } from "./two.ts";\nexport type A = B | 1;', "import(no-cycle)"],
  ["src/domain/two.ts", 'import type { A } from "./one.ts";\nexport type B = A | 2;', "import(no-cycle)"],
  ["src/domain/barrel.ts", 'export * from "#src/domain/one.ts";', "oxc(no-barrel-file)"],
  ["src/domain/four.ts", "export const f = (a: 1, b: 1, c: 1, d: 1) => [a, b, c, d];", "eslint(max-params)"],
  ["src/domain/file.ts", "// line\n".repeat(251), "eslint(max-lines)"],
  ["src/domain/long.ts", `export function f() {\n${"\n".repeat(40)}}`, "eslint(max-lines-per-function)"],
  ["test/long.test.ts", "// line\n".repeat(401), "eslint(max-lines)"],
];

/** The files that lint must let pass. */
const allowed: readonly (readonly [file: string, source: string])[] = [
  ["src/domain/constant.ts", 'export const kinds = ["a", "b"] as const;'],
  ["src/domain/type.ts", 'import type { Config } from "#src/config.ts";\nexport type Port = Config["port"];'],
  ["src/domain/edge.ts", `${"// line\n".repeat(249)}export const one = 1;`],
  ["test/edge.test.ts", `${"// line\n".repeat(399)}export const one = 1;`],
  ["tool.config.js", "export default {};"],
];

test("a planted violation of each row of the table is found", (t) => {
  for (const [file, source] of forbidden) t.is(forbiddenImports(file, source).length, 1, `${file}: ${source}`);
  for (const [file, source] of allowed.slice(0, 2)) t.deepEqual(forbiddenImports(file, source), []);
});

test("lint finds every planted violation and nothing else", async (t) => {
  const directory = await mkdtemp(join(tmpdir(), "speech-service-lint-"));
  t.teardown(() => rm(directory, { recursive: true }));
  for (const name of [".oxlintrc.json", "package.json", "tsconfig.json", "src/config.ts", "src/config"]) {
    await cp(join(project, name), join(directory, name), { recursive: true });
  }
  await symlink(join(project, "node_modules"), join(directory, "node_modules"));
  for (const [file, source] of [...forbidden, ...refused, ...allowed]) {
    await mkdir(dirname(join(directory, file)), { recursive: true });
    await writeFile(join(directory, file), `${source}\n`);
  }

  const found = await lint(directory);
  for (const [file] of forbidden) t.true(found.has(`${file} eslint(no-restricted-imports)`), file);
  for (const [file, , rule] of refused) t.true(found.has(`${file} ${rule}`), `${file} ${rule}`);
  for (const [file] of allowed)
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
