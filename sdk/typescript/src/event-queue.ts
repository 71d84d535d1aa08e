/** Items that come from elsewhere, to be iterated over once. */
export interface EventQueue<Item> {
  push(item: Item): void;
  /** Ends the iteration after the items that are there. */
  end(): void;
  /** Throws after the items that are there. */
  fail(error: unknown): void;
  next(): Promise<IteratorResult<Item, undefined>>;
}

/** A queue with any number of waiting items. */
export function eventQueue<Item>(): EventQueue<Item> {
  const items: Item[] = [];
  let ending: (() => IteratorResult<Item, undefined>) | null = null;
  let wake = (): void => undefined;
  const finish = (result: () => IteratorResult<Item, undefined>): void => {
    ending ??= result;
    wake();
  };
  const done = { done: true, value: undefined } as const;
  return {
    push: (item) => {
      items.push(item);
      wake();
    },
    end: () => finish(() => done),
    fail: (error) =>
      finish(() => {
        ending = () => done;
        throw error;
      }),
    next: async () => {
      for (;;) {
        const [item] = items.splice(0, 1);
        if (item !== undefined) return { done: false, value: item };
        if (ending !== null) return ending();
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
