import { readConfig } from "#src/config.ts";
import { exitCodes, readArguments, reportFailure, UsageError } from "#src/command-line.ts";
import { readCatalogue } from "./models/catalogue.ts";
import {
  add,
  type CommandContext,
  exportTo,
  importFrom,
  list,
  pull,
  pullConfigured,
  remove,
  verify,
} from "./models/commands.ts";
import { prepareVoices } from "./models/prepare-voices.ts";
import { progressOn, progressToParent } from "./models/progress.ts";
import { sentenceOf } from "./models/sentence-of.ts";

const help = `Usage: npm run models -- <command>

Commands
  list                     the models of the catalogue, and which of them are installed
  pull [name…]             downloads, builds and checks models; the default set when none is named
  pull --configured        the models that SPEECH_MODELS names, where they are missing
  pull --accept-unverified …
                           also installs models for which the catalogue has no SHA-256
  verify [name…]           reads every byte of the installed models and compares it with what was installed
  remove <name…>           removes models
  add <name> <model.onnx> [licence]
                           installs a voice of Piper from a file or an address, with the model.onnx.json beside it
  export <file> [name…]    writes installed models, all or those named, into one file for a machine without a network
  import <file>            installs the models of such a file
  prepare-voices           prepares voice matching, which the first training of a voice does otherwise: two minutes or so

"default" stands for the default set wherever a name does, and "auto" for that and whisper-base. Models are kept in MODELS_DIR, which all clones of this
project share. The exit code is ${exitCodes.failed} when a command has failed and ${exitCodes.invalid} when it was not valid.
`;

/** Each command with the numbers of names that it takes. */
const commands = {
  list: { run: list, least: 0, most: 0 },
  pull: { run: pull, least: 0, most: Infinity },
  verify: { run: verify, least: 0, most: Infinity },
  remove: { run: remove, least: 1, most: Infinity },
  add: { run: add, least: 2, most: 3 },
  export: { run: exportTo, least: 1, most: Infinity },
  import: { run: importFrom, least: 1, most: 1 },
  "prepare-voices": { run: prepareVoices, least: 0, most: 0 },
};

type Run = (context: Omit<CommandContext, "acceptUnverified">) => Promise<readonly string[]>;

/** Reads the command; null for the help. @throws UsageError */
function commandOf(args: readonly string[]): Run | null {
  const { values, positionals } = optionsOf(args);
  const [name = "help", ...names] = positionals;
  if (values.help === true || name === "help") return null;
  const known = Object.entries(commands).find(([one]) => one === name);
  if (known === undefined) throw new UsageError(`Unknown command: ${name}. See --help.`);
  const [, { run, least, most }] = known;
  const acceptUnverified = values["accept-unverified"] === true;
  if (acceptUnverified && name !== "pull") throw new UsageError("Use --accept-unverified after pull.");
  if (values.configured === true) {
    if (name !== "pull" || names.length > 0) throw new UsageError("Use --configured after pull, without names.");
    return (context) => pullConfigured([], { ...context, acceptUnverified });
  }
  if (names.length < least)
    throw new UsageError(`${name} requires ${least > 1 ? `${least} arguments` : "a name"}. See --help.`);
  if (names.length > most) throw new UsageError(`Unexpected argument: ${names.at(-1)}. See --help.`);
  return (context) => run(names, { ...context, acceptUnverified });
}

function optionsOf(args: readonly string[]) {
  const options = {
    help: { type: "boolean", short: "h" },
    configured: { type: "boolean" },
    "accept-unverified": { type: "boolean" },
  } as const;
  return readArguments({ args: [...args], options, allowPositionals: true });
}

async function main(args: readonly string[]): Promise<void> {
  const run = commandOf(args);
  if (run === null) return void process.stdout.write(help);
  const { models: config } = readConfig();
  const interruption = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => interruption.abort());
  // A worker that installs a model gets the progress by messages. When the worker is gone, the installation stops.
  process.once("disconnect", () => interruption.abort());
  const progress = process.send === undefined ? progressOn(process.stderr) : progressToParent();
  const context = { config, entries: await readCatalogue(), progress, signal: interruption.signal };
  const lines = await run(context).catch((error: unknown) => {
    throw new Error(sentenceOf(error, config.directory), { cause: error });
  });
  if (lines.length > 0) process.stdout.write(`${lines.join("\n")}\n`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  reportFailure(error);
} finally {
  if (process.connected) process.disconnect();
}
