import type { Voice } from "#web/api/types.ts";
import { formatNumber } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";

const steps = [
  t("In the queue"),
  t("Checking the sample"),
  t("Matching the voice"),
  t("Speaking the words of the sample"),
] as const;
/** Percent of the work from which the sample has been checked. */
const checkedPercent = 5;
/** Percent of the work from which the voice is made. */
const matchedPercent = 90;

type Progress = Pick<Voice, "status" | "progress" | "queue_position">;

/** The step that a training has come to. */
export function stepOf({ status, progress, queue_position: place }: Progress): string {
  if (status === "pending") {
    return place === null ? steps[0] : t("In the queue, place {place}", { place: formatNumber(place) });
  }
  if (progress < checkedPercent) return steps[1];
  return progress < matchedPercent ? steps[2] : steps[3];
}
