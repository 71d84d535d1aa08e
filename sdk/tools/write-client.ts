import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { clientDocument } from "./client-document.ts";

/** The generator needs the compiler of TypeScript 5, so npm fetches both for this one run. */
const packages = ["@hey-api/openapi-ts@0.99.0", "typescript@5.9.3"];
const project = join(import.meta.dirname, "../typescript");

/** Writes the generated part of the TypeScript client from the OpenAPI document. Errors: those of npm and of the generator. */
export async function writeClient(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "speech-sdk-"));
  try {
    await writeFile(join(folder, "openapi.json"), clientDocument());
    await writeFile(join(folder, "package.json"), '{ "private": true }');
    const settings = {
      input: join(folder, "openapi.json"),
      output: {
        path: join(project, "src/generated"),
        importFileExtension: ".ts",
        header: ["// @ts-nocheck", "// Written by `npm run generate`."],
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
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
