import { demoLaneOf } from "#src/domain/jobs/demo-lanes.ts";

/** Demo work comes after everything else in its queue, and that of one caller one at a time. */
export const demoWork = (callerKey: string) => ({ priority: 10, lane: demoLaneOf(callerKey) }) as const;
