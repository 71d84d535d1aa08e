import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

export const hasPythonPackage = (name: string): Promise<boolean> =>
  run("python3", ["-c", `import ${name}`]).then(
    () => true,
    () => false,
  );

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

/** Runs a program that finds its input in \`given\` and prints JSON. */
export async function runPython(program: string, given: unknown): Promise<unknown> {
  const { stdout } = await run("python3", ["-c", prelude + program, JSON.stringify(given)]);
  return JSON.parse(stdout);
}
