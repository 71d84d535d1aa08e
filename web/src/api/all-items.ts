interface Page<Item> {
  readonly items: readonly Item[];
  readonly has_next: boolean;
}

/** The items of a list from a page on to its last. @throws Problem, ConnectionError */
export async function allItems<Item>(load: (page: number) => Promise<Page<Item>>, page = 1): Promise<readonly Item[]> {
  const { items, has_next: hasNext } = await load(page);
  return hasNext ? [...items, ...(await allItems(load, page + 1))] : items;
}
