import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { type ContactStatus, type ContactSubmission, hasContactSubmission, writeContactStatus } from "./queries.ts";

/** For each state, those that lead to it; the same again is no change and always fine. */
const predecessors: Readonly<Record<ContactStatus, readonly ContactStatus[]>> = {
  new: ["new"],
  reviewed: ["new", "closed", "reviewed"],
  closed: ["new", "reviewed", "closed"],
};

/**
 * Moves a ticket to another state: new → reviewed → closed, new → closed, closed → reviewed.
 * @throws DomainError `ticket_not_found`, `invalid_transition`
 */
export async function changeContactStatus(
  { db }: { readonly db: Db },
  { ticketId, status }: { readonly ticketId: string; readonly status: ContactStatus },
): Promise<ContactSubmission> {
  const changed = await writeContactStatus(db, { id: ticketId, to: status, from: predecessors[status] });
  if (changed !== null) return changed;
  throw new DomainError((await hasContactSubmission(db, ticketId)) ? "invalid_transition" : "ticket_not_found");
}
