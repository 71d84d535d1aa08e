/** All orders in which these can come. */
export function orderingsOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  if (items.length === 0) return [[]];
  return items.flatMap((first) => orderingsOf(items.filter((item) => item !== first)).map((rest) => [first, ...rest]));
}
