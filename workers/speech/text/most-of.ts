/** The key with the largest sum of amounts, such as the language of most of a text; undefined without any. Ties go to the first. */
export function mostOf<Key>(amounts: Iterable<readonly [key: Key | null, amount: number]>): Key | undefined {
  const sums = new Map<Key, number>();
  for (const [key, amount] of amounts) if (key !== null) sums.set(key, (sums.get(key) ?? 0) + amount);
  return [...sums].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}
