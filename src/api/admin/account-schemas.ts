import { z } from "zod";
import { creditPools } from "#db/billing-schema.ts";
import { roleSources, userRoles } from "#db/schema.ts";
import { pageQuery } from "#src/api/validation/page.ts";
import { literal } from "#src/api/validation/literal.ts";
import { integer } from "#src/api/validation/number.ts";
import { text } from "#src/api/validation/text.ts";
import { uuid } from "#src/api/validation/uuid.ts";

const maxCredits = 1_000_000_000;
const count = z.int().min(0);

export const accountListQuery = z.object({
  ...pageQuery,
  search: text({ min: 1, max: 200 }).optional(),
  role: literal(userRoles).optional(),
});

export const accountParams = z.object({ user_id: uuid() });

export const roleChange = z.object({ role: literal(userRoles) });

export const correctionBody = z.object({
  pool: literal(creditPools),
  credits: integer({ min: -maxCredits, max: maxCredits })
    .refine((credits) => credits !== 0, "It must not be 0")
    .meta({ not: { const: 0 } }),
  reason: text({ min: 1, max: 500, pattern: /\S/ }),
});

export const listedAccount = z
  .object({
    user_id: z.uuid(),
    email: z.string(),
    email_verified: z.boolean(),
    has_identity: z.boolean().meta({ description: "False for an account that was made on the command line." }),
    name: z.string(),
    username: z.string(),
    role: z.enum(userRoles),
    role_source: z.enum(roleSources).meta({
      description:
        "Who gave the role. `email_list` is ADMIN_EMAILS; only an operator changes what an `operator` has decided.",
    }),
    created_at: z.iso.datetime(),
    closed_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: "When the account was closed and the personal data erased." }),
  })
  .meta({ id: "ListedAccount" });

export const accountAnswer = listedAccount
  .extend({
    credits: z
      .object({ tts_remaining: count, asr_remaining: count })
      .meta({ description: "Remaining credits: characters and seconds." }),
    subscription: z
      .object({
        plan_id: z.string(),
        plan_name: z.string(),
        status: z.enum(["active", "past_due", "cancelled"]),
        current_period_end: z.iso.datetime(),
      })
      .nullable()
      .meta({ description: "Null when no subscription is running." }),
    requests: count,
    voices: count,
    live_api_keys: count,
    sessions: count.meta({ description: "Dashboard sessions of the account." }),
  })
  .meta({ id: "AdminAccount" });

export const correctionAnswer = z
  .object({
    user_id: z.uuid(),
    pool: z.enum(creditPools),
    credits: z.int(),
    reason: z.string(),
    created_at: z.iso.datetime(),
    remaining: count.meta({ description: "The remaining credits of the pool." }),
  })
  .meta({ id: "CreditCorrection" });

export const signedOutAccount = z
  .object({ user_id: z.uuid(), signed_out: count.meta({ description: "How many sessions there were." }) })
  .meta({ id: "SignedOutAccount" });
