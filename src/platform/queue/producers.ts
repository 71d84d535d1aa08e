/** Something that is closed once. */
export interface Closable {
  close(): Promise<void>;
}

/** A part of BullMQ that remembers for ever when its first connection has failed. */
export interface Part extends Closable {
  waitUntilReady(): Promise<unknown>;
}

/** Parts by name, each opened when it is first asked for, and again after opening it failed. */
export interface Producers<Name, Producer> {
  of(name: Name): Promise<Producer>;
  opened(): readonly Closable[];
}

export function openProducers<Name, Producer extends Part>(make: (name: Name) => Producer): Producers<Name, Producer> {
  const producers = new Map<Name, Promise<Producer>>();
  return {
    of: (name) => {
      const ready = producers.get(name) ?? readyOrClosed(make(name));
      producers.set(name, ready);
      ready.catch(() => producers.delete(name));
      return ready;
    },
    opened: () => [...producers.values()].map(closableLater),
  };
}

async function readyOrClosed<Ready extends Part>(part: Ready): Promise<Ready> {
  try {
    await part.waitUntilReady();
    return part;
  } catch (error) {
    part.close().catch(() => undefined);
    throw error;
  }
}

const closableLater = (part: Promise<Closable>): Closable => ({
  close: async () => {
    await part.then(
      (ready) => ready.close(),
      () => undefined,
    );
  },
});
