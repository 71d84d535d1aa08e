interface Page<Item> {
  readonly items: readonly Item[];
  readonly has_next: boolean;
}

/** Every item of a list; the next page is fetched when it is needed. */
export async function* itemsOf<Item>(load: (page: number) => Promise<Page<Item>>): AsyncGenerator<Item, void> {
  for (let page = 1; ; page += 1) {
    const { items, has_next: hasNext } = await load(page);
    yield* items;
    if (!hasNext) return;
  }
}
