import type { ColumnType, Generated } from "kysely";

/** Scopes that a device authorization can request: all but `admin`. */
export const deviceScopes = ["speech", "voices", "usage", "keys", "billing"] as const;
export type DeviceScope = (typeof deviceScopes)[number];

export const deviceStatuses = ["pending", "approved", "denied"] as const;
export type DeviceStatus = (typeof deviceStatuses)[number];

/** The tables of what a caller shows beside an API key. */
export interface CredentialTables {
  temporary_tokens: TemporaryTokensTable;
  sessions: SessionsTable;
  sign_ins: SignInsTable;
  device_authorizations: DeviceAuthorizationsTable;
}

type CreatedAt = ColumnType<Date, never, never>;

interface TemporaryTokensTable {
  token_sha256: Buffer;
  /** The key that it stands for; null where it stands for a session of the dashboard. */
  api_key_id: string | null;
  session_id: string | null;
  expires_at: Date;
}

interface SessionsTable {
  id: string;
  user_id: string;
  token_sha256: Buffer;
  user_agent: Generated<string>;
  created_at: CreatedAt;
  last_seen_at: Generated<Date>;
  expires_at: Date;
  /** By which it began; null for one from before these were kept. */
  id_token: string | null;
}

interface SignInsTable {
  token_sha256: Buffer;
  state: string;
  nonce: string;
  code_verifier: string;
  return_to: string;
  created_at: CreatedAt;
}

interface DeviceAuthorizationsTable {
  device_code_sha256: Buffer;
  user_code: string;
  client_name: string;
  scopes: readonly DeviceScope[];
  status: Generated<DeviceStatus>;
  /** The account that approved it and gets the key; null until then. */
  user_id: string | null;
  /** The key that made the approving call; null when a signed-in person approved it. */
  approved_by_key_id: string | null;
  polled_at: Date | null;
  created_at: CreatedAt;
}
