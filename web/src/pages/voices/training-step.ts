import type { Voice } from "#web/api/types.ts";
import { formatNumber } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";

/** The steps of a training, and the percent of the work from which each runs. */
const steps = [
  { name: t("Check sample"), now: t("Checking the sample"), from: 0 },
  { name: t("Match voice"), now: t("Matching the voice"), from: 5 },
  { name: t("Test voice"), now: t("Speaking the words of the sample"), from: 90 },
] as const;

type Progress = Pick<Voice, "status" | "progress" | "queue_position">;

/** The place of the step that a training has come to, from 0; −1 while it waits. */
const placeOf = ({ status, progress }: Progress): number =>
  status === "pending" ? -1 : steps.findLastIndex(({ from }) => progress >= from);

/** The steps of a training, in their order. */
export const stepsOf = (training: Progress) =>
  steps.map(({ name }, at) => ({ name, isDone: at < placeOf(training), isCurrent: at === placeOf(training) }));

/** The step that a training has come to. */
export function stepOf(training: Progress): string {
  const { queue_position: place } = training;
  const step = steps[placeOf(training)];
  if (step !== undefined) return step.now;
  return place === null ? t("In the queue") : t("In the queue, place {place}", { place: formatNumber(place) });
}
