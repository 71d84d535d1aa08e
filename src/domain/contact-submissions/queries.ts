import { sql } from "kysely";
import type { contactStatuses } from "#db/contact-schema.ts";
import type { Db } from "#db/schema.ts";
import { type ListedPage, listNewestFirst } from "#src/domain/pages/list-page.ts";

const columns = [
  "id",
  "name",
  "email",
  "company",
  "interested_products",
  "how_did_you_hear",
  "message",
  "status",
  "created_at",
] as const;

export type ContactStatus = (typeof contactStatuses)[number];

const selectSubmissions = (db: Db) => db.selectFrom("contact_submissions").select(columns);

/** A ticket as it stands in its row. */
export type ContactSubmission = Awaited<ReturnType<ReturnType<typeof selectSubmissions>["executeTakeFirstOrThrow"]>>;

export interface NewContactSubmission {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly company: string | null;
  readonly interestedProducts: readonly string[] | null;
  readonly howDidYouHear: string | null;
  readonly message: string | null;
}

/** Opens a ticket for a submission of the contact form. */
export async function insertContactSubmission(db: Db, ticket: NewContactSubmission): Promise<void> {
  await db
    .insertInto("contact_submissions")
    .values({
      id: ticket.id,
      name: ticket.name,
      email: ticket.email,
      company: ticket.company,
      interested_products: ticket.interestedProducts && JSON.stringify(ticket.interestedProducts),
      how_did_you_hear: ticket.howDidYouHear,
      message: cleanMessage(ticket.message),
    })
    .execute();
}

export async function hasContactSubmission(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom("contact_submissions").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}

export interface ContactFilter {
  readonly status?: ContactStatus | undefined;
  /** A part of the name, the e-mail address, the company or the message, in any case. */
  readonly search?: string | undefined;
  readonly page: number;
  readonly limit: number;
}

/** One page of tickets, newest first, and how many there are. */
export async function listContactSubmissions(
  db: Db,
  { status, search = "", page, limit }: ContactFilter,
): Promise<ListedPage<ContactSubmission>> {
  const holds = (column: "name" | "email" | "company" | "message") =>
    sql<boolean>`position(lower(${search}) in lower(${sql.ref(column)})) > 0`;
  const matching = db
    .selectFrom("contact_submissions")
    .$if(status !== undefined, (query) => query.where("status", "=", status ?? "new"))
    .$if(search !== "", (query) =>
      query.where((eb) => eb.or([holds("name"), holds("email"), holds("company"), holds("message")])),
    );
  return listNewestFirst(db, matching.select(columns), { page, limit });
}

export interface StatusChange {
  readonly id: string;
  readonly to: ContactStatus;
  /** The states it may come from. */
  readonly from: readonly ContactStatus[];
}

/** Moves a ticket to another state. @returns the ticket; null when it is not there or in a state it may not come from */
export async function writeContactStatus(db: Db, { id, to, from }: StatusChange): Promise<ContactSubmission | null> {
  const row = await db
    .updateTable("contact_submissions")
    .set({ status: to })
    .where("id", "=", id)
    .where("status", "in", from)
    .returning(columns)
    .executeTakeFirst();
  return row ?? null;
}

/** Control characters except tab and line feed, and those that change the direction of what follows on an admin's page. */
const hidden = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A message as it is kept: line feeds only, without hidden characters and white space around it; null when nothing is left. */
function cleanMessage(message: string | null): string | null {
  const lines = (message ?? "").replaceAll(/\r\n?/g, "\n");
  const shown = lines.replaceAll(hidden, (character) => (/[\t\n]/.test(character) ? character : "")).trim();
  return shown === "" ? null : shown;
}
