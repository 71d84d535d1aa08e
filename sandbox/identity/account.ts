import { owner } from "#src/config/owner.ts";

/** The details that a person has given; the address is in lower case. */
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

/**
 * The account of the owner is made by `npm start`: it has no password and cannot be deleted. The sandbox verifies no address
 * but vouches for the owner's, by which the operator's commands find the account.
 */
export const isOwner = (id: string): boolean => id === owner.subject;
