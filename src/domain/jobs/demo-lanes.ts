const prefix = "demo";

/** The lane of the demo work of one caller, which goes on one at a time over all queues. */
export const demoLaneOf = (callerKey: string): string => `${prefix}: ${callerKey}`;

/** True also for the one lane in which an earlier release keeps all demo work. */
export const isDemoLane = (lane: string | null): boolean => lane?.startsWith(prefix) ?? false;

/** The lanes of all demo work, as a pattern of SQL. */
export const demoLanes = `${prefix}%`;
