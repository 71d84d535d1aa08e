/** The part of a terminal, or of a file in its place, that is written to. */
interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** The time of a step that takes longer than this is shown, in milliseconds. */
const shortMs = 2_000;
const terminalEveryMs = 1_000;
const fileEveryMs = 10_000;
const clearLine = "\r\u001B[2K";

/** Says what is being done, for how long it has been done, and, unless it was short, how long it took. */
export async function step<Result>(
  label: string,
  work: () => Promise<Result>,
  output: Output = process.stdout,
): Promise<Result> {
  const begun = performance.now();
  const isTerminal = output.isTTY === true;
  const line = (): string => {
    const ms = performance.now() - begun;
    return `${label} …${ms < shortMs ? "" : ` ${Math.round(ms / 1000)} s`}`;
  };
  const show = (): void => void output.write(isTerminal ? `${clearLine}${line()}` : `${line()}\n`);
  show();
  const timer = setInterval(show, isTerminal ? terminalEveryMs : fileEveryMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (isTerminal) output.write(`${clearLine}${line()}\n`);
    else if (performance.now() - begun >= shortMs) output.write(`${line()}, done\n`);
  }
}
