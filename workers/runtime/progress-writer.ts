import { raiseProgress } from "#src/domain/speech/queries.ts";
import { raiseTrainingProgress } from "#src/domain/voices/training-queries.ts";
import type { Resources } from "#src/platform/resources.ts";

/** The shortest time between two writes of progress. */
const progressEveryMs = 500;

/** Writes the progress of a request now and then; a write that fails is no reason to stop the work. */
export const progressWriter = ({ db }: Pick<Resources, "db">, requestId: string): ((percent: number) => void) =>
  nowAndThen((percent) => raiseProgress(db, requestId, percent));

/** Writes the progress of the training of a voice. */
export const trainingProgressWriter = ({ db }: Pick<Resources, "db">, voiceId: string): ((percent: number) => void) =>
  nowAndThen((percent) => raiseTrainingProgress(db, voiceId, percent));

function nowAndThen(write: (percent: number) => Promise<void>): (percent: number) => void {
  let lastMs = 0;
  return (percent) => {
    if (performance.now() - lastMs < progressEveryMs) return;
    lastMs = performance.now();
    write(Math.min(percent, 99)).catch(() => undefined);
  };
}
