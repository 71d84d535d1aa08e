import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";

const project = join(import.meta.dirname, "..");
const folders = [
  "src",
  "workers",
  "db",
  "sandbox",
  "tools",
  "web",
  "sdk",
  "examples",
  "harness",
  "bench",
  "faults",
  "test",
];
/** Folders and files that other programs write. */
const written = /(^|\/)(node_modules|dist[\w-]*|generated|build|\.astro)\/|^web\/src\/api\/types\.ts$/;

/** A word that begins a part of a sentence, which nothing follows that would make it a whole one. */
const opening = /^(?:Of|Another|Whose|What|Which)\b/;
/** A clause with one of these words needs a comma and the main clause behind it. */
const clause = /^(?:When|Where|How|Behind)\b[^,]*$/;

/** The comments of a source text, of TypeScript or SQL, whose first sentence has no subject. */
function withoutSubject(source: string): readonly string[] {
  const blocks = [...source.matchAll(/^[ \t]*\/\*\*[\s*]*([^\s*][^\n]*)/gm)].map(([, text = ""]) => text);
  const lines = source.split("\n").map((line) => line.trim());
  const single = lines.filter((line, at) => /^(?:\/\/|--) /.test(line) && !/^(?:\/\/|--)/.test(lines[at - 1] ?? ""));
  const comments = [...blocks, ...single.map((line) => line.slice("// ".length))];
  return comments.filter((text) => opening.test(text) || clause.test(text));
}

async function sources(folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(project, folder), { recursive: true });
  return entries
    .map((entry) => `${folder}/${entry}`)
    .filter((path) => /\.(?:tsx?|sql)$/.test(path) && !written.test(path));
}

test("every comment begins with a sentence that has a subject", async (t) => {
  const paths = (await Promise.all(folders.map(sources))).flat();
  t.true(paths.length > 1_000);
  const found = paths.map(async (path) =>
    withoutSubject(await readFile(join(project, path), "utf8")).map((text) => `${path}: ${text}`),
  );
  t.deepEqual((await Promise.all(found)).flat(), []);
});

test("a comment without a subject is found, and a sentence is not", (t) => {
  const planted = [
    "/** Of the whole. */",
    "/**\n * What it holds,\n * in bytes. */",
    "  // When it began.",
    "-- What it costs.",
    "/** How many. */",
  ];
  for (const source of planted) t.is(withoutSubject(`${source}\nconst one = 1;\n`).length, 1, source);
  const sentences = [
    "/** The bytes that it holds. */",
    "// When the lease is lost, the run ends.",
    "// The rest\n// of what there is.",
  ];
  for (const source of sentences) t.deepEqual(withoutSubject(source), [], source);
});
