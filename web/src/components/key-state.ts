import type { ApiKey } from "#web/api/types.ts";
import { formatDate, formatDateTime } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";

/** True for a key that works. */
export const isLiveKey = ({ revoked_at: revokedAt, expires_at: expiresAt }: ApiKey): boolean =>
  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());

/** The state of a key, in words. */
export function keyState(apiKey: ApiKey): string {
  const { revoked_at: revokedAt, expires_at: expiresAt, replaced_by_key_id: successor } = apiKey;
  if (revokedAt !== null) return t("Revoked {date}", { date: formatDate(revokedAt) });
  if (expiresAt === null) return t("Active");
  if (successor !== null) return t("Replaced, active until {time}", { time: formatDateTime(expiresAt) });
  const date = formatDate(expiresAt);
  return isLiveKey(apiKey) ? t("Active until {date}", { date }) : t("Expired {date}", { date });
}
