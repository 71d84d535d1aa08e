#!/usr/bin/env node
import { runProgram } from "./program.ts";

const { env, stdin, stdout, stderr } = process;
// A reader that has read enough, as `head` does, ends the command.
stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});
process.exitCode = await runProgram(process.argv.slice(2), { env, stdin, stdout, stderr });
