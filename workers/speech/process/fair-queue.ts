import type { Owner } from "#workers/speech/engine.ts";

/** The account of all background work: at most one of its tasks runs at a time. */
export const background = "background";
/** The account of all work of batches: its tasks come when no other account has one, and else after so many of others, so that what has begun comes to its end. */
export const batches = "batches";
const othersBeforeBatches = 15;

interface Owned<Task> {
  readonly owner: Owner;
  readonly task: Task;
}

/**
 * Tasks of several accounts. The next task is that of the account with the fewest running tasks; among equals, of the
 * one that was served longest ago. The files of an account alternate.
 */
export interface FairQueue<Task> {
  /** `first` puts the task before the other tasks of its file. */
  add(owned: Owned<Task>, end?: "first" | "last"): void;
  /** The task counts as running until `done`. */
  take(): Owned<Task> | undefined;
  done(owner: Owner): void;
  remove(owned: Owned<Task>): void;
  /** Empties the queue. */
  drain(): readonly Task[];
}

/** A queue in the memory of this process. */
export function createFairQueue<Task>(): FairQueue<Task> {
  // Maps keep insertion order; a served account moves to the end.
  const waiting = new Map<string, Map<object, readonly Task[]>>();
  const underWay = new Map<string, number>();
  let sinceBatches = 0;
  const tasksOf = ({ account, file }: Owner): readonly Task[] => waiting.get(account)?.get(file) ?? [];
  const put = (owner: Owner, tasks: readonly Task[]): void => putTasks(waiting, owner, tasks);
  return {
    add: ({ owner, task }, end = "last") => {
      put(owner, end === "first" ? [task, ...tasksOf(owner)] : [...tasksOf(owner), task]);
    },
    take: () => {
      const isTurnOfBatches = sinceBatches >= othersBeforeBatches && waiting.has(batches);
      const account = isTurnOfBatches ? batches : leastBusy(waiting.keys(), underWay);
      const [file, [task, ...rest] = []] = waiting.get(account)?.entries().next().value ?? [];
      if (file === undefined || task === undefined) return undefined;
      sinceBatches = account === batches ? 0 : sinceBatches + 1;
      const owner = { account, file };
      put(owner, []);
      moveToEnd(waiting, account);
      put(owner, rest);
      count(underWay, account, 1);
      return { owner, task };
    },
    done: ({ account, file }) => {
      count(underWay, account, -1);
      moveToEnd(waiting.get(account) ?? new Map<object, readonly Task[]>(), file);
      moveToEnd(waiting, account);
    },
    remove: ({ owner, task }) => {
      const others = tasksOf(owner).filter((other) => other !== task);
      put(owner, others);
    },
    drain: () => {
      const tasks = [...waiting.values()].flatMap((files) => [...files.values()].flat());
      waiting.clear();
      return tasks;
    },
  };
}

function putTasks<Task>(
  waiting: Map<string, Map<object, readonly Task[]>>,
  { account, file }: Owner,
  tasks: readonly Task[],
): void {
  const files = waiting.get(account) ?? new Map<object, readonly Task[]>();
  if (tasks.length > 0) files.set(file, tasks);
  else files.delete(file);
  if (files.size > 0) waiting.set(account, files);
  else waiting.delete(account);
}

function moveToEnd<Key, Value>(map: Map<Key, Value>, key: Key): void {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
}

function count(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const counted = (counts.get(key) ?? 0) + change;
  if (counted === 0) counts.delete(key);
  else counts.set(key, counted);
}

/** The first of those with the fewest; an empty name where there is none. */
function leastBusy(accounts: Iterable<string>, underWay: ReadonlyMap<string, number>): string {
  let least: { readonly account: string; readonly tasks: number } | undefined;
  for (const account of accounts) {
    const own = underWay.get(account) ?? 0;
    if (account === background && own > 0) continue;
    const tasks = account === batches ? Number.MAX_SAFE_INTEGER : own;
    if (least === undefined || tasks < least.tasks) least = { account, tasks };
  }
  return least?.account ?? "";
}
