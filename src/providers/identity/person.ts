/** What a provider says of a person; null is what it does not say. */
export interface Person {
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
  readonly username: string | null;
}
