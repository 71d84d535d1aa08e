import { z } from "zod";
import type { AccountRow } from "#src/domain/accounts/queries.ts";
import type { LiveSubscription } from "#src/domain/subscriptions/queries.ts";

const statuses = ["free", "active", "past_due"] as const;
const price = z.object({ amount: z.string(), currency: z.string() });

export const subscription = z
  .object({
    tier: z.string().meta({ description: "The name of the plan, or `free`." }),
    status: z.enum(statuses),
    character_count: z.int().meta({ description: "Spoken in the last 30 days." }),
    character_limit: z.int().meta({ description: "The same, and what is left." }),
    max_credit_limit_extension: z.int(),
    can_extend_character_limit: z.boolean(),
    allowed_to_extend_character_limit: z.boolean(),
    next_character_count_reset_unix: z.int().nullable().meta({ description: "When the paid cycle ends." }),
    voice_slots_used: z.int(),
    professional_voice_slots_used: z.int(),
    professional_voice_slots_used_in_workspace: z.int(),
    voice_limit: z.int(),
    voice_add_edit_counter: z.int(),
    professional_voice_limit: z.int(),
    can_extend_voice_limit: z.boolean(),
    can_use_instant_voice_cloning: z.boolean(),
    can_use_professional_voice_cloning: z.boolean(),
    currency: z.null(),
    current_overage: price,
    billing_period: z.null(),
    character_refresh_period: z.null(),
    next_invoice: z.null(),
    open_invoices: z.array(z.never()),
    has_open_invoices: z.boolean(),
    pending_change: z.null(),
  })
  .meta({ id: "ElevenLabsSubscription" });

type Subscription = z.output<typeof subscription>;

export const user = z
  .object({
    user_id: z.uuid(),
    workspace_id: z.uuid(),
    subscription,
    is_new_user: z.boolean(),
    can_use_delayed_payment_methods: z.boolean(),
    is_onboarding_completed: z.boolean(),
    is_onboarding_checklist_completed: z.boolean(),
    first_name: z.string().nullable(),
    is_api_key_hashed: z.boolean(),
    created_at: z.int(),
    seat_type: z.literal("workspace_admin"),
  })
  .meta({ id: "ElevenLabsUser" });

interface SubscriptionFacts {
  /** Null where none is bought. */
  readonly plan: { readonly name: string; readonly status: LiveSubscription["status"] } | null;
  readonly characters: { readonly used: number; readonly left: number };
  readonly cycleEndsAt: Date | null;
  readonly voices: { readonly used: number; readonly most: number };
}

const toUnixSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** Features of ElevenLabs' plans that are not here are off. */
const notHere = {
  ...{ max_credit_limit_extension: 0, can_extend_character_limit: false, allowed_to_extend_character_limit: false },
  ...{ professional_voice_slots_used: 0, professional_voice_slots_used_in_workspace: 0, professional_voice_limit: 0 },
  ...{ voice_add_edit_counter: 0, can_extend_voice_limit: false, can_use_professional_voice_cloning: false },
  ...{ currency: null, current_overage: { amount: "0", currency: "usd" }, billing_period: null },
  ...{ character_refresh_period: null, next_invoice: null, open_invoices: [], has_open_invoices: false },
  pending_change: null,
};

export const presentSubscription = ({ plan, characters, cycleEndsAt, voices }: SubscriptionFacts): Subscription => ({
  ...notHere,
  tier: plan?.name ?? "free",
  status: plan === null ? "free" : plan.status === "past_due" ? "past_due" : "active",
  character_count: characters.used,
  character_limit: characters.used + characters.left,
  next_character_count_reset_unix: cycleEndsAt && toUnixSeconds(cycleEndsAt),
  voice_slots_used: voices.used,
  voice_limit: voices.most,
  can_use_instant_voice_cloning: true,
});

/** The account is its own workspace. */
export const presentUser = (account: Pick<AccountRow, "id" | "name" | "created_at">, bought: Subscription) => ({
  user_id: account.id,
  workspace_id: account.id,
  subscription: bought,
  is_new_user: false,
  can_use_delayed_payment_methods: false,
  is_onboarding_completed: true,
  is_onboarding_checklist_completed: true,
  first_name: account.name,
  is_api_key_hashed: true,
  created_at: toUnixSeconds(account.created_at),
  seat_type: "workspace_admin",
});
