import { z } from "zod";
import { apiKeyScopes } from "#db/schema.ts";
import { pageOf, pageQuery } from "#src/api/validation/page.ts";
import { accept, field } from "#src/api/validation/field.ts";
import { literal } from "#src/api/validation/literal.ts";
import { list } from "#src/api/validation/list.ts";
import { integer } from "#src/api/validation/number.ts";
import { name, text } from "#src/api/validation/text.ts";
import { uuid } from "#src/api/validation/uuid.ts";

const monthlyCreditLimit = integer({ min: 1, max: 2_000_000_000 }).nullable();

export const apiKeyBody = z.object({
  name: name({ min: 1, max: 100 }),
  description: text({ max: 500 }).default(""),
  scopes: list(literal(apiKeyScopes), { min: 1, max: 20 })
    .optional()
    .meta({ description: "What the key may do: those of its creator without `admin` when absent, and never more." }),
  monthly_credit_limit: monthlyCreditLimit.optional().meta({
    description: "How many credits the key may use in a month (UTC); no limit of its own when null or absent.",
  }),
  expires_in_days: integer({ min: 1, max: 3650 }).nullable().optional().meta({
    description:
      "For how many days the key works; without an end when null or absent. A key that is made with a key ends with that at the latest.",
  }),
});

export const apiKeyChange = z.object({
  monthly_credit_limit: monthlyCreditLimit.meta({ description: "Null for no limit of its own." }),
});

/** A malformed id is null, to be answered like the id of a missing key. */
const anyId = field<string | null>((raw) => accept(uuid().safeParse(raw).data ?? null), {
  type: "string",
  format: "uuid",
});

export const apiKeyParams = z.object({ api_key_id: anyId });

export const revocationQuery = z.object({
  descendants: literal(["true", "false"])
    .default("false")
    .meta({ description: "`true` also revokes all keys that were made with this one, directly or through others." }),
});

export const rotationBody = z.object({
  grace_period_days: integer({ min: 0, max: 7 })
    .default(0)
    .meta({ description: "For how many more days the old key works; with 0 it is revoked at once." }),
});

export const apiKeyListQuery = z.object({
  ...pageQuery,
  status: literal(["live", "revoked"]).optional().meta({ description: "`revoked` are all that do not work any more." }),
});

const dateTime = z.iso.datetime();
const facts = {
  scopes: z.array(z.enum(apiKeyScopes)),
  created_by_key_id: z.uuid().nullable().meta({
    description: "The key that authenticated the call which made this one; null when a person was signed in.",
  }),
  monthly_credit_limit: z
    .int()
    .nullable()
    .meta({ description: "How many credits the key may use in a month (UTC); null when it has no limit of its own." }),
  expires_at: dateTime.nullable().meta({ description: "When the key stops working; null for one without an end." }),
};

const created = z.object({
  api_key_id: z.uuid(),
  name: z.string(),
  description: z.string(),
  key: z.string().meta({ description: "The secret. It is shown this once and never again." }),
  created_at: dateTime,
  ...facts,
});

export const createdApiKey = created.meta({ id: "CreatedApiKey" });

export const rotatedApiKey = created
  .extend({
    replaces: z
      .object({ api_key_id: z.uuid(), expires_at: dateTime })
      .meta({ description: "The old key, and when it stops working." }),
  })
  .meta({ id: "RotatedApiKey" });

const liveDescendants = z
  .int()
  .meta({ description: "How many keys that were made with this one, directly or through others, still work." });

export const apiKeyAnswer = z
  .object({
    api_key_id: z.uuid(),
    name: z.string(),
    description: z.string(),
    hint: z.string().meta({ description: "The last four characters of the key." }),
    created_at: dateTime,
    last_used_at: dateTime.nullable().meta({ description: "To the minute." }),
    revoked_at: dateTime.nullable(),
    ...facts,
    created_by_key_name: z.string().nullable(),
    replaces_key_id: z.uuid().nullable().meta({ description: "The key in whose place this one was made." }),
    replaced_by_key_id: z.uuid().nullable().meta({ description: "The key that was made in place of this one." }),
    credits_this_month: z.int().meta({
      description: "Credits that were charged in the current month (UTC), and those held for unfinished requests.",
    }),
    live_descendants: liveDescendants,
  })
  .meta({ id: "ApiKey" });

export const apiKeyPage = pageOf(apiKeyAnswer).meta({ id: "ApiKeyPage" });

export const revokedApiKey = z
  .object({
    api_key_id: z.uuid(),
    revoked_at: dateTime,
    revoked_descendants: z.array(z.uuid()).meta({ description: "The keys that were revoked with it." }),
    live_descendants: liveDescendants,
  })
  .meta({ id: "RevokedApiKey" });
