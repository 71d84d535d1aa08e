import type { Readable, Writable } from "node:stream";
import type { SpeechClient } from "../speech-client.ts";
import { connect } from "./connect.ts";
import { readSettings } from "./settings.ts";

/** The environment and streams of a command. */
export interface Context {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Progress and errors. */
  readonly stderr: Writable;
}

/** Options of every command. */
export interface CommonOptions {
  readonly json?: true;
  readonly url?: string;
}

/** Minutes of a broken connection are slept over: up to eight attempts, 30 seconds apart at most. */
const retries = { maxRetries: 8, backoffMs: 500 };

/** @throws MissingKeyError */
export async function openClient({ env }: Context, { url }: CommonOptions): Promise<SpeechClient> {
  return connect({ ...(await readSettings(env, url)), ...retries });
}

/** Prints data as JSON where that was asked for, else the lines for people. */
export function print({ stdout }: Context, { json }: CommonOptions, { data, lines }: Printed): void {
  stdout.write(json === true ? `${JSON.stringify(data, null, 2)}\n` : lines.map((line) => `${line}\n`).join(""));
}

interface Printed {
  readonly data: unknown;
  readonly lines: readonly string[];
}

/** Columns of texts, as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows.reduce<readonly number[]>(
    (known, row) => row.map((cell, column) => Math.max(known[column] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

const barWidth = 20;
/** Columns of a terminal that does not tell. */
const usualColumns = 80;

interface ProgressBar {
  show(percent: number): void;
  /** Says what is done while there is no percentage. */
  say(text: string): void;
  end(): void;
}

/** A bar on a terminal; elsewhere nothing, so that logs stay short. */
export function progressBar({ stderr }: Context, label: string): ProgressBar {
  const isTerminal = "isTTY" in stderr && stderr.isTTY === true;
  const write = (text: string): void => void (isTerminal && stderr.write(text));
  return {
    show: (percent) => {
      const done = Math.round((percent / 100) * barWidth);
      write(`\r${label} [${"#".repeat(done)}${".".repeat(barWidth - done)}] ${percent}%\u001B[K`);
    },
    say: (text) => {
      const columns = "columns" in stderr ? Number(stderr.columns) : usualColumns;
      // The end of a text that fits into one row; another row would stay.
      write(`\r${label} ${text.slice(-Math.max(1, columns - label.length - 2))}\u001B[K`);
    },
    end: () => write("\r\u001B[K"),
  };
}
