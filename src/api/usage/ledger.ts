import { z } from "zod";
import { creditPools, ledgerKinds } from "#db/billing-schema.ts";
import type { LedgerEntry } from "#src/domain/credits/ledger-queries.ts";

export const ledgerAnswer = z
  .object({
    entry_id: z.string().meta({ description: "Id of the entry; later ones are higher.", examples: ["4711"] }),
    pool: z.enum(creditPools),
    kind: z.enum(ledgerKinds).meta({
      description:
        "`grant` of a plan, a top-up or the free plan, `usage` of a request, `expiry` at the end of a cycle, `withdrawal` " +
        "after a refund, `correction` by an admin.",
    }),
    credits: z.int().meta({ description: "The change: negative for what is gone.", examples: [-36] }),
    request_id: z.uuid().nullable().meta({ description: "The request that was charged; null for other entries." }),
    payments_order_id: z.string().nullable().meta({ description: "The order that was paid; null for other entries." }),
    reason: z.string().nullable().meta({ description: "Why; null for most entries." }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "LedgerEntry" });

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
