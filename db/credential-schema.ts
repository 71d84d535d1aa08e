import type { ColumnType, Generated } from "kysely";

/** The tables of what a caller shows beside an API key. */
export interface CredentialTables {
  temporary_tokens: TemporaryTokensTable;
  sessions: SessionsTable;
  sign_ins: SignInsTable;
}

type CreatedAt = ColumnType<Date, never, never>;

interface TemporaryTokensTable {
  token_sha256: Buffer;
  /** The key that it stands for. */
  api_key_id: string;
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
}

interface SignInsTable {
  token_sha256: Buffer;
  state: string;
  nonce: string;
  code_verifier: string;
  return_to: string;
  created_at: CreatedAt;
}
