/** The facts that a provider states about a person; null where it states none. */
export interface Person {
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
  readonly username: string | null;
}
