import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { join } from "node:path";
import type { z } from "zod";
import { inheritedEnvironment } from "#harness/service/service-process.ts";

const root = join(import.meta.dirname, "../..");

/** The end of a run of the program, and the text that it printed. */
export interface Ending {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The program as an operator runs it. @param database the variables that say which database is meant */
export function openAdminProgram(database: Readonly<Record<string, string>>) {
  const admin = async (args: readonly string[], input = "", env = database): Promise<Ending> => {
    const child = spawn(process.execPath, ["src/admin.ts", ...args], {
      cwd: root,
      env: { ...inheritedEnvironment(), ...env },
    });
    child.stdin.end(input);
    const closed = once(child, "close");
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    await closed;
    return { code: child.exitCode, out, err };
  };
  /** Runs a command and reads its answer as JSON. @throws Error when it has failed */
  const answered = async <Schema extends z.ZodType>(
    schema: Schema,
    args: readonly string[],
  ): Promise<z.output<Schema>> => {
    const { code, out, err } = await admin([...args, "--json"]);
    if (code !== 0) throw new Error(err);
    return schema.parse(JSON.parse(out));
  };
  return { admin, answered };
}
