/** The account behind a request. */
export interface Caller {
  readonly userId: string;
  readonly role: "user" | "admin";
  /** How the account was proven: a key, or a session of the dashboard or the identity provider. */
  readonly source: "api_key" | "web";
  /** The key that was used; null with a session. */
  readonly apiKeyId: string | null;
  /** The dashboard's session that was used; null with a key or a token of the identity provider. */
  readonly sessionId: string | null;
}
