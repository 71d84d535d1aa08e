import { z } from "zod";

/** The facts of a purchase. */
export const purchaseAnswer = z
  .object({
    plan_name: z.string().nullable().meta({ description: "Null for a pack of permanent credits." }),
    months: z.int().meta({ description: "0 for a pack." }),
    tts_credits: z.int().meta({ description: "Characters." }),
    asr_credits: z.int().meta({ description: "Seconds." }),
  })
  .meta({ id: "Purchase" });
