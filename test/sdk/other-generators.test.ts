import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import test from "ava";
import { z } from "zod";
import { openApiDocument } from "#src/api/openapi.ts";
import { isDocumented, isInternal } from "#src/api/openapi/audience.ts";
import { routes } from "#src/api/routes.ts";
import { describedEvents } from "#src/api/callbacks/event-documents.ts";
import { readConfig } from "#src/config.ts";
import { hasPythonPackage, python, runPython } from "#test/support/python.ts";

const run = promisify(execFile);
const project = join(import.meta.dirname, "../..");
/** Needs TypeScript 5, which this repository does not install. */
const packages = ["openapi-typescript@7.13.0", "typescript@5.9.3"];
const installed = join(project, ".cache/openapi-typescript");

const canInstall = async (): Promise<boolean> => {
  await mkdir(installed, { recursive: true });
  await writeFile(join(installed, "package.json"), '{ "private": true }');
  const options = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--fetch-retries=0", "--ignore-scripts"];
  return run("npm", [...options, ...packages], { cwd: installed }).then(
    () => true,
    () => false,
  );
};

const [hasOpenApiTypescript, hasPythonClient] = await Promise.all([
  canInstall(),
  hasPythonPackage("openapi_python_client"),
]);

const served = routes.filter((route) => isDocumented(route) && !isInternal(route));
const folder = await mkdtemp(join(tmpdir(), "speech-generators-"));
const document = join(folder, "openapi.json");
await writeFile(document, JSON.stringify(openApiDocument(served, readConfig({}))));
test.after.always(() => rm(folder, { recursive: true, force: true }));

const program = `import type { components, operations } from "./api.d.ts";
type JsonOf<Name extends keyof operations> = operations[Name] extends {
  requestBody: { content: { "application/json": infer Body } } } ? Body : never;
export const said: JsonOf<"speech.synthesize"> = { text: "Hello.", format: "mp3", speed: 1.5 };
export const named: JsonOf<"apiKeys.create"> = { name: "Laptop", scopes: ["speech"] };
// @ts-expect-error there is no such format
export const wrong: JsonOf<"speech.synthesize"> = { text: "Hello.", format: "tape" };
export const idOf = (voice: components["schemas"]["Voice"]): string => voice.voice_id;
`;

if (hasOpenApiTypescript) {
  test("the types of openapi-typescript compile and cover every operation", async (t) => {
    const types = join(folder, "api.d.ts");
    // A field with a default may be left out of a request.
    const chosen = ["--default-non-nullable", "false", "--output", types];
    await run(join(installed, "node_modules/.bin/openapi-typescript"), [document, ...chosen]);
    await writeFile(join(folder, "program.ts"), program);
    const options = ["--noEmit", "--strict", "--allowImportingTsExtensions", "--ignoreConfig", "--types", ""];
    const compiler = join(project, "node_modules/.bin/tsc");
    await t.notThrowsAsync(run(compiler, [...options, "program.ts", "api.d.ts"], { cwd: folder }));
    const [, operations = ""] = (await readFile(types, "utf8")).split("export interface operations {");
    const names = [...operations.matchAll(/^ {4}"(.+)": \{$/gm)].map(([, name = ""]) => name);
    const events = Object.values(describedEvents).map(({ post }) => post?.operationId ?? "");
    const all = [...served.map(({ operationId }) => operationId), ...events];
    t.deepEqual([...new Set(names).symmetricDifference(new Set(all))], []);
    t.log(names.join(", "));
  });
} else {
  test.skip("openapi-typescript: not run, because npm cannot fetch it", () => undefined);
}

const importAll = `
import importlib, pathlib, warnings
sys.path.insert(0, given["folder"])
root = pathlib.Path(given["folder"])
names = []
for file in sorted((root / "client").rglob("*.py")):
    module = importlib.import_module(".".join(file.relative_to(root).with_suffix("").parts))
    if hasattr(module, "sync_detailed"):
        names.append(".".join(file.relative_to(root / "client/api").with_suffix("").parts))
print(json.dumps(names))
`;

if (hasPythonClient) {
  test("the client of openapi-python-client imports and covers every operation", async (t) => {
    const types = [...new Set(served.flatMap((route) => Object.values(route.responses)))].flatMap(
      ({ mediaTypes = [] }) => mediaTypes,
    );
    // The generator supports text and JSON; other media types must be mapped to binary.
    const known: Record<string, string> = {};
    for (const type of types) if (!type.startsWith("text/")) known[type] = "application/octet-stream";
    const config = join(folder, "python.json");
    await writeFile(config, JSON.stringify({ content_type_overrides: known, post_hooks: [] }));
    const options = ["--path", document, "--meta", "none", "--output-path", join(folder, "client"), "--config", config];
    await run(python, ["-m", "openapi_python_client", "generate", "--fail-on-warning", ...options]);
    const names = z.array(z.string()).parse(await runPython(importAll, { folder }));
    t.is(names.length, served.length);
    t.log(names.join(", "));
  });
} else {
  test.skip("openapi-python-client: not run, because python3 has no package `openapi_python_client`", () => undefined);
}
