import type { ApiKey } from "#web/api/types.ts";
import { formatDate, formatDateTime } from "#web/format.ts";

/** True for a key that works. */
export const isLiveKey = ({ revoked_at: revokedAt, expires_at: expiresAt }: ApiKey): boolean =>
  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());

/** The state of a key, in words. */
export function keyState(apiKey: ApiKey): string {
  const { revoked_at: revokedAt, expires_at: expiresAt, replaced_by_key_id: successor } = apiKey;
  if (revokedAt !== null) return `Revoked ${formatDate(revokedAt)}`;
  if (expiresAt === null) return "Active";
  if (successor !== null) return `Replaced, active until ${formatDateTime(expiresAt)}`;
  return isLiveKey(apiKey) ? `Active until ${formatDate(expiresAt)}` : `Expired ${formatDate(expiresAt)}`;
}
