import { text } from "node:stream/consumers";
import { z } from "zod";
import { secretDigest } from "#src/domain/api-keys/key-format.ts";
import { operator } from "#src/domain/api-keys/key-creator.ts";
import { findApiKeyId } from "#src/domain/api-keys/queries.ts";
import { revokeApiKey } from "#src/domain/api-keys/revoke-api-key.ts";
import { DomainError } from "#src/errors.ts";
import { adminCommand, type AdminContext } from "./command.ts";

const options = z
  .object({
    "api-key-id": z
      .uuid({ error: "--api-key-id must be a UUID" })
      .optional()
      .meta({ placeholder: "<uuid>", description: "the key with this id" }),
    key: z
      .boolean()
      .default(false)
      .meta({ description: "reads the key from standard input, which keeps it out of the shell's history" }),
    descendants: z.boolean().default(false).meta({ description: "also revokes all keys created with it" }),
  })
  .refine((given) => (given["api-key-id"] === undefined) === given.key, "Give either --api-key-id or --key.");

export const revokeKey = adminCommand({
  name: "revoke-key",
  summary: "Revokes an API key of any account at once. Revoking it again changes nothing.",
  options,
  run: async ({ "api-key-id": id, descendants }, { db }) => {
    const apiKeyId = id ?? (await idOfTypedKey({ db }));
    const { revokedDescendants, liveDescendants, ...revocation } = await revokeApiKey(
      { db },
      { apiKeyId, creator: operator, descendants },
    );
    const revokedAt = revocation.revokedAt.toISOString();
    const lines = [
      `${apiKeyId} was revoked at ${revokedAt}.`,
      ...(revokedDescendants.length > 0 ? [`Keys created with it, also revoked: ${revokedDescendants.length}.`] : []),
      ...(liveDescendants > 0 ? [`Keys created with it, still active: ${liveDescendants}. See --descendants.`] : []),
    ];
    const counts = { revoked_descendants: revokedDescendants, live_descendants: liveDescendants };
    return { text: lines.join("\n"), json: { api_key_id: apiKeyId, revoked_at: revokedAt, ...counts } };
  },
});

async function idOfTypedKey({ db }: Pick<AdminContext, "db">): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write("The key, then Enter and Ctrl-D: ");
  const key = (await text(process.stdin)).trim();
  const apiKeyId = await findApiKeyId(db, secretDigest(key));
  if (apiKeyId === null) throw new DomainError("api_key_not_found");
  return apiKeyId;
}
