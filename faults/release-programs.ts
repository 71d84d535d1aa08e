import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import type { TestAccount } from "#harness/service/account.ts";

const run = promisify(execFile);
const scripts = z.object({ scripts: z.object({ migrate: z.templateLiteral(["node ", z.string()]) }) });
const keyMade = z.object({ user_id: z.uuid(), key: z.string() });

/** The programs that an operator runs, of the release in a folder. */
export interface ReleasePrograms {
  migrate(): Promise<void>;
  /** A new account with a key and so many credits of each pool on top of the free ones. */
  account(credits: number): Promise<TestAccount>;
}

/** @param environment the variables of the service */
export function releasePrograms(folder: string, environment: Readonly<Record<string, string>>): ReleasePrograms {
  const node = async (...args: readonly string[]): Promise<string> => {
    const env = { PATH: process.env["PATH"] ?? "", ...environment };
    return (await run(process.execPath, [...args], { cwd: folder, env })).stdout;
  };
  return {
    migrate: async () => {
      const { migrate } = scripts.parse(JSON.parse(await readFile(join(folder, "package.json"), "utf8"))).scripts;
      await node(migrate.slice("node ".length));
    },
    account: async (credits) => {
      const email = "upgrade@example.com";
      const made = await node("src/admin.ts", "create-key", "--email", email, "--name", "upgrade", "--json");
      for (const pool of ["tts", "asr"]) {
        const grant = ["--pool", pool, "--credits", `${credits}`, "--reason", "upgrade"];
        await node("src/admin.ts", "grant-credits", "--email", email, ...grant);
      }
      const { user_id: userId, key } = keyMade.parse(JSON.parse(made));
      return { userId, key };
    },
  };
}
