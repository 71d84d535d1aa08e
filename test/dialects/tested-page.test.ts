import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { socketRoutes } from "#src/api/routes.ts";

const tests = join(import.meta.dirname, "..");
const page = await readFile(join(import.meta.dirname, "../../docs/dialects-tested.md"), "utf8");
const files = (await Promise.all(["dialects", "sdk"].map(testsIn))).flat();

/** The test files of a folder, by their paths from `test`. */
async function testsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(join(tests, folder));
  return names.filter((name) => name.endsWith(".test.ts")).map((name) => join(folder, name));
}

const sockets = "Calls over WebSockets";
/** The files of each section of the page. */
const sections: Readonly<Record<string, RegExp>> = {
  [sockets]: /live|stream-input|deepgram-python|sarvam-python/,
  "`openai` (npm)": /^dialects\/openai-(?!python|clients)/,
  "`openai` (PyPI)": /^dialects\/(?:openai-python|python-live)/,
  "`@deepgram/sdk` (npm)": /^dialects\/deepgram-(?!python)/,
  "`deepgram-sdk` (PyPI)": /^dialects\/(?:deepgram-python|python-live)/,
  "`@elevenlabs/elevenlabs-js` (npm)": /^dialects\/elevenlabs-(?!python)/,
  "`elevenlabs` (PyPI)": /^dialects\/(?:elevenlabs-python|python-live)/,
  "`sarvamai` (npm)": /^dialects\/sarvam-(?!python)/,
  "`sarvamai` (PyPI)": /^dialects\/(?:sarvam-python|python-live)/,
  "`assemblyai` (npm)": /^dialects\/(?:assemblyai-(?!python)|live-tls)/,
  "`assemblyai` (PyPI)": /^dialects\/(?:assemblyai-python|assemblyai-redacted|python-live)/,
  "Programs that speak to several vendors": /^dialects\/(?:openai-clients|openai-live|litellm-python)/,
};

/** The cases that every vendor's package is tested for, in this order at the end of its table. AssemblyAI's neither speak nor repeat a call. */
const everywhere = (name: string): readonly string[] =>
  name.includes("assemblyai")
    ? ["wrong key", "expired key", "no credits", "rate limit", "no audio"]
    : [
        ...["wrong key", "expired key", "no credits", "rate limit", "text too long", "no audio", "no such voice"],
        "repeats by default",
      ];

const written = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const rows = [...section.matchAll(/^\| (?<cells>.+) \|$/gm)].map(({ groups }) => {
        const [what = "", ...others] = groups?.["cells"]?.split(" | ") ?? [];
        return { what, title: others.at(-1) ?? "" };
      });
      return [section.split("\n", 1)[0] ?? "", rows.slice(2)] as const;
    }),
);

/** The titles of the tests in a file, as patterns: what a template fills in may be anything. */
async function titlesIn(file: string): Promise<readonly RegExp[]> {
  const source = await readFile(join(tests, file), "utf8");
  const titles = source.matchAll(/\btest(?:\.serial)?\(\s*(?<quote>["`])(?<title>(?:(?!\k<quote>).)+)\k<quote>/g);
  return [...titles].map(({ groups }) => {
    const parts = (groups?.["title"] ?? "").split(/\$\{[^}]*\}/);
    return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join(".+")}$`);
  });
}

test("the page of tested clients has a section for each", (t) => {
  t.deepEqual([...written.keys()], Object.keys(sections));
});

test("every path that takes WebSockets has a client that a test opens it with", (t) => {
  const rows = written.get(sockets) ?? [];
  const named = rows.flatMap(({ what }) => what.replaceAll("`", "").split(", "));
  const paths = socketRoutes.map(({ path }) => path);
  t.deepEqual([...new Set(named)].toSorted(), paths.toSorted());
});

for (const [name, itsFiles] of Object.entries(sections)) {
  const rows = written.get(name) ?? [];

  test(`every row of the page about ${name} names one of its tests`, async (t) => {
    const titles = (await Promise.all(files.filter((file) => itsFiles.test(file)).map(titlesIn))).flat();
    t.true(rows.length > 0);
    for (const { what, title } of rows)
      t.true(
        titles.some((one) => one.test(title)),
        `${what}: ${title}`,
      );
  });

  if (!/\((?:npm|PyPI)\)/.test(name)) continue;
  test(`the page about ${name} has every refusal and the repeats`, (t) => {
    const tested = rows.flatMap(({ what }) => what.toLowerCase().split(", "));
    const cases = everywhere(name);
    t.deepEqual(tested.slice(-cases.length), cases);
  });
}
