import { writeFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { machineLoad } from "#harness/machine-load.ts";
import { keepSeconds } from "#harness/seconds.ts";
import { MissingProgramError } from "#harness/servers/backing-services.ts";
import { stackOf } from "#harness/service/running-servers.ts";
import { mapConcurrently } from "./calls.ts";
import { reportFailure, UsageError } from "#src/command-line.ts";
import { type Command, commandFor, fileOf, helpFor, readCommand } from "./command.ts";
import {
  hasPassed,
  allPassed,
  renderResult,
  renderRun,
  renderTable,
  type Result,
  resultsAsJson,
  type Run,
  hasRun,
} from "./report.ts";
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
  const run = runOf(command);
  const found: Result[] = [];
  const inOrder = (): readonly Result[] => run.asked.flatMap((name) => found.filter((one) => one.name === name));
  const write = (): void => {
    if (command.jsonPath !== null) writeFileSync(command.jsonPath, resultsAsJson(run, inOrder()));
  };
  write();
  say(`${renderRun(run)}\n`);
  await runAll(command, signal, (result) => {
    found.push(result);
    write();
  });
  say(`${renderRun(run)}\n\n${renderTable(inOrder())}`);
  if (!hasRun(found)) throw new UsageError("Nothing of what was asked for can be run here.");
  return allPassed(run, found) ? 0 : 1;
}

const runOf = ({ scenarios: asked, quick, ...stack }: Command): Run => ({
  size: quick ? "quick" : "full",
  stack: stackOf(stack),
  asked: asked.map(({ name }) => name),
  machine: machineLoad(),
  startedAt: new Date().toISOString(),
});

/** Tells of each scenario as soon as it is over. */
async function runAll(
  { scenarios: asked, services, quick, cluster, pooler }: Command,
  signal: AbortSignal,
  onResult: (result: Result) => void,
): Promise<void> {
  const setting = { services, quick, cluster, pooler };
  await using opened = new AsyncDisposableStack();
  const directory = opened.adopt(await mkdtemp(join(tmpdir(), "speech-faults-")), (path) =>
    rm(path, { recursive: true }),
  );
  const runAndSay = async (scenario: Scenario): Promise<void> => {
    signal.throwIfAborted();
    const logPath = join(directory, `${scenario.name}.log`);
    const result = await runOne(scenario, { ...setting, logPath, signal });
    signal.throwIfAborted();
    say(`${renderResult(result)}\n`);
    if (!hasPassed(result)) {
      say(`${await endOfLog(logPath)}\n\nTo repeat it alone: ${commandFor(scenario.name, setting)}\n`);
    }
    // The sizes differ, and only the quick one is dealt to machines.
    const isUsual = setting.quick && !setting.cluster && !setting.pooler;
    if (isUsual && result.seconds > 0) keepSeconds({ [fileOf(scenario.name)]: result.seconds });
    onResult(result);
  };
  const together = asked.filter(({ alone }) => setting.quick && !alone);
  const others = asked.filter((scenario) => !together.includes(scenario));
  await mapConcurrently(together, quickAtOnce, runAndSay);
  await mapConcurrently(others, 1, runAndSay);
}

async function runOne(scenario: Scenario, setting: Setting): Promise<Result> {
  const { name, promise, needsServices, plainOnly, lacks, run } = scenario;
  if (needsServices && !setting.services) {
    return { name, promise, seconds: 0, skipped: "there is no Redis and no S3 server that could be broken." };
  }
  if (plainOnly === true && (setting.cluster === true || setting.pooler === true)) {
    return { name, promise, seconds: 0, skipped: "its programs know neither a cluster nor a pooler." };
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

/** Reads what the processes logged last, to find out why. */
async function endOfLog(path: string): Promise<string> {
  const lines = (await readFile(path, "utf8").catch(() => "")).trimEnd().split("\n");
  return [
    "The last lines of the log:",
    ...lines.slice(-shownLogLines).map((line) => line.slice(0, shownLogWidth)),
  ].join("\n");
}

const interruption = new AbortController();
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => interruption.abort());
// Everything that this process has started would stay if it just died.
process.on("unhandledRejection", (reason) => {
  process.stderr.write(`${inspect(reason)}\n`);
  interruption.abort();
});
try {
  process.exitCode = await main(interruption.signal);
} catch (error) {
  reportFailure(interruption.signal.aborted ? new Error("Interrupted.", { cause: error }) : error);
}
