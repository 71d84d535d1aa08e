import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { findOutdated, project } from "#tools/generated-files.ts";

test("every generated file has the text that the code gives", async (t) => {
  t.deepEqual(
    (await findOutdated()).map(
      ({ path, line, expected }) => `${path}:${line} should be: ${expected} (npm run generate)`,
    ),
    [],
  );
});

test("a generated file that was changed by hand is named with the first line that differs", async (t) => {
  const directory = await mkdtemp(join(tmpdir(), "speech-service-generated-"));
  t.teardown(() => rm(directory, { recursive: true }));
  for (const path of [".env.example", "docs", "docker-compose.yml", "web/src/api", "sdk/typescript/openapi.sha256"]) {
    await cp(join(project, path), join(directory, path), { recursive: true });
  }
  t.deepEqual(await findOutdated(directory), []);
  const page = await readFile(join(directory, "docs/errors.md"), "utf8");
  await writeFile(join(directory, "docs/errors.md"), page.replace("\n\n", "\n\nBy hand.\n"));
  await rm(join(directory, "web/src/api/types.ts"));
  t.deepEqual(
    (await findOutdated(directory)).map(({ path, line, expected, text }) => ({
      path,
      line,
      expected,
      whole: text === page,
    })),
    [
      { path: "docs/errors.md", line: 3, expected: page.split("\n")[2] ?? "", whole: true },
      { path: "web/src/api/types.ts", line: 1, expected: "/**", whole: false },
    ],
  );
});
