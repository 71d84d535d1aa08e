import type { ApiKeyScope } from "#db/schema.ts";
import type { TokenKind } from "#src/domain/api-keys/key-format.ts";

/** The account behind a request. */
export interface Caller {
  readonly userId: string;
  /** As what the account may act, whatever it shows. */
  readonly accountRole: "user" | "admin";
  /** As what the caller may act: a key of an admin without the scope `admin` is a user's. */
  readonly role: "user" | "admin";
  /** Those of the key as far as they are of use to the account; all of the role with a session or an access token. */
  readonly scopes: readonly ApiKeyScope[];
  /** The kind of proof for the account: a key, or a session of the dashboard or the identity provider. */
  readonly source: "api_key" | "web";
  /** The key that was used, or that of the temporary token; null with a session. */
  readonly apiKeyId: string | null;
  /** The kind of the temporary token that was used; null with another credential. */
  readonly token: TokenKind | null;
  /** The dashboard's session that was used, or that of the temporary token; null with a key or a token of the identity provider. */
  readonly sessionId: string | null;
}
