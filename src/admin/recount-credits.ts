import { z } from "zod";
import { type CreditDifference, recountCredits } from "#src/domain/credits/recount-credits.ts";
import { adminCommand } from "./command.ts";

export const recountCreditsCommand = adminCommand({
  name: "recount-credits",
  summary: "Recounts the credits of all accounts and lists balances that differ from the ledger; there should be none.",
  options: z.object({}),
  run: async (_options, { db }) => {
    const { balances, differences } = await recountCredits({ db });
    const shown = `${differences.length} of ${balances} balances are wrong.`;
    return { text: [...differences.map(lineOf), shown].join("\n"), json: { balances, differences } };
  },
});

const lineOf = ({ user_id: userId, pool, ...sums }: CreditDifference): string =>
  `${userId}  ${pool}  ${Object.entries(sums)
    .map(([name, sum]) => `${name} ${sum}`)
    .join("  ")}`;
