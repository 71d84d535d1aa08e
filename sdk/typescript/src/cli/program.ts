import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { SpeechError } from "../errors.ts";
import { addKeys, addUsage } from "./account.ts";
import { addCompletion } from "./completion.ts";
import type { Context } from "./context.ts";
import { exitCodeOf, exitCodes } from "./exit-code.ts";
import { addHistory } from "./history.ts";
import { addListen } from "./listen.ts";
import { addLogin, addLogout, addWhoami } from "./login.ts";
import { addSay } from "./say.ts";
import { addTranscribe } from "./transcribe.ts";
import { addVoices } from "./voices.ts";

const codeLines = Object.entries(exitCodes).map(([code, meaning]) => `  ${code}  ${meaning}`);

/** The version of the package, whose file is two folders above in the sources and in what is built of them. */
function readVersion(): string {
  const facts: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return typeof facts === "object" && facts !== null && "version" in facts ? String(facts.version) : "unknown";
}

const accountCommands = [addLogin, addLogout, addWhoami, addUsage, addKeys];
const commands = [addSay, addTranscribe, addListen, addHistory, addVoices, ...accountCommands, addCompletion];

function createProgram(context: Context): Command {
  const program = new Command("speech")
    .description("Text to speech, speech to text and custom voices")
    .version(readVersion(), "-V, --version", "print the version")
    .helpOption("-h, --help", "show this help")
    .option("--json", "print JSON")
    .option("--url <address>", "address of the service; SPEECH_URL or that of the last login when absent")
    .addHelpText("after", `\nExit codes:\n${codeLines.join("\n")}`)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void context.stdout.write(text),
      writeErr: (text) => void context.stderr.write(text),
    });
  for (const add of commands) add(program, context);
  for (const command of program.commands) inherit(program, command);
  return program;
}

/** Errors of a command are ours to report, too. */
function inherit(parent: Command, command: Command): void {
  command.copyInheritedSettings(parent);
  for (const inner of command.commands) inherit(command, inner);
}

function linesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [String(error)];
  const details = error instanceof SpeechError && error.requestId !== null ? [`request ${error.requestId}`] : [];
  const docs = error instanceof SpeechError && error.docsUrl !== null ? [error.docsUrl] : [];
  return [`speech: ${error.message}`, ...details, ...docs];
}

/** Runs a command. @returns its exit code */
export async function runProgram(args: readonly string[], context: Context): Promise<number> {
  try {
    await createProgram(context).parseAsync([...args], { from: "user" });
    return 0;
  } catch (error) {
    // Commander has said what was wrong, or has shown the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    context.stderr.write(
      linesOf(error)
        .map((line) => `${line}\n`)
        .join(""),
    );
    return exitCodeOf(error);
  }
}
