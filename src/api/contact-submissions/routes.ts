import { jsonBody, noBody } from "#src/api/bodies/body.ts";
import { pageOf, presentPage } from "#src/api/validation/page.ts";
import { accountRoute, openRoute } from "#src/api/route.ts";
import { changeContactStatus } from "#src/domain/contact-submissions/change-contact-status.ts";
import {
  type ContactSubmission,
  insertContactSubmission,
  listContactSubmissions,
} from "#src/domain/contact-submissions/queries.ts";
import {
  contactAnswer,
  contactBody,
  contactChange,
  contactListQuery,
  contactParams,
  createdContact,
} from "./schemas.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const presentContact = (ticket: ContactSubmission) => ({
  ticket_id: ticket.id,
  name: ticket.name,
  email: ticket.email,
  company: ticket.company,
  interested_products: ticket.interested_products,
  how_did_you_hear: ticket.how_did_you_hear,
  message: ticket.message,
  status: ticket.status,
  created_at: ticket.created_at.toISOString(),
});

const tag = "Contact";

const create = openRoute(
  {
    method: "post",
    path: "/v1/contact-submissions",
    operationId: "contactSubmissions.create",
    tag,
    summary: "Contact the operator",
    access: "public",
    params: noInput,
    query: noInput,
    body: jsonBody(contactBody),
    responses: { 201: { description: "A ticket with the status `new`.", schema: createdContact } },
    errors: ["body_too_large", "unavailable"],
    limit: "contact",
  },
  async ({ body }, _caller, { resources: { db }, requestId: id }) => {
    const { name, email, company = null } = body;
    const {
      interested_products: interestedProducts = null,
      how_did_you_hear: howDidYouHear = null,
      message = null,
    } = body;
    await insertContactSubmission(db, { id, name, email, company, interestedProducts, howDidYouHear, message });
    return { status: 201, data: { ticket_id: id } };
  },
);

const list = accountRoute(
  {
    method: "get",
    path: "/v1/contact-submissions",
    operationId: "contactSubmissions.list",
    tag,
    summary: "List the tickets of the contact form",
    description: "`search` is a part of the name, the e-mail address, the company or the message, in any case.",
    access: "admin",
    scope: "admin",
    params: noInput,
    query: contactListQuery,
    body: noBody,
    responses: { 200: { description: "One page.", schema: pageOf(contactAnswer).meta({ id: "ContactPage" }) } },
    errors: [],
  },
  async ({ query }, _caller, { resources: { db } }) => {
    const { items, ...length } = await listContactSubmissions(db, query);
    return { status: 200, data: presentPage({ items: items.map(presentContact), ...length }, query) };
  },
);

const change = accountRoute(
  {
    method: "patch",
    path: "/v1/contact-submissions/{ticket_id}",
    operationId: "contactSubmissions.update",
    tag,
    summary: "Move a ticket to another status",
    description:
      "`new` → `reviewed` → `closed`, `new` → `closed`, `closed` → `reviewed`; the same again changes nothing.",
    access: "admin",
    scope: "admin",
    params: contactParams,
    query: noInput,
    body: jsonBody(contactChange),
    responses: { 200: { description: "The ticket.", schema: contactAnswer } },
    errors: ["body_too_large", "ticket_not_found", "invalid_transition"],
  },
  async ({ params, body }, _caller, { resources }) => {
    const ticket = await changeContactStatus(resources, { ticketId: params.ticket_id, status: body.status });
    return { status: 200, data: presentContact(ticket) };
  },
);

/** The contact form and its tickets. */
export const contactRoutes = [create, list, change];
