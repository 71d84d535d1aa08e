/** Demo work comes after everything else in its queue. */
export const demoPriority = 10;
