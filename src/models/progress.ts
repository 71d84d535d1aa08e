/** Tells the operator how far a download is. */
export interface Progress {
  /** A line of its own. */
  say(text: string): void;
  /** How many bytes have arrived; the total is null where it is not known. */
  show(label: string, bytes: number, total: number | null): void;
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

/** A bar on a terminal; elsewhere a line for each quarter. */
export function progressOn(output: Output): Progress {
  return output.isTTY === true ? barOn(output) : linesOn(output);
}

function barOn(output: Output): Progress {
  const ended = new Set<string>();
  return {
    say: (text) => void output.write(`${clearLine}${text}\n`),
    show: (label, bytes, total) => {
      if (ended.has(label)) return;
      if (total !== null && bytes >= total) ended.add(label);
      output.write(`${clearLine}${amountOf(label, bytes, total)}${barOf(bytes, total)}${ended.has(label) ? "\n" : ""}`);
    },
  };
}

function barOf(bytes: number, total: number | null): string {
  if (total === null) return "";
  const full = Math.round(Math.min(1, bytes / total) * barWidth);
  return ` [${"#".repeat(full)}${".".repeat(barWidth - full)}]`;
}

function linesOn(output: Output): Progress {
  const shown = new Map<string, number>();
  return {
    say: (text) => void output.write(`${text}\n`),
    show: (label, bytes, total) => {
      const quarter = total === null ? 0 : Math.floor((4 * Math.min(bytes, total)) / total);
      if (quarter <= (shown.get(label) ?? -1)) return;
      shown.set(label, quarter);
      output.write(`${amountOf(label, bytes, total)}\n`);
    },
  };
}

/** A client may need more space for a moment than the download has. */
const amountOf = (label: string, bytes: number, total: number | null): string =>
  total === null
    ? `${label}: ${megabytes(bytes)}`
    : `${label}: ${megabytes(Math.min(bytes, total))} of ${megabytes(total)}`;
