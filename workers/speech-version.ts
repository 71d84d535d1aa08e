import { createHash } from "node:crypto";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { EngineManifest } from "#workers/speech/engine.ts";

const root = join(import.meta.dirname, "..");
/** Everything of this release that has a part in how a text sounds: the speech core, the reading of markup and the libraries. */
const sources = ["workers/speech/**/*.ts", "src/domain/speech/ssml/**/*.ts", "models/catalogue.json", "package.json"];

/** A digest of what speaks, so that a release or a model which speaks otherwise finds nothing that an earlier one has spoken. */
export async function speechVersion(engines: readonly EngineManifest[]): Promise<string> {
  const digest = createHash("sha256").update(JSON.stringify(engines));
  const paths = await Array.fromAsync(glob(sources, { cwd: root }));
  for (const path of paths.toSorted((a, b) => (a < b ? -1 : 1))) {
    digest.update(`\n${path}\n`).update(await readFile(join(root, path)));
  }
  return digest.digest("hex");
}
