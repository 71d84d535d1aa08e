import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { z } from "zod";
import type { EngineManifest } from "#workers/speech/engine.ts";

const root = join(import.meta.dirname, "../..");
/** The program that speaks. What it imports of these is followed, and digested where it has a part in how a text sounds. */
const entry = "workers/synthesis.ts";
const partsOfTexts = ["parts-of-text", "plain-parts", "plain-markup"].map((name) => `src/domain/speech/${name}.ts`);
const readings = ["src/domain/speech/ssml/", ...partsOfTexts, "src/domain/pronunciation/"];
const followed = ["workers/", ...readings];
const digested = ["workers/speech/", ...readings];
const programs = z.object({ dependencies: z.record(z.string(), z.string()) });

/**
 * A digest of what speaks, so that a release or a model which speaks otherwise finds nothing that an earlier one has spoken: the
 * code that the synthesis worker runs, without its comments, the packages that this code imports, and the engines. What else a
 * release changes leaves the digest as it is.
 *
 * @param directory of the project
 */
export async function speechVersion(engines: readonly EngineManifest[], directory = root): Promise<string> {
  const { dependencies } = programs.parse(JSON.parse(await readFile(join(directory, "package.json"), "utf8")));
  const { code, packages } = await readCode(directory);
  const versions = packages.map((name) => [name, dependencies[name]]);
  const speaking = code.filter(({ path }) => digested.some((part) => path.startsWith(part)));
  const icu = process.versions["icu"];
  return createHash("sha256")
    .update(JSON.stringify([engines, speaking, versions, icu]))
    .digest("hex");
}

interface SourceFile {
  /** Below the project, with slashes. */
  readonly path: string;
  /** Without comments. */
  readonly text: string;
}

/** All files that the entry leads to, and the packages they import, in alphabetical order. */
async function readCode(directory: string): Promise<{ code: readonly SourceFile[]; packages: readonly string[] }> {
  const code = new Map<string, SourceFile>();
  const packages = new Set<string>();
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (code.has(path)) continue;
    const text = withoutComments(await readFile(join(directory, path), "utf8"));
    code.set(path, { path, text });
    const { files, names } = importsOf(text, dirname(join(directory, path)), directory);
    waiting.push(...files.filter((file) => followed.some((part) => file.startsWith(part))));
    if (digested.some((part) => path.startsWith(part))) for (const name of names) packages.add(name);
  }
  const inOrder = [...code.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return { code: inOrder, packages: [...packages].toSorted() };
}

/** Comments begin a line of their own in this project, which its formatter keeps. */
function withoutComments(text: string): string {
  let isInComment = false;
  const lines = text.split("\n").filter((line) => {
    const trimmed = line.trim();
    const isComment = isInComment || trimmed.startsWith("/*") || trimmed.startsWith("//");
    isInComment = isComment && !trimmed.startsWith("//") && !trimmed.endsWith("*/");
    return !isComment;
  });
  return lines.join("\n");
}

const modules = /"(?:#([^"\n]+\.ts)|(\.[^"\n]+\.ts))"/g;
const bare = /^(?:import .*|\} )from "((?:@[\w.-]+\/)?\w[\w.-]*)(?:\/[^"\n]*)?";$/gm;

/** Names of programs that a module starts count as imports; types do not. */
function importsOf(text: string, folder: string, directory: string) {
  const statements = text.split(/^(?=import )/m);
  const untyped = statements
    .map((statement) => (statement.startsWith("import type ") ? statement.slice(statement.indexOf(";")) : statement))
    .join("");
  const files = [...untyped.matchAll(modules)].map(([, own, beside = ""]) =>
    own === undefined ? relative(directory, join(folder, beside)).replaceAll("\\", "/") : own,
  );
  const names = [...untyped.matchAll(bare)].flatMap(([, name]) => name ?? []);
  return { files, names };
}
