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
 * Runs tests, and then each file in which one has failed once more, alone: a test may need those before it. The run has passed
 * when all of these pass now; what failed at first is listed as flaky, the rest with the command that repeats it.
 */
export async function runTests(run: TestRun): Promise<TestResult> {
  const { args, command, signal, say } = run;
  const { exitCode: code, report } = await runAva(run, args);
  const { passed = 0, failures = [], seconds = {} } = report ?? {};
  const broken = (report?.broken ?? true) || (code !== 0 && failures.length === 0);
  const isRepeat = choosesByTitle(args);
  const failed: FailedTest[] = [];
  const flaky: FailedTest[] = [];
  for (const [file, ofFile] of Map.groupBy(failures, (failure) => failure.file)) {
    const found =
      isRepeat || failures.length > mostRepeats || signal.aborted ? ofFile : await repeatFile(run, file, ofFile);
    failed.push(...found);
    if (found.length === 0) flaky.push(...ofFile);
  }
  if (failed.length > 0) say("\nFailed:");
  for (const failure of failed) say(`  ${nameOf(failure)}`);
  const repeats = new Set(failed.map(({ file }) => `  ${command} -- ${isWord(file) ? file : inQuotes(file)}`));
  if (failed.length > 0) say("\nTo repeat what failed:");
  for (const repeat of repeats) say(repeat);
  say(`${passed} passed, ${failed.length} failed${broken ? ", and ava itself failed" : ""}`);
  if (flaky.length > 0) say(`\nFLAKY: ${flaky.length} failed first and passed when their files were repeated alone:`);
  for (const failure of flaky) say(`  ${nameOf(failure)}`);
  return { exitCode: broken || failed.length > 0 || signal.aborted ? 1 : 0, seconds };
}

/** Runs a file once more, alone. @returns the tests that have failed now; none when all of it passes */
async function repeatFile(run: TestRun, file: string, before: readonly FailedTest[]): Promise<readonly FailedTest[]> {
  run.say(`\nOnce more, alone: ${file}, for ${before.map(({ title }) => title ?? "its process").join("; ")}`);
  const { exitCode: code, report } = await runAva(run, [file]);
  if (code === 0) return [];
  return report === null || report.failures.length === 0 ? before : report.failures;
}

/** True for arguments of ava that choose single tests. */
export const choosesByTitle = (args: readonly string[]): boolean => args.some((arg) => /^(?:--match\b|-m)/.test(arg));

const nameOf = ({ file, title }: FailedTest): string => (title === null ? file : `${file} › ${title}`);

/** True for a path that a shell takes as it is. */
const isWord = (path: string): boolean => /^[\w./-]+$/.test(path);

const inQuotes = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

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
