import type { CreatedApiKey } from "#src/domain/api-keys/create-api-key.ts";
import type { ApiKey } from "#src/domain/api-keys/queries.ts";
import type { RotatedApiKey } from "#src/domain/api-keys/rotate-api-key.ts";

/** A new key with its secret. */
export const presentCreated = ({ apiKeyId, name, description, key, createdAt }: CreatedApiKey) => ({
  api_key_id: apiKeyId,
  name,
  description,
  key,
  created_at: createdAt.toISOString(),
});

/** A new key with its secret, and the one it replaces. */
export const presentRotated = (made: RotatedApiKey, replacedId: string) => ({
  ...presentCreated(made),
  replaces: { api_key_id: replacedId, expires_at: made.oldExpiresAt.toISOString() },
});

export const presentApiKey = (key: ApiKey) => ({
  api_key_id: key.id,
  name: key.name,
  description: key.description,
  hint: key.hint,
  created_at: key.created_at.toISOString(),
  last_used_at: key.last_used_at?.toISOString() ?? null,
  expires_at: key.expires_at?.toISOString() ?? null,
  revoked_at: key.revoked_at?.toISOString() ?? null,
});
