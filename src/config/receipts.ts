import { z } from "zod";
import { setting } from "./setting.ts";
import { optional } from "./types.ts";

const readBy = ["maintenance"] as const;
/** Prices say which tax they include, too. */
const pricesToo = ["api", "maintenance"] as const;
const line = z.string().trim().min(1).max(100, "At most 100 characters fit into a line.");
const mostLines = 6;

const address = z
  .string()
  .transform((given) =>
    given
      .split("|")
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  )
  .refine(
    (lines) => lines.length <= mostLines && lines.every((part) => part.length <= 100),
    `At most ${mostLines} lines are possible, each of at most 100 characters.`,
  );

const percent = z.coerce
  .number()
  .min(0)
  .max(100)
  .refine((rate) => Number.isInteger(Math.round(rate * 1e6) / 1e4), "A percentage has at most two decimals.");

/** The settings of receipts, which name the operator. */
export const receipts = z
  .object({
    name: setting("RECEIPT_NAME", optional(line), {
      description: "Who sells, as receipts say it; SITE_NAME when unset.",
      readBy,
    }),
    address: setting("RECEIPT_ADDRESS", address.default([]), {
      description: "The address of the seller; a | separates lines.",
      readBy,
    }),
    taxId: setting("RECEIPT_TAX_ID", optional(line), {
      description: "The tax number of the seller, with what it is: GSTIN 29ABCDE1234F1Z5.",
      readBy,
    }),
    taxLabel: setting("RECEIPT_TAX_LABEL", line.default("Tax"), {
      description: "The name of the tax that prices include.",
      readBy: pricesToo,
    }),
    taxRate: setting("RECEIPT_TAX_RATE", percent.default(0), {
      description: "The rate of that tax in percent; prices and receipts show none at 0.",
      readBy: pricesToo,
    }),
  })
  .describe("Receipts");
