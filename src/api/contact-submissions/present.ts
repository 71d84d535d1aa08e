import type { ContactSubmission } from "#src/domain/contact-submissions/queries.ts";

export const presentContact = (ticket: ContactSubmission) => ({
  ticket_id: ticket.id,
  name: ticket.name,
  email: ticket.email,
  company: ticket.company,
  interested_products: ticket.interested_products,
  how_did_you_hear: ticket.how_did_you_hear,
  status: ticket.status,
  created_at: ticket.created_at.toISOString(),
});
