import type { Voice } from "#web/api/types.ts";

const steps = ["In the queue", "Checking the sample", "Matching the voice", "Searching for a closer match"] as const;
/** Percent of the work from which the sample has been checked. */
const checkedPercent = 5;

/** The step that a training has come to. */
export function stepOf({
  status,
  progress,
  match,
}: Pick<Voice, "status" | "progress" | "match">): (typeof steps)[number] {
  if (status === "pending") return steps[0];
  // What the fit has found is there while the search goes on.
  if (match !== null) return steps[3];
  return progress < checkedPercent ? steps[1] : steps[2];
}
