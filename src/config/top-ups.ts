import { z } from "zod";
import { setting } from "./setting.ts";
import { list } from "./types.ts";

/** The highest price of a pack, as for a plan. */
const mostRupees = 10_000_000;
const mostCredits = 1_000_000_000;
const packForm = /^([a-z0-9-]{1,40}):(\d{1,8}):(\d{1,10}):(\d{1,10})$/;

/** Permanent credits that are sold at once, for whole rupees. */
export interface TopUpPack {
  readonly id: string;
  readonly priceInr: number;
  readonly ttsCredits: number;
  readonly asrCredits: number;
}

function packOf(text: string): TopUpPack | null {
  const [, id = "", ...numbers] = packForm.exec(text) ?? [];
  const [priceInr = 0, ttsCredits = 0, asrCredits = 0] = numbers.map(Number);
  const isSellable = priceInr > 0 && priceInr <= mostRupees && ttsCredits + asrCredits > 0;
  const isSmall = ttsCredits <= mostCredits && asrCredits <= mostCredits;
  return isSellable && isSmall ? { id, priceInr, ttsCredits, asrCredits } : null;
}

/** Each credit costs more than with any seeded plan, so that a plan stays the better offer for steady use. */
const defaultPacks = "small:199:100000:36000,medium:899:500000:180000,large:3999:2500000:900000";

const packs = list.transform((texts, context) => {
  if (texts.length === 1 && texts[0] === "none") return [];
  const read = texts.map((text) => packOf(text));
  const found = read.filter((pack) => pack !== null);
  if (found.length < texts.length || new Set(found.map(({ id }) => id)).size < found.length) {
    context.addIssue({
      code: "custom",
      message: "Packs such as small:199:200000:72000 are needed, each with an id of its own.",
    });
    return z.NEVER;
  }
  return found;
});

/** The packs of permanent credits that are sold. */
export const topUps = z
  .object({
    packs: setting("TOP_UP_PACKS", packs.prefault(defaultPacks), {
      description:
        "Packs of permanent credits that are sold, each as id:rupees:characters:seconds, separated by commas; `none` sells none.",
      readBy: ["api"],
    }),
  })
  .describe("Top-ups");
