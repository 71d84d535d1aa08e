import type { Page } from "./list-page.ts";

const limit = 100;

/** All items of a list, read page by page. @param read returns one page */
export async function* readPages<Item>(
  read: (page: Page) => Promise<{ readonly items: readonly Item[] }>,
): AsyncGenerator<Item> {
  for (let page = 1, isLast = false; !isLast; page += 1) {
    const { items } = await read({ page, limit });
    yield* items;
    isLast = items.length < limit;
  }
}
