import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { exitCodes, readArguments, reportFailure } from "#src/command-line.ts";
import { writeClient } from "#sdk-tools/write-client.ts";
import { clientDigest, findOutdated, project } from "./generated-files.ts";

const usage = `Usage: npm run generate [-- --check]

Writes what is made from the code: the page of errors, the settings (.env.example, docs/settings.md, docker-compose.yml,
the Helm chart and, where Helm is installed, the Kustomize base), the
table of measured languages (docs/models.md), the types of the pages, the calls that the search of the documentation
knows, the synchronous Python client, and the TypeScript client, for
which npm fetches a generator. Files that are up to date are left alone.

  --check   writes nothing; names each file that is out of date, with its first line that differs, and exits with 1
  --help    this text
`;

async function generate(): Promise<void> {
  for (const { path, text } of await findOutdated()) {
    if (path === clientDigest) await writeClient();
    await writeFile(join(project, path), text);
    process.stdout.write(`Wrote ${path === clientDigest ? "sdk/typescript/src/generated" : path}.\n`);
  }
}

async function check(): Promise<void> {
  const outdated = await findOutdated();
  for (const { path, source, line, expected } of outdated) {
    process.stderr.write(`${path}:${line} is out of date with ${source}. It should be: ${expected}\n`);
  }
  if (outdated.length === 0) return;
  process.stderr.write("Run `npm run generate`.\n");
  process.exitCode = exitCodes.failed;
}

try {
  const options = { check: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;
  const { values } = readArguments({ options }, "npm run generate -- --help");
  if (values.help === true) process.stdout.write(usage);
  else await (values.check === true ? check() : generate());
} catch (error) {
  reportFailure(error);
}
