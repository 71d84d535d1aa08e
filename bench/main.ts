import { parseArgs } from "node:util";
import { measureRecognition } from "./asr.ts";
import { measureLongFile } from "./long.ts";
import { measureRevocation } from "./revocation.ts";
import { judge, renderReport, type Report } from "./report.ts";
import type { BenchOptions } from "./running-service.ts";
import { measureSynthesis } from "./tts.ts";
import { measureUploads } from "./upload.ts";
import { measureUsage } from "./usage.ts";

const help = `Usage: npm run bench -- <measurement> [options]

Starts the service with every process of its own on a database of its own, measures it beside the same work done without
it, prints one table and removes everything again. Needs Linux, and a machine that does nothing else.

Measurements
  asr <folder>    word error rate and throughput of transcription, beside pocketsphinx_batch alone
  long <folder>   a file of ten minutes: progress, use of the cores, words at the cuts, beside its parts one by one
  revocation      calls that a revoked key still opens, on three API processes
  tts             time that the service adds to one short synthesis, beside flite alone
  upload          memory and time of uploads of 50 MiB, beside a server that does nothing but write them to disk
  usage           the usage report of an account with 5 million requests, beside one with 1,000; writes 2 GB

<folder> holds recordings and an index.json: [{ "file": …, "text": …, "language": "en", "seconds": … }]

Options
  --services          on a real Redis and a real S3 server (MinIO), started for this, instead of the embedded stack
  --repetitions <n>   how often: runs of asr (3), calls of tts (100) and of
                      usage (200), uploads (5), trials of revocation (1000)
  --trials <n>        the same
  --json              the report as JSON
  --help              this text
`;

type Measurement = (folder: string, options: BenchOptions) => Promise<Report>;

const onRecordings: Readonly<Record<string, Measurement>> = { asr: measureRecognition, long: measureLongFile };
const alone: Readonly<Record<string, Measurement>> = {
  revocation: (_folder, options) => measureRevocation(options),
  tts: (_folder, options) => measureSynthesis(options),
  upload: (_folder, options) => measureUploads(options),
  usage: (_folder, options) => measureUsage(options),
};

/** A command that cannot be understood, with the sentence to say so. */
class UsageError extends Error {
  override readonly name = "UsageError";
}

function readCommand(args: readonly string[], signal: AbortSignal) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      services: { type: "boolean", default: false },
      repetitions: { type: "string" },
      trials: { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const [name = "", folder, ...rest] = positionals;
  if (values.help || name === "") return null;
  const measurement = onRecordings[name] ?? alone[name];
  if (measurement === undefined) throw new UsageError(`There is no measurement ${name}. See --help.`);
  const needsFolder = onRecordings[name] !== undefined;
  if (needsFolder === (folder === undefined) || rest.length > 0) {
    throw new UsageError(needsFolder ? `${name} takes one folder of recordings.` : `${name} takes no folder.`);
  }
  const repeated = values.trials ?? values.repetitions;
  const repetitions = repeated === undefined ? undefined : Number(repeated);
  if (repetitions !== undefined && !(Number.isInteger(repetitions) && repetitions > 0)) {
    throw new UsageError("--repetitions and --trials must be a whole number above 0.");
  }
  const measure = () => measurement(folder ?? "", { services: values.services, repetitions, signal });
  return { measure, json: values.json };
}

async function main(signal: AbortSignal): Promise<string> {
  const command = readCommand(process.argv.slice(2), signal);
  if (command === null) return help;
  const report = await command.measure();
  if (!command.json) return renderReport(report);
  return JSON.stringify({ ...report, figures: report.figures.map(judge) }, null, 2);
}

const interruption = new AbortController();
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => interruption.abort());
try {
  process.stdout.write(`${(await main(interruption.signal)).trimEnd()}\n`);
} catch (error) {
  const message = interruption.signal.aborted ? "Interrupted." : error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
