import { z } from "zod";
import { requestTypes } from "#db/schema.ts";
import { documentChoices } from "#src/domain/speech/list-queries.ts";
import { shownStatuses } from "#src/domain/speech/shown-status.ts";
import { dayRangeQuery, inOrder, wrongOrder } from "#src/api/validation/day-range.ts";
import { list } from "#src/api/validation/list.ts";
import { literal } from "#src/api/validation/literal.ts";
import { pageQuery } from "#src/api/validation/page.ts";
import { text } from "#src/api/validation/text.ts";
import { uuid } from "#src/api/validation/uuid.ts";

const filters = {
  search: text({ min: 1, max: 200 })
    .optional()
    .meta({
      description:
        "Words of the text, the transcript or the file's name, or their beginnings; all of them must be there. Finds " +
        "requests that have ended.",
    }),
  request_type: literal(requestTypes).optional(),
  status: literal(shownStatuses).optional(),
  voice_id: uuid().optional(),
  api_key_id: uuid().optional().meta({ description: "The key of the call." }),
  documents: literal(documentChoices).optional().meta({
    description: "`exclude` leaves out the paragraphs of documents, `only` all else; without it there are both.",
  }),
  ...dayRangeQuery,
};

export const requestListQuery = z.object({ ...pageQuery, ...filters }).refine(inOrder, wrongOrder);

const exportFormats = ["csv", "json"] as const;
export const requestExportQuery = z
  .object({ ...filters, format: literal(exportFormats).default("csv") })
  .refine(inOrder, wrongOrder);

const word = z.string().nullable();
export const exportedRequests = z
  .array(
    z.object({
      request_id: z.uuid(),
      request_type: z.enum(requestTypes),
      status: z.enum(shownStatuses),
      created_at: z.iso.datetime(),
      finished_at: z.iso.datetime().nullable(),
      language: z.string(),
      model: word,
      voice: word,
      api_key: word.meta({ description: "The name of the key of the call." }),
      file_name: word,
      characters: z.int().nullable(),
      duration_seconds: z.number().nullable(),
      credits_consumed: z.int().nullable(),
      error: word.meta({ description: "The code of the error." }),
      audio_url: z.url().nullable(),
      text: word.meta({ description: "The text that was spoken, or the transcript." }),
    }),
  )
  .meta({ id: "ExportedSpeechRequests" });

/** The most requests that one call deletes. */
const deletedAtOnce = 100;

export const bulkDeletionBody = z.object({ request_ids: list(uuid(), { min: 1, max: deletedAtOnce }) });

export const bulkDeletion = z
  .object({
    deleted: z.array(z.uuid()).meta({ description: "The requests that are deleted." }),
    not_found: z.array(z.uuid()).meta({ description: "Ids of which the account has no request (any more)." }),
  })
  .meta({ id: "DeletedRequests" });
