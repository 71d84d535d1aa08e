import { readArguments, UsageError } from "#src/command-line.ts";
import { measureEverything, type Measurement, measurements } from "./measurements.ts";

/** A measurement as it was asked for. */
export interface Command {
  readonly measure: Measurement["measure"];
  readonly hears: Measurement["hears"];
  /** The recordings to use; null for those that are made for it, undefined where none are needed. */
  readonly folder: string | null | undefined;
  readonly services: boolean;
  readonly repetitions: number | undefined;
  /** Minutes of the soak. */
  readonly minutes: number | undefined;
  /** Numbers of requests of growth. */
  readonly rows: readonly number[] | undefined;
  readonly json: boolean;
  readonly markdown: boolean;
}

const indent = " ".repeat(19);

/** The text that explains the command. */
export const help = `Usage: npm run bench -- [<measurement>] [<folder>] [options]

Starts the service with every process of its own on a database of its own, measures it beside the same work done without
it, prints one table and removes everything again. Needs Linux, and a machine that does nothing else.

Without a measurement it does all of those that are marked with *, on Redis and S3, with fewer repetitions than each has
alone, in ten minutes or so, and prints one table of them.

Measurements
${measurements
  .map(({ name, about, hears, repetitionsInTable }) => {
    const mark = repetitionsInTable === null ? " " : "*";
    const told = [...about.split("\n"), ...(hears === null ? [] : ["takes a <folder>"])].join(`\n${indent}`);
    return `${mark} ${name.padEnd(indent.length - 2)}${told}`;
  })
  .join("\n")}

<folder> holds recordings and an index.json: [{ "file": …, "text": …, "language": "en", "seconds": … }]. Without one
flite speaks some in English, but not for a measurement that needs other languages. For everything: npm run bench -- all <folder>

Options
  --services          on a real Redis and a real S3 server (MinIO), started for this, instead of the embedded stack
  --repetitions <n>   how often: runs of asr and rounds of scaling, synthesis-rate and reads (3), rounds of jobs (5),
                      short calls of tts (40, by flite 100) and calls of usage (200), uploads (5)
  --minutes <n>       how long the soak goes on (60)
  --rows <n,n,…>      the numbers of requests at which growth is measured (100000,1000000); the ratio is to the smallest. 10
                      million need 15 GB in the folder for temporary files and half an hour, 100 million 150 GB and hours
  --json              the report as JSON
  --markdown          the table in Markdown, as docs/measured.md holds it
  --help              this text

The exit code is 1 when something could not be measured and 2 when the command was not valid.
`;

/** @returns null when it was asked how to be asked @throws UsageError */
export function readCommand(args: readonly string[]): Command | null {
  const { values, positionals } = parsed(args);
  if (values.help) return null;
  const [name = "all", folder = null, ...rest] = positionals;
  const measurement =
    name === "all"
      ? ({ hears: "English", measure: measureEverything } as const)
      : measurements.find((one) => one.name === name);
  if (measurement === undefined) throw new UsageError(`There is no measurement ${name}. See --help.`);
  if (rest.length > 0) throw new UsageError("One measurement and one folder, please. See --help.");
  if (folder === null && measurement.hears === "any language") {
    throw new UsageError(`${name} needs a folder with recordings in several languages: flite speaks English alone.`);
  }
  if (folder !== null && measurement.hears === null) throw new UsageError(`${name} takes no folder.`);
  return {
    measure: measurement.measure,
    hears: measurement.hears,
    folder: measurement.hears === null ? undefined : folder,
    services: values.services,
    repetitions: wholeNumber(values.repetitions),
    minutes: wholeNumber(values.minutes),
    rows: values.rows?.split(",").flatMap((rows) => wholeNumber(rows) ?? []),
    json: values.json,
    markdown: values.markdown,
  };
}

function parsed(args: readonly string[]) {
  const flag = { type: "boolean", default: false } as const;
  const text = { type: "string" } as const;
  const options = {
    services: flag,
    repetitions: text,
    minutes: text,
    rows: text,
    json: flag,
    markdown: flag,
    help: flag,
  } as const;
  return readArguments({ args: [...args], allowPositionals: true, options });
}

function wholeNumber(value: string | undefined): number | undefined {
  const number = value === undefined ? undefined : Number(value);
  if (number === undefined || (Number.isInteger(number) && number > 0)) return number;
  throw new UsageError("--repetitions, --minutes and --rows must be whole numbers above 0.");
}
