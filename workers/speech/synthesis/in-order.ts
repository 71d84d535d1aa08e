/**
 * The results of some work on each item, in the order of the items: up to `atOnce` items are worked on at the same time. When one
 * fails, or the results are wanted no longer, the rest is aborted and waited for.
 */
export async function* inOrder<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
): AsyncGenerator<Result> {
  const stopped = new AbortController();
  const underWay: Promise<Result>[] = [];
  try {
    for (const item of items) {
      const result = work(item, stopped.signal);
      // It is waited for in its turn, which may come after it has failed.
      result.catch(() => undefined);
      underWay.push(result);
      if (underWay.length < atOnce) continue;
      const [first] = underWay.splice(0, 1);
      if (first !== undefined) yield await first;
    }
    while (underWay.length > 0) {
      const [first] = underWay.splice(0, 1);
      if (first !== undefined) yield await first;
    }
  } finally {
    stopped.abort();
    await Promise.allSettled(underWay);
  }
}
