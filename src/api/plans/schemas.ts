import { z } from "zod";
import { billingCycles } from "#db/billing-schema.ts";

const plan = z
  .object({
    plan_id: z.string(),
    display_name: z.string(),
    price_inr: z.int().meta({ description: "Whole rupees." }),
    billing_cycle: z.enum(billingCycles),
    tts_credits_per_cycle: z.int().meta({ description: "Characters." }),
    asr_credits_per_cycle: z.int().meta({ description: "Seconds." }),
  })
  .meta({ id: "Plan" });

export const planList = z.object({ items: z.array(plan) }).meta({ id: "PlanList" });
