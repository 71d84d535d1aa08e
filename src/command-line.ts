import { parseArgs, type ParseArgsConfig } from "node:util";

/** The exit codes of a command line: 1 when a command has failed and 2 when it was not valid. */
export const exitCodes = { failed: 1, invalid: 2 } as const;

/** A command line that is not valid, with the sentence to say so. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Reads options and positional arguments.
 * @param help the command that shows the help
 * @throws UsageError
 */
export function readArguments<const Given extends ParseArgsConfig>(
  given: Given,
  help = "--help",
): ReturnType<typeof parseArgs<Given>> {
  try {
    return parseArgs(given);
  } catch (error) {
    throw new UsageError(`${sentenceOf(error)}\nSee ${help}.`, { cause: error });
  }
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Runs a program that prints one text, and that Ctrl-C, or the end of its terminal, interrupts. */
export async function printInterruptibly(main: (signal: AbortSignal) => Promise<string>): Promise<void> {
  const interruption = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => interruption.abort());
  try {
    process.stdout.write(`${(await main(interruption.signal)).trimEnd()}\n`);
  } catch (error) {
    reportFailure(interruption.signal.aborted ? new Error("Interrupted.", { cause: error }) : error);
  }
}

/** Writes to standard error why a command has failed, and sets the exit code of the process. */
export function reportFailure(error: unknown, sentence = sentenceOf(error)): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = error instanceof UsageError ? exitCodes.invalid : exitCodes.failed;
}
