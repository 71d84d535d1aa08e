import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exitCode } from "#harness/servers/server-process.ts";
import { type FailedTest, readReport, reportVariable, type TestReport } from "./test-report.ts";

const modules = join(import.meta.dirname, "../../node_modules");
const ava = join(modules, ".bin/ava");
/** Hundreds of processes load the same modules. */
const compileCache = { NODE_COMPILE_CACHE: join(modules, ".cache/compiled") };
/** When more tests than this have failed, there is a cause to look for before any is repeated. */
const mostRepeats = 20;

export interface TestRun {
  /** Arguments of ava. */
  readonly args: readonly string[];
  /** The command by which a person runs tests in this way: `npm test` or `npm run test:services`. */
  readonly command: string;
  /** Variables beside those of this process. */
  readonly environment: Readonly<Record<string, string>>;
  /** The folder of `ava.config.js`. */
  readonly project: string;
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
  /** The output of ava is shown or thrown away. */
  readonly output: "inherit" | "ignore";
}

export interface TestResult {
  readonly exitCode: number;
  /** Seconds of each file that has ended. */
  readonly seconds: Readonly<Record<string, number>>;
}

/**
 * Runs tests, and then each one that has failed once more, alone. The run has passed when each of these passes now; they are
 * listed as flaky, the others with the command that repeats them.
 */
export async function runTests(run: TestRun): Promise<TestResult> {
  const { args, command, signal, say } = run;
  const { exitCode: code, report } = await runAva(run, args);
  const { passed = 0, failures = [], seconds = {} } = report ?? {};
  const broken = (report?.broken ?? true) || (code !== 0 && failures.length === 0);
  const isRepeat = choosesByTitle(args);
  const repeated = isRepeat || failures.length > mostRepeats ? [] : failures;
  const flaky: FailedTest[] = [];
  for (const failure of repeated) {
    if (signal.aborted) break;
    say(`\nOnce more, alone: ${nameOf(failure)}`);
    if ((await runAva(run, argumentsFor(failure))).exitCode === 0) flaky.push(failure);
  }
  const failed = failures.filter((failure) => !flaky.includes(failure));
  if (failed.length > 0) say("\nTo repeat what failed:");
  for (const failure of failed) say(`  ${commandFor(failure, command)}`);
  say(`${passed} passed, ${failed.length} failed${broken ? ", and ava itself failed" : ""}`);
  if (flaky.length > 0) say(`\nFLAKY: ${flaky.length} failed first and passed when repeated alone:`);
  for (const failure of flaky) say(`  ${nameOf(failure)}\n    ${commandFor(failure, command)}`);
  return { exitCode: broken || failed.length > 0 || signal.aborted ? 1 : 0, seconds };
}

/** True for arguments of ava that choose single tests. */
export const choosesByTitle = (args: readonly string[]): boolean => args.some((arg) => /^(?:--match\b|-m)/.test(arg));

const nameOf = ({ file, title }: FailedTest): string => (title === null ? file : `${file} › ${title}`);

/** A pattern of ava matches the title alone when the signs with a meaning stand behind a backslash. */
const patternFor = (title: string): string => title.replaceAll(/[*\\]|^!/g, (sign) => `\\${sign}`);

const argumentsFor = ({ file, title }: FailedTest): readonly string[] =>
  title === null ? [file] : [file, `--match=${patternFor(title)}`];

const inQuotes = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The command of a shell that repeats a test alone. */
function commandFor({ file, title }: FailedTest, command: string): string {
  const path = /^[\w./-]+$/.test(file) ? file : inQuotes(file);
  return `${command} -- ${path}${title === null ? "" : ` --match=${inQuotes(patternFor(title))}`}`;
}

interface AvaRun {
  readonly exitCode: number;
  readonly report: TestReport | null;
}

async function runAva({ environment, project, signal, output }: TestRun, args: readonly string[]): Promise<AvaRun> {
  const directory = await mkdtemp(join(tmpdir(), "speech-service-report-"));
  const path = join(directory, "report.json");
  try {
    const child = spawn(process.execPath, [ava, ...args], {
      cwd: project,
      env: { ...process.env, ...compileCache, ...environment, [reportVariable]: path },
      stdio: ["ignore", output, output],
    });
    const stop = (): void => void child.kill();
    signal.addEventListener("abort", stop);
    const code = await exitCode(child);
    signal.removeEventListener("abort", stop);
    return { exitCode: code ?? 1, report: readReport(path) };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
