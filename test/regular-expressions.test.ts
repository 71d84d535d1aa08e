import { globSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import test from "ava";
import { parseSync, Visitor } from "oxc-parser";
import { check } from "recheck";

const project = join(import.meta.dirname, "..");

/** The files whose expressions see what comes from outside, or may do so one day. */
const folders = ["src", "workers", "sandbox", "db", "web/src"] as const;

/** Files that build an expression from parts. Of espeak-ng's languages each is one class of characters between anchors. */
const builders: ReadonlySet<string> = new Set(["workers/speech/synthesis/phonemes/espeak-languages.ts"]);

/** The program of the checker where npm has it for the machine: five times as fast as the same code in this process. */
process.env["RECHECK_BACKEND"] = globSync(join(project, "node_modules/recheck-*-*")).length > 0 ? "native" : "pure";
/** The hardest of them takes three seconds of a processor. */
const timeoutMs = 150_000;
/** The checker counts only the steps of a match: by the time that one takes, a machine with other work would find linear expressions slow. */
const untimed = { attackTimeout: null, incubationTimeout: null, seedingTimeout: null } as const;

interface Expression {
  readonly pattern: string;
  readonly flags: string;
}

const repetition = /[*+]|\{\d+,/;

/** Why the time of an expression may grow faster than the text; null when it does not. */
async function faultOf({ pattern, flags }: Expression): Promise<string | null> {
  // The checker cannot read the flag `v`. Without a repetition there is nothing to try again.
  if (flags.includes("v")) return repetition.test(pattern) ? "repeats something under the flag `v`" : null;
  const verdict = await check(pattern, flags, { timeout: timeoutMs, ...untimed });
  if (verdict.status === "safe") return null;
  return verdict.status === "vulnerable"
    ? `takes ${verdict.complexity.summary} time`
    : "cannot be judged: make it simpler";
}

const verdicts = new Map<string, Promise<string | null>>();

/** Each spelling is judged once. */
function verdictOf(expression: Expression): Promise<string | null> {
  const spelling = `/${expression.pattern}/${expression.flags}`;
  const verdict = verdicts.get(spelling) ?? faultOf(expression);
  verdicts.set(spelling, verdict);
  return verdict;
}

/** The expressions that are written in a source text, and how often it builds one. */
function expressionsOf(file: string, source: string) {
  const literals: Expression[] = [];
  let built = 0;
  const noteBuilt = ({ callee }: { readonly callee: { readonly type: string; readonly name?: unknown } }): void => {
    if (callee.type === "Identifier" && callee.name === "RegExp") built += 1;
  };
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const visitor = new Visitor({
    Literal: (node) => {
      if ("regex" in node) literals.push({ pattern: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: noteBuilt,
    CallExpression: noteBuilt,
  });
  visitor.visit(program);
  return { literals, built };
}

async function faultsOf(file: string, source: string): Promise<readonly string[]> {
  const { literals, built } = expressionsOf(file, source);
  const faults = built > 0 && !builders.has(file) ? [`${file} builds an expression, which nobody can check`] : [];
  for (const expression of literals) {
    const verdict = await verdictOf(expression);
    if (verdict !== null) faults.push(`${file}: /${expression.pattern}/${expression.flags} ${verdict}`);
  }
  return faults;
}

test("every regular expression takes time in proportion to the text", async (t) => {
  const faults: string[] = [];
  for (const folder of folders) {
    const files = (await readdir(join(project, folder), { recursive: true })).filter((file) =>
      /\.(tsx?|js)$/.test(file),
    );
    t.true(files.length > 5, folder);
    for (const file of files.map((name) => posix.join(folder, name))) {
      faults.push(...(await faultsOf(file, await readFile(join(project, file), "utf8"))));
    }
  }
  t.deepEqual(faults, []);
  t.true(verdicts.size > 50, "expressions are found");
});

for (const planted of [
  String.raw`/^0*(\d+)x$/`,
  String.raw`/0*(\d+)$/`,
  String.raw`/^([+-]?)0*(\d+(?:_\d+)*)(?:\.0+)?$/`,
  String.raw`/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i`,
  String.raw`/\s+$/`,
  String.raw`/^(a+)+$/`,
  String.raw`/(?:ab.*)cd/u`,
  String.raw`/\p{L}+$/v`,
]) {
  test(`${planted} would be found`, async (t) => {
    t.is(
      (await faultsOf("src/planted.ts", `export const planted = (text: string) => ${planted}.test(text);`)).length,
      1,
    );
  });
}

test("an expression that is built from parts would be found", async (t) => {
  for (const source of ["const one = new RegExp(`^${name}+$`);", "const one = RegExp(text);"]) {
    t.is((await faultsOf("src/planted.ts", source)).length, 1);
  }
});
