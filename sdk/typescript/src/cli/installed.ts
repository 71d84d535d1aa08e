import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { Context } from "./context.ts";

/** A program and its arguments. */
export type Invocation = readonly [program: string, ...args: string[]];

const isExecutable = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

/** The first of these programs that is on `PATH`; undefined where none is. */
export async function firstInstalled(
  { env }: Pick<Context, "env">,
  programs: readonly Invocation[],
): Promise<Invocation | undefined> {
  const folders = (env["PATH"] ?? "").split(delimiter);
  for (const invocation of programs) {
    const found = await Promise.all(folders.map((folder) => isExecutable(join(folder, invocation[0]))));
    if (found.includes(true)) return invocation;
  }
  return undefined;
}
