#!/usr/bin/env node
import { runProgram } from "./program.ts";

const { env, stdin, stdout, stderr } = process;
process.exitCode = await runProgram(process.argv.slice(2), { env, stdin, stdout, stderr });
