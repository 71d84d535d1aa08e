/** Tasks of several owners, taken in turn: one of each owner, however many it has waiting. */
export interface FairQueue<Task> {
  /** `first` puts the task before the owner's others. */
  add(owner: object, task: Task, place?: "first" | "last"): void;
  take(): { readonly owner: object; readonly task: Task } | undefined;
  remove(owner: object, task: Task): void;
  /** Empties the queue. */
  drain(): readonly Task[];
}

/** A queue in the memory of this process. */
export function createFairQueue<Task>(): FairQueue<Task> {
  // A map keeps the order in which owners came; an owner that was served goes to its end.
  const waiting = new Map<object, Task[]>();
  return {
    add: (owner, task, place = "last") => {
      const tasks = waiting.get(owner) ?? [];
      if (place === "first") tasks.unshift(task);
      else tasks.push(task);
      waiting.set(owner, tasks);
    },
    take: () => {
      for (const [owner, [task, ...rest]] of waiting) {
        waiting.delete(owner);
        if (task === undefined) continue;
        if (rest.length > 0) waiting.set(owner, rest);
        return { owner, task };
      }
      return undefined;
    },
    remove: (owner, task) => {
      const rest = waiting.get(owner)?.filter((other) => other !== task) ?? [];
      if (rest.length > 0) waiting.set(owner, rest);
      else waiting.delete(owner);
    },
    drain: () => {
      const tasks = [...waiting.values()].flat();
      waiting.clear();
      return tasks;
    },
  };
}
