import { z } from "zod";
import { creditPools, ledgerKinds } from "#db/billing-schema.ts";
import { purchaseAnswer } from "#src/api/purchase.ts";
import { literal } from "#src/api/validation/literal.ts";
import { pageQuery } from "#src/api/validation/page.ts";
import type { CreditChange, LedgerEntry } from "#src/domain/credits/ledger-queries.ts";

const kind = z.enum(ledgerKinds).meta({
  description:
    "`grant` of a plan, a top-up or the free plan, `usage` of a request, `expiry` at the end of a cycle, `withdrawal` " +
    "after a refund, `correction` by an admin.",
});
const credits = z.int().meta({ description: "The change: negative for what is gone.", examples: [-36] });
const reason = z.string().nullable().meta({ description: "Why; null for most entries." });
const orderId = z.string().nullable().meta({ description: "The order that was paid; null for other entries." });

export const ledgerQuery = z.object({ ...pageQuery, pool: literal(creditPools).default("tts") });

export const ledgerAnswer = z
  .object({
    entry_id: z.string().meta({ description: "Id of the entry; later ones are higher.", examples: ["4711"] }),
    pool: z.enum(creditPools),
    kind,
    credits,
    request_id: z.uuid().nullable().meta({ description: "The request that was charged; null for other entries." }),
    payments_order_id: orderId,
    reason,
    created_at: z.iso.datetime(),
  })
  .meta({ id: "LedgerEntry" });

export const creditChangeAnswer = z
  .object({
    date: z.iso.date(),
    kind,
    credits,
    balance: z.int().meta({
      description: "The credits of the account after it, with those that are held for unfinished requests.",
      examples: [499_562],
    }),
    description: z
      .string()
      .nullable()
      .meta({ description: "What was bought; null for other changes.", examples: ["Starter, 1 month"] }),
    purchase: purchaseAnswer.nullable(),
    payments_order_id: orderId,
    reason,
  })
  .meta({ id: "CreditChange" });

/** A change of the credits as the account reads it. */
export const presentCreditChange = (change: CreditChange): z.output<typeof creditChangeAnswer> => ({
  date: change.day,
  kind: change.kind,
  credits: change.credits,
  balance: change.balance,
  description: change.description,
  purchase: change.facts,
  payments_order_id: change.provider_order_id,
  reason: change.reason,
});

/** An entry of the ledger as it is answered. */
export const presentLedgerEntry = (entry: LedgerEntry): z.output<typeof ledgerAnswer> => ({
  entry_id: entry.id,
  pool: entry.pool,
  kind: entry.kind,
  credits: entry.credits,
  request_id: entry.kind === "usage" ? entry.request_id : null,
  payments_order_id: entry.provider_order_id,
  reason: entry.reason,
  created_at: entry.created_at.toISOString(),
});
