import { z } from "zod";
import type { ListedPage, Page } from "#src/domain/pages/list-page.ts";
import { integer } from "./number.ts";

/** The query of every list. */
export const pageQuery = {
  page: integer({ min: 1 }).default(1),
  limit: integer({ min: 1, max: 100 }).default(20),
};

/** The data of every list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    total: z.int(),
    total_is_estimate: z.boolean(),
    page: z.int(),
    limit: z.int(),
    has_next: z.boolean(),
  });

/** One page as it is answered; a page past the end is empty. */
export const presentPage = <Item>(
  { items, total, totalIsEstimate, hasNext }: ListedPage<Item>,
  { page, limit }: Page,
) => ({ items, total, total_is_estimate: totalIsEstimate, page, limit, has_next: hasNext });
