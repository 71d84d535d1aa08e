import { randomInt } from "node:crypto";

/** The same in random order. */
export function shuffled<Item>(items: readonly Item[]): readonly Item[] {
  const rest = [...items];
  return items.flatMap(() => rest.splice(randomInt(rest.length), 1));
}
