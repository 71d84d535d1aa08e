import { displayName } from "#src/domain/api-keys/display-name.ts";
import type { CreatedApiKey } from "#src/domain/api-keys/create-api-key.ts";
import type { ApiKey } from "#src/domain/api-keys/queries.ts";
import type { Revocation } from "#src/domain/api-keys/revoke-api-key.ts";
import type { RotatedApiKey } from "#src/domain/api-keys/rotate-api-key.ts";

/** A new key with its secret. */
export const presentCreated = (made: CreatedApiKey) => ({
  api_key_id: made.apiKeyId,
  name: displayName(made.name),
  description: made.description,
  key: made.key,
  created_at: made.createdAt.toISOString(),
  scopes: made.scopes,
  created_by_key_id: made.createdByKeyId,
  monthly_credit_limit: made.monthlyCreditLimit,
  expires_at: made.expiresAt?.toISOString() ?? null,
});

/** A new key with its secret, and the one it replaces. */
export const presentRotated = (made: RotatedApiKey, replacedId: string) => ({
  ...presentCreated(made),
  replaces: { api_key_id: replacedId, expires_at: made.oldExpiresAt.toISOString() },
});

export const presentApiKey = (key: ApiKey) => ({
  api_key_id: key.id,
  name: displayName(key.name),
  description: key.description,
  hint: key.hint,
  created_at: key.created_at.toISOString(),
  last_used_at: key.last_used_at?.toISOString() ?? null,
  expires_at: key.expires_at?.toISOString() ?? null,
  revoked_at: key.revoked_at?.toISOString() ?? null,
  scopes: key.scopes,
  created_by_key_id: key.created_by_key_id,
  created_by_key_name: key.created_by_key_name === null ? null : displayName(key.created_by_key_name),
  replaces_key_id: key.replaces_key_id,
  replaced_by_key_id: key.replaced_by_key_id,
  monthly_credit_limit: key.monthly_credit_limit,
  credits_this_month: key.credits_this_month,
  live_descendants: key.live_descendants,
});

export const presentRevoked = (apiKeyId: string, revocation: Revocation) => ({
  api_key_id: apiKeyId,
  revoked_at: revocation.revokedAt.toISOString(),
  revoked_descendants: revocation.revokedDescendants,
  live_descendants: revocation.liveDescendants,
});
