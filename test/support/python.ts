import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The environment that `bin/setup --test` makes. */
const environment = join(import.meta.dirname, "../../node_modules/.cache/python-clients/bin/python");

/** The program that runs Python: the machine's own where that environment could not be made. */
export const python = existsSync(environment) ? environment : "python3";

/** Finds out which packages an interpreter has. */
export const packageFinder =
  (program: string) =>
  (name: string): Promise<boolean> =>
    run(program, ["-c", `import ${name}`]).then(
      () => true,
      () => false,
    );

export const hasPythonPackage = packageFinder(python);

/** The beginning of every program. `refused` gives the class of an error, its status and what else `words` finds in it. */
const prelude = `
import json, sys
given = json.loads(sys.argv[1])
def refused(call, words):
    try:
        call()
    except Exception as error:
        return [type(error).__name__, error.status_code, *words(error)]
`;

interface PythonOptions {
  /** Variables beside those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** The interpreter, where packages of another environment are needed. */
  readonly python?: string;
}

/** Runs a program that finds its input in `given` and prints JSON. */
export async function runPython(
  program: string,
  given: unknown,
  { env = {}, python: interpreter = python }: PythonOptions = {},
): Promise<unknown> {
  const options = { env: { ...process.env, ...env } };
  const { stdout } = await run(interpreter, ["-c", prelude + program, JSON.stringify(given)], options);
  return JSON.parse(stdout);
}
