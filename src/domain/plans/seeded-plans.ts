/** The plan whose credits every account gets once. */
export const freePlanId = "free";

/** The plans of a new installation; after that they are edited in the database. */
export const seededPlans = [
  {
    id: freePlanId,
    display_name: "Free",
    price_inr: 0,
    billing_cycle: "monthly",
    tts_credits_per_cycle: 100_000,
    asr_credits_per_cycle: 36_000,
    position: 1,
  },
  {
    id: "starter",
    display_name: "Starter",
    price_inr: 499,
    billing_cycle: "monthly",
    tts_credits_per_cycle: 500_000,
    asr_credits_per_cycle: 180_000,
    position: 2,
  },
  {
    id: "pro",
    display_name: "Pro",
    price_inr: 1_999,
    billing_cycle: "monthly",
    tts_credits_per_cycle: 2_500_000,
    asr_credits_per_cycle: 900_000,
    position: 3,
  },
  {
    id: "business",
    display_name: "Business",
    price_inr: 39_999,
    billing_cycle: "yearly",
    tts_credits_per_cycle: 60_000_000,
    asr_credits_per_cycle: 21_600_000,
    position: 4,
  },
] as const;
