import { join, resolve } from "node:path";
import type { Config } from "#src/config.ts";

const project = resolve(import.meta.dirname, "../..");

/** A word of a shell, whatever is in it. */
const quoted = (text: string): string =>
  /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A command of the operator's program as any terminal runs it, whatever folder it is in. */
export function operatorCommand({ dataDir }: Pick<Config, "dataDir">, command: string): string {
  const data = dataDir === join(project, ".data") ? "" : `DATA_DIR=${quoted(dataDir)} `;
  return `${data}npm --prefix ${quoted(project)} run -s admin -- ${command}`;
}
