import { z } from "zod";
import { contactStatuses } from "#db/contact-schema.ts";
import { pageQuery } from "#src/api/validation/page.ts";
import { email } from "#src/api/validation/email.ts";
import { list } from "#src/api/validation/list.ts";
import { literal } from "#src/api/validation/literal.ts";
import { text } from "#src/api/validation/text.ts";
import { uuid } from "#src/api/validation/uuid.ts";

export const contactBody = z.object({
  name: text({ min: 1, max: 200 }),
  email: email(),
  company: text({ max: 200 }).nullable().optional(),
  interested_products: list(text({ min: 1, max: 100 }), { max: 20 })
    .nullable()
    .optional(),
  how_did_you_hear: text({ max: 200 }).nullable().optional(),
  message: text({ max: 5000 })
    .nullable()
    .optional()
    .meta({ description: "Plain text. Control characters are removed, and white space around it." }),
});

export const contactListQuery = z.object({
  ...pageQuery,
  status: literal(contactStatuses).optional(),
  search: text({ min: 1, max: 200 }).optional(),
});

export const contactParams = z.object({ ticket_id: uuid() });

export const contactChange = z
  .object({ status: literal(contactStatuses) })
  .meta({ examples: [{ status: "reviewed" }] });

export const createdContact = z.object({ ticket_id: z.uuid() }).meta({ id: "CreatedContactSubmission" });

export const contactAnswer = z
  .object({
    ticket_id: z.uuid(),
    name: z.string(),
    email: z.string(),
    company: z.string().nullable(),
    interested_products: z.array(z.string()).nullable(),
    how_did_you_hear: z.string().nullable(),
    message: z.string().nullable(),
    status: z.enum(contactStatuses),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "ContactSubmission" });
