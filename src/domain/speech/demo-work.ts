/** Demo work comes after everything else in its queue, and one at a time over all queues. */
export const demoWork = { priority: 10, lane: "demo" } as const;
