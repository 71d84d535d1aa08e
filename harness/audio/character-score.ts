/** The longest run of characters that is compared. */
const longestRun = 6;
/** The factor by which what is missing counts for more than what is too much. */
const recallWeight = 2;

/** The runs of a length in a text without spaces, each with how often it is there. */
function runsOf(text: string, length: number): ReadonlyMap<string, number> {
  const characters = [...text.replaceAll(/\s/gu, "")];
  const runs = new Map<string, number>();
  for (let at = 0; at + length <= characters.length; at += 1) {
    const run = characters.slice(at, at + length).join("");
    runs.set(run, (runs.get(run) ?? 0) + 1);
  }
  return runs;
}

const total = (runs: ReadonlyMap<string, number>): number => [...runs.values()].reduce((sum, count) => sum + count, 0);

/**
 * How alike a translation and its reference are, 0 to 100: chrF2, the F-score of the runs of one to six characters, with case and
 * punctuation and without spaces (Popović 2015).
 */
export function characterScore(reference: string, translation: string): number {
  const [precisions, recalls]: [number[], number[]] = [[], []];
  for (let length = 1; length <= longestRun; length += 1) {
    const [meant, written] = [runsOf(reference, length), runsOf(translation, length)];
    const shared = [...written].reduce((sum, [run, count]) => sum + Math.min(count, meant.get(run) ?? 0), 0);
    if (meant.size === 0 || written.size === 0) continue;
    precisions.push(shared / total(written));
    recalls.push(shared / total(meant));
  }
  const [precision, recall] = [mean(precisions), mean(recalls)];
  if (precision + recall === 0) return 0;
  const squared = recallWeight ** 2;
  return (100 * (1 + squared) * precision * recall) / (squared * precision + recall);
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
