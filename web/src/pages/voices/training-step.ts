import type { Voice } from "#web/api/types.ts";

const steps = ["In the queue", "Checking the sample", "Matching the voice"] as const;
/** Percent of the work from which the sample has been checked. */
const checkedPercent = 5;

/** The step that a training has come to. */
export function stepOf({ status, progress }: Pick<Voice, "status" | "progress">): (typeof steps)[number] {
  if (status === "pending") return steps[0];
  return progress < checkedPercent ? steps[1] : steps[2];
}
