/** Keeps answers for a moment, so that frequent callers cause few queries. It never shrinks: its keys are few. */
export interface TtlCache<Value = boolean> {
  /**
   * Returns what `load` gave for this key at most `maxAgeMs` ago, or gives now. Callers at the same time share one load; one that fails
   * is not kept.
   */
  get(key: string, maxAgeMs: number, load: () => Promise<Value>): Promise<Value>;
}

interface Entry<Value> {
  readonly value: Promise<Value>;
  /** By the clock of `performance`; unknown until it is there. */
  loadedAt?: number;
}

/** In the memory of this process. */
export function openTtlCache<Value = boolean>(): TtlCache<Value> {
  const entries = new Map<string, Entry<Value>>();
  const loadNow = (key: string, load: () => Promise<Value>): Promise<Value> => {
    const entry: Entry<Value> = { value: load() };
    entries.set(key, entry);
    entry.value.then(
      () => (entry.loadedAt = performance.now()),
      () => entries.delete(key),
    );
    return entry.value;
  };
  return {
    get: (key, maxAgeMs, load) => {
      const entry = entries.get(key);
      const isOld = entry?.loadedAt !== undefined && performance.now() - entry.loadedAt > maxAgeMs;
      return entry === undefined || isOld ? loadNow(key, load) : entry.value;
    },
  };
}
