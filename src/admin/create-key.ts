import { z } from "zod";
import { apiKeyScopes } from "#db/schema.ts";
import { ensureAccount } from "#src/domain/accounts/ensure-account.ts";
import { setRole } from "#src/domain/accounts/set-role.ts";
import { createApiKey } from "#src/domain/api-keys/create-api-key.ts";
import { operator } from "#src/domain/api-keys/key-creator.ts";
import {
  type AccountOption,
  accountOptions,
  hasOneAccountOption,
  accountOptionError,
  openAccount,
} from "./account-options.ts";
import { adminCommand, type AdminContext } from "./command.ts";

const isWithin = (maxCharacters: number) => (text: string) => Array.from(text).length <= maxCharacters;

const options = z
  .object({
    ...accountOptions,
    name: z
      .string({ error: "--name is required" })
      .min(1, "--name is empty")
      .refine(isWithin(100), "--name is longer than 100 characters")
      .meta({ placeholder: "<name>", description: "what the key is for" }),
    description: z
      .string()
      .refine(isWithin(500), "--description is longer than 500 characters")
      .default("")
      .meta({ placeholder: "<text>", description: "more about it" }),
    admin: z
      .boolean()
      .default(false)
      .meta({ description: "also gives the account the role admin, and the key all scopes" }),
    scopes: z
      .string()
      .transform((names) => (names === "all" ? [...apiKeyScopes] : names.split(",")))
      .pipe(z.array(z.enum(apiKeyScopes, { error: `--scopes is all, or some of ${apiKeyScopes.join(",")}` })))
      .optional()
      .meta({ placeholder: "<names>", description: "what the key may do; default: all but admin" }),
  })
  .refine(hasOneAccountOption, accountOptionError);

/** Prints the secret of a new key alone, so that it can be put into a variable. */
export const createKey = adminCommand({
  name: "create-key",
  summary: "Creates an API key and prints it once. Creates the account when no account has the --email.",
  options,
  run: async ({ name, description, admin, scopes, ...choice }, { db, config }) => {
    const userId = await accountFor({ db, config }, choice, admin);
    const maxLive = config.limits.apiKeysMax;
    const wanted = scopes ?? (admin ? apiKeyScopes : undefined);
    const made = await createApiKey({ db }, { userId, name, description, creator: operator, scopes: wanted, maxLive });
    const { apiKeyId, key, createdAt } = made;
    const facts = { name, description, scopes: made.scopes, key, created_at: createdAt.toISOString() };
    return { text: key, json: { api_key_id: apiKeyId, user_id: userId, ...facts } };
  },
});

async function accountFor({ db, config }: AdminContext, choice: AccountOption, admin: boolean): Promise<string> {
  const { email } = choice;
  if (email !== undefined) return ensureAccount({ db }, { email, admin, sandbox: config.sandbox });
  const userId = await openAccount({ db }, choice["user-id"] ?? "");
  if (admin) await setRole({ db }, { userId, role: "admin" });
  return userId;
}
