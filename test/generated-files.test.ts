import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { findOutdated, project, synchronousClient } from "#tools/generated-files.ts";

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
  for (const path of [
    ".env.example",
    "deploy",
    "docs",
    "docker-compose.yml",
    "web/src/api",
    "web/docs/calls.json",
    "sdk/typescript/openapi.sha256",
    "sdk/python",
  ]) {
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

test("the synchronous Python client is the asynchronous one without waiting, and a word without such a form is refused", (t) => {
  const lines = [
    '"""Asynchronous."""',
    "import asyncio",
    "class AsyncWork:",
    "    async def __aenter__(self) -> AsyncWork:",
    "        await asyncio.sleep(1)",
    "        return [part async for part in self._response.aiter_bytes()]",
  ];
  t.deepEqual(synchronousClient("async_client.py", lines.join("\n")).split("\n").slice(1), [
    "class Work:",
    "    def __enter__(self) -> Work:",
    "        time.sleep(1)",
    "        return [part for part in self._response.iter_bytes()]",
  ]);
  t.throws(() => synchronousClient("async_client.py", "results = await asyncio.gather(*calls)"), {
    message: /asyncio\.gather/u,
  });
});
