import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { printInterruptibly } from "#src/command-line.ts";
import { readConfig } from "#src/config.ts";
import { speakRecordings } from "#bench/spoken-recordings.ts";
import { help, readCapacityCommand } from "./command.ts";
import { measuredFigures, type MeasuredFigures } from "./figures.ts";
import { measureFigures } from "./measure.ts";
import { planFor } from "./model.ts";
import { renderPlan } from "./render.ts";

/** Measured by this command on the machine that docs/scale.md describes. */
const published = join(import.meta.dirname, "published.json");
const fileName = "capacity.json";
/** Days for which what is kept for ever is counted. */
const year = 365;

async function main(signal: AbortSignal): Promise<string> {
  const command = readCapacityCommand(process.argv.slice(2));
  if (command.task === "help") return help;
  const path = join(readConfig(process.env).dataDir, fileName);
  if (command.task === "measure") return measureInto(path, command.services, signal);
  const { plan: asked } = command;
  const { figures, source } = await knownFigures(path);
  const { audioDays, textDays, requestDays } = readConfig(process.env).retention;
  const kept = { audio: audioDays ?? year, texts: textDays ?? year, requests: requestDays ?? year };
  const plan = planFor(asked.load, figures, { assumptions: { ...asked.assumptions, kept }, prices: asked.prices });
  return asked.json ? JSON.stringify({ ...plan, figures }, null, 2) : renderPlan(plan, figures, source);
}

async function measureInto(path: string, services: boolean, signal: AbortSignal): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "speech-capacity-"));
  try {
    const recordings = await speakRecordings(directory, signal);
    const options = { services, repetitions: undefined, signal };
    const figures = await measureFigures(options, recordings, (kind) => process.stderr.write(`${kind} …\n`));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `${JSON.stringify(figures, null, 2)}\n`);
    return `Written to ${path}.`;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The figures of this installation, or those that came with the project. */
async function knownFigures(path: string): Promise<{ readonly figures: MeasuredFigures; readonly source: string }> {
  const own = await readFile(path, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  if (own !== null) return { figures: parsed(own, path), source: "By figures of this installation." };
  return {
    figures: parsed(await readFile(published, "utf8"), published),
    source: "By figures of another machine: npm run capacity -- --measure takes those of this one.",
  };
}

function parsed(text: string, path: string): MeasuredFigures {
  try {
    return measuredFigures.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(`${path} cannot be read: measure again with --measure.`, { cause: error });
  }
}

await printInterruptibly(main);
