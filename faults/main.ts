import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { machineLoad } from "#bench/report.ts";
import { MissingProgramError } from "#test/support/backing-services.ts";
import { inTurns } from "./calls.ts";
import { type Command, helpFor, readCommand, UsageError } from "./command.ts";
import { hasPassed, renderResult, renderTable, type Result, resultsAsJson } from "./report.ts";
import type { Scenario, Setting } from "./scenario.ts";
import { scenarios } from "./scenarios.ts";

const shownLogLines = 10;
const shownLogWidth = 300;
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Scenarios that may go on at the same time, when it is to be quick: most of them mostly wait. */
const quickAtOnce = 2;

/** Runs what was asked for. @returns the exit code */
async function main(signal: AbortSignal): Promise<number> {
  const command = readCommand(process.argv.slice(2), scenarios);
  if (command === null) {
    say(helpFor(scenarios).trimEnd());
    return 0;
  }
  say(`On ${command.services ? "Redis and S3 (MinIO)" : "the embedded stack"}; ${machineLoad()}\n`);
  const results = await runAll(command, signal);
  say(renderTable(results));
  if (command.jsonPath !== null) await writeFile(command.jsonPath, resultsAsJson(results));
  return results.every(hasPassed) ? 0 : 1;
}

async function runAll({ scenarios: asked, services, quick }: Command, signal: AbortSignal): Promise<readonly Result[]> {
  await using opened = new AsyncDisposableStack();
  const directory = opened.adopt(await mkdtemp(join(tmpdir(), "speech-faults-")), (path) =>
    rm(path, { recursive: true }),
  );
  const runAndSay = async (scenario: Scenario): Promise<Result> => {
    signal.throwIfAborted();
    const logPath = join(directory, `${scenario.name}.log`);
    const result = await runOne(scenario, { services, quick, logPath, signal });
    signal.throwIfAborted();
    say(`${renderResult(result)}\n`);
    if (!hasPassed(result)) say(`${await endOfLog(logPath)}\n`);
    return result;
  };
  const together = asked.filter(({ alone }) => quick && !alone);
  const others = asked.filter((scenario) => !together.includes(scenario));
  const results = [...(await inTurns(together, quickAtOnce, runAndSay)), ...(await inTurns(others, 1, runAndSay))];
  return results.toSorted((a, b) => positionOf(a, asked) - positionOf(b, asked));
}

const positionOf = (result: Result, asked: readonly Scenario[]): number =>
  asked.findIndex(({ name }) => name === result.name);

async function runOne({ name, promise, needsServices, lacks, run }: Scenario, setting: Setting): Promise<Result> {
  if (needsServices && !setting.services) {
    return { name, promise, seconds: 0, skipped: "there is no Redis and no S3 server that could be broken." };
  }
  const lacking = await lacks?.();
  if (typeof lacking === "string") return { name, promise, seconds: 0, skipped: lacking };
  const begun = performance.now();
  const secondsSoFar = (): number => (performance.now() - begun) / 1000;
  try {
    const outcome = await run(setting);
    return { name, promise, seconds: secondsSoFar(), outcome };
  } catch (error) {
    if (error instanceof MissingProgramError) return { name, promise, seconds: 0, missing: error.message };
    const message = inspect(error);
    return { name, promise, seconds: secondsSoFar(), error: message };
  }
}

/** What the processes said last, for whoever has to find out why. */
async function endOfLog(path: string): Promise<string> {
  const lines = (await readFile(path, "utf8").catch(() => "")).trimEnd().split("\n");
  return [
    "The last lines of the log:",
    ...lines.slice(-shownLogLines).map((line) => line.slice(0, shownLogWidth)),
  ].join("\n");
}

const interruption = new AbortController();
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => interruption.abort());
try {
  process.exitCode = await main(interruption.signal);
} catch (error) {
  const message = interruption.signal.aborted ? "Interrupted." : error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
