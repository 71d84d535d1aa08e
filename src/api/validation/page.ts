import { z } from "zod";
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
    page: z.int(),
    limit: z.int(),
    has_next: z.boolean(),
  });

/** One page as it is answered; a page past the end is empty. */
export const presentPage = <Item>(
  { items, total }: { readonly items: readonly Item[]; readonly total: number },
  { page, limit }: { readonly page: number; readonly limit: number },
) => ({ items, total, page, limit, has_next: page * limit < total });
