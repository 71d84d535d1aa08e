import pMap from "p-map";

export interface ParallelMapOptions {
  /** Items that are in work at a time. */
  readonly concurrency: number;
  /** Aborted by the first failure. */
  readonly stop: AbortController;
  /** Belongs to the caller and to `stop`: no further item is begun once it is aborted. */
  readonly signal: AbortSignal;
}

/**
 * Works on the parts of one whole in parallel. The first failure stops the rest and is thrown. When this settles, no work is
 * running any more.
 * @returns the results in the order of the items
 */
export async function parallelMap<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  { concurrency, stop, signal }: ParallelMapOptions,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const begun: Promise<Result>[] = [];
  const begin = (item: Item, index: number): Promise<Result> => {
    const result = work(item, index);
    begun.push(result);
    return result;
  };
  try {
    return await pMap<Item, Result>(items, begin, { concurrency, signal });
  } catch (error) {
    stop.abort(error);
    throw error;
  } finally {
    await Promise.allSettled(begun);
  }
}
