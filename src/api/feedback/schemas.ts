import { z } from "zod";
import { requestTypes } from "#db/schema.ts";
import { pageQuery } from "#src/api/validation/page.ts";
import { literal } from "#src/api/validation/literal.ts";
import { text } from "#src/api/validation/text.ts";
import { uuid } from "#src/api/validation/uuid.ts";

export const feedbackBody = z.object({
  request_id: uuid().meta({ description: "A request of the account, or a demo call made without a credential." }),
  feedback_text: text({ min: 1, max: 5000 }),
});

export const feedbackListQuery = z.object({
  ...pageQuery,
  request_type: literal(requestTypes).optional(),
  request_id: uuid().optional().meta({ description: "Only what was said about this request." }),
});

export const createdFeedback = z
  .object({ feedback_id: z.uuid(), request_id: z.uuid(), created_at: z.iso.datetime() })
  .meta({ id: "CreatedFeedback" });

export const feedbackAnswer = z
  .object({
    feedback_id: z.uuid(),
    request_id: z.uuid(),
    request_type: z.enum(requestTypes),
    feedback_text: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "Feedback" });
