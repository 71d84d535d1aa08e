import { raiseProgress } from "#src/domain/speech/queries.ts";
import type { Resources } from "#src/platform/resources.ts";

/** How often progress is written, at most. */
const progressEveryMs = 500;

/** Writes the progress of a request now and then; a write that fails is no reason to stop the work. */
export function progressWriter({ db }: Pick<Resources, "db">, requestId: string): (percent: number) => void {
  let lastMs = 0;
  return (percent) => {
    if (performance.now() - lastMs < progressEveryMs) return;
    lastMs = performance.now();
    raiseProgress(db, requestId, Math.min(percent, 99)).catch(() => undefined);
  };
}
