/** What a person has told about themselves; the address is in lower case. */
export interface Profile {
  readonly email: string;
  readonly name: string;
  readonly username: string | null;
}

/** A person who can sign in, as the row is read. */
export interface Account extends Profile {
  readonly id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}
