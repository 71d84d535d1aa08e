import { z } from "zod";
import { creditPools } from "#db/billing-schema.ts";
import { correctCredits } from "#src/domain/credits/correct-credits.ts";
import { DomainError } from "#src/errors.ts";
import { accountOptions, resolveAccount, hasOneAccountOption, accountOptionError } from "./account-options.ts";
import { adminCommand } from "./command.ts";

const maxCredits = 1_000_000_000;

const options = z
  .object({
    ...accountOptions,
    pool: z
      .enum(creditPools, { error: "--pool must be tts or asr" })
      .meta({ placeholder: "<pool>", description: "tts (characters) or asr (seconds)" }),
    credits: z
      .string({ error: "--credits is required" })
      .regex(/^-?\d{1,10}$/, "--credits must be a whole number")
      .transform(Number)
      .refine(
        (credits) => credits !== 0 && Math.abs(credits) <= maxCredits,
        `--credits is 1 to ${maxCredits}, or -1 to -${maxCredits}`,
      )
      .meta({ placeholder: "<n>", description: "how many; --credits=-5 removes five" }),
    reason: z
      .string({ error: "--reason is required" })
      .trim()
      .min(1, "--reason is empty")
      .meta({ placeholder: "<text>", description: "why, for the ledger" }),
  })
  .refine(hasOneAccountOption, accountOptionError);

export const grantCredits = adminCommand({
  name: "grant-credits",
  summary: "Corrects the credits of an account, with a reason, and prints the new balance.",
  options,
  run: async ({ pool, credits, reason, ...choice }, { db, config }) => {
    const userId = await resolveAccount({ db, config }, choice);
    const remaining = await correctCredits({ db }, { userId, pool, credits, reason }).catch(nameRemaining);
    const text = `${userId} has ${remaining} ${pool} credits now.`;
    return { text, json: { user_id: userId, pool, credits, remaining } };
  },
});

function nameRemaining(error: unknown): never {
  if (!(error instanceof DomainError) || error.code !== "insufficient_credits") throw error;
  throw new Error(`Insufficient credits: the account has ${error.facts["remaining"]}.`, { cause: error });
}
