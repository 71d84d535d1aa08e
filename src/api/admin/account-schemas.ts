import { z } from "zod";
import { accountNoteKinds } from "#db/account-schema.ts";
import { creditPools } from "#db/billing-schema.ts";
import { roleSources, userRoles } from "#db/schema.ts";
import { pageQuery } from "#src/api/validation/page.ts";
import { literal } from "#src/api/validation/literal.ts";
import { integer } from "#src/api/validation/number.ts";
import { text } from "#src/api/validation/text.ts";
import { uuid } from "#src/api/validation/uuid.ts";
import { accountOrders } from "#src/domain/accounts/list-accounts.ts";

const maxCredits = 1_000_000_000;
const count = z.int().min(0);

export const accountListQuery = z.object({
  ...pageQuery,
  search: text({ min: 1, max: 200 }).optional(),
  role: literal(userRoles).optional(),
  sort: literal(accountOrders).default("newest").meta({ description: "`email` is by the address, A to Z." }),
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

/** The name of an account in a list for admins. */
export const accountName = z
  .string()
  .nullable()
  .meta({
    description: "Its name, username or e-mail address; null without an account and for a closed one.",
    examples: ["Ann Lee"],
  });

export const blockBody = z.object({
  reason: text({ min: 1, max: 2000, pattern: /\S/ }).meta({
    description: "For the other admins.",
    examples: ["Sells its key."],
  }),
});

export const noteBody = z.object({
  text: text({ min: 1, max: 2000, pattern: /\S/ }).meta({
    description: "The note, as plain text.",
    examples: ["Asked for an invoice by e-mail."],
  }),
});

export const noteAnswer = z
  .object({
    note_id: z.uuid().meta({ description: "Id of the note.", examples: ["4b1c3d4e-5f60-4718-92a3-b4c5d6e7f809"] }),
    kind: z.enum(accountNoteKinds).meta({ description: "`note`, or what an admin did: `blocked`, `unblocked`." }),
    text: z.string().meta({ description: "The note, or the reason.", examples: ["Asked for an invoice by e-mail."] }),
    author_id: z
      .uuid()
      .nullable()
      .meta({ description: "The admin; null once that account is gone.", examples: [null] }),
    author_name: accountName,
    created_at: z.iso.datetime(),
  })
  .meta({ id: "AccountNote" });

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
      .meta({ description: "When the account was closed; the personal data is erased within minutes." }),
    blocked_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: "When an admin blocked it; null where none did.", examples: [null] }),
    last_used_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: "The last call by a key or in the dashboard, to the minute; null where none is known." }),
    plan_name: z
      .string()
      .nullable()
      .meta({ description: "The plan that runs; null without one.", examples: ["Pro"] }),
    credits: z
      .object({ tts_remaining: count, asr_remaining: count })
      .meta({ description: "Remaining credits: characters and seconds." }),
  })
  .meta({ id: "ListedAccount" });

export const accountAnswer = listedAccount
  .extend({
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
