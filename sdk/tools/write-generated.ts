import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { clientDocument, digestOf } from "./client-document.ts";

/** The generator needs the compiler of TypeScript 5, so npm fetches both for this one run. */
const packages = ["@hey-api/openapi-ts@0.99.0", "typescript@5.9.3"];
const project = join(import.meta.dirname, "../typescript");

const folder = await mkdtemp(join(tmpdir(), "speech-sdk-"));
try {
  const document = clientDocument();
  await writeFile(join(folder, "openapi.json"), document);
  await writeFile(join(folder, "package.json"), '{ "private": true }');
  const settings = {
    input: join(folder, "openapi.json"),
    output: {
      path: join(project, "src/generated"),
      importFileExtension: ".ts",
      header: ["// @ts-nocheck", "// Written by `npm run sdk`."],
    },
    logs: { level: "warn", file: false },
    plugins: [
      "@hey-api/client-fetch",
      "@hey-api/typescript",
      {
        name: "@hey-api/sdk",
        operations: { strategy: "single", containerName: "Api", nesting: "operationId", methods: "instance" },
      },
    ],
  };
  await writeFile(join(folder, "openapi-ts.config.json"), JSON.stringify(settings));
  const run = promisify(execFile);
  await run("npm", ["install", "--no-audit", "--no-fund", ...packages], { cwd: folder });
  await run(join(folder, "node_modules/.bin/openapi-ts"), ["--file", "openapi-ts.config.json"], { cwd: folder });
  await writeFile(join(project, "openapi.sha256"), `${digestOf(document)}\n`);
  process.stdout.write("Wrote sdk/typescript/src/generated and sdk/typescript/openapi.sha256.\n");
} finally {
  await rm(folder, { recursive: true, force: true });
}
