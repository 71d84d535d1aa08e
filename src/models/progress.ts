/** Tells the operator how far a download is, or other work. */
export interface Progress {
  /** A line of its own. */
  say(text: string): void;
  /** Shows the bytes that have arrived, or how much is done; the total is null where it is not known. */
  show(label: string, done: number, total: number | null): void;
}

/** The part of a terminal, or of a file in its place, that is written to. */
interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const barWidth = 30;
const clearLine = "\r\u001B[2K";

/** Megabytes, as package managers count them. */
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;

/**
 * A bar on a terminal; elsewhere a line for each quarter.
 * @param words how amounts are written; megabytes of bytes when absent
 */
export function progressOn(output: Output, words: Words = megabytes): Progress {
  return output.isTTY === true ? barOn(output, words) : linesOn(output, words);
}

/** By messages to the process that has started this one. */
export const progressToParent = (): Progress => ({
  say: (text) => void process.send?.({ said: text }),
  show: (label, done, total) => void process.send?.({ label, done: Math.min(done, total ?? done), total }),
});

type Words = (amount: number) => string;

function barOn(output: Output, words: Words): Progress {
  const ended = new Set<string>();
  return {
    say: (text) => void output.write(`${clearLine}${text}\n`),
    show: (label, done, total) => {
      if (ended.has(label)) return;
      if (total !== null && done >= total) ended.add(label);
      const amount = amountOf({ label, done, total }, words);
      output.write(`${clearLine}${amount}${barOf(done, total)}${ended.has(label) ? "\n" : ""}`);
    },
  };
}

function barOf(done: number, total: number | null): string {
  if (total === null) return "";
  const full = Math.round(Math.min(1, done / total) * barWidth);
  return ` [${"#".repeat(full)}${".".repeat(barWidth - full)}]`;
}

function linesOn(output: Output, words: Words): Progress {
  const shown = new Map<string, number>();
  return {
    say: (text) => void output.write(`${text}\n`),
    show: (label, done, total) => {
      const quarter = total === null ? 0 : Math.floor((4 * Math.min(done, total)) / total);
      if (quarter <= (shown.get(label) ?? -1)) return;
      shown.set(label, quarter);
      output.write(`${amountOf({ label, done, total }, words)}\n`);
    },
  };
}

interface Shown {
  readonly label: string;
  readonly done: number;
  readonly total: number | null;
}

/** A client may need more space for a moment than the download has. */
const amountOf = ({ label, done, total }: Shown, words: Words): string =>
  total === null ? `${label}: ${words(done)}` : `${label}: ${words(Math.min(done, total))} of ${words(total)}`;
