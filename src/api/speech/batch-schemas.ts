import { z } from "zod";
import { jsonBody } from "#src/api/bodies/body.ts";
import type { BodyReader } from "#src/api/bodies/body-reader.ts";
import { addressField, choicesFor } from "./transcription-fields.ts";
import { transcriptionAnswer } from "./schemas.ts";
import { valueError } from "#src/api/validation/fault.ts";
import { list } from "#src/api/validation/list.ts";
import { text } from "#src/api/validation/text.ts";
import { uuid } from "#src/api/validation/uuid.ts";
import { type AddressedItem, batchItemsMax } from "#src/domain/batches/create-batch.ts";
import { shownItemStates } from "#src/domain/batches/queries.ts";
import type { EngineUnion } from "#src/domain/engines/offered-engines.ts";

/** Code points. */
const customIdMax = 200;
/** The body of 10,000 addresses may have 8 MiB where others have 64 KiB. */
const sizeFactor = 128;

const bounds = { min: 1, max: batchItemsMax };
const recordings = {
  urls: list(addressField(), bounds)
    .optional()
    .meta({
      description: `The addresses of up to ${batchItemsMax.toLocaleString("en")} recordings, as \`url\` of a single one. Send \`urls\` or \`items\`.`,
      examples: [["https://example.com/1.mp3", "https://example.com/2.mp3"]],
    }),
  items: list(z.object({ url: addressField(), custom_id: text({ min: 1, max: customIdMax }).optional() }), bounds)
    .optional()
    .meta({
      description: "The same with an id of yours for each, which its result repeats.",
      examples: [[{ url: "https://example.com/1.mp3", custom_id: "call-1" }]],
    }),
};

const oneOfThem = valueError("send urls or items");

const schemaFor = (engines: EngineUnion) => {
  const { fields, check } = choicesFor(engines);
  return z
    .object({ ...fields, ...recordings })
    .check(check)
    .check(({ value: { urls, items }, issues }) => {
      if ((urls === undefined) !== (items === undefined)) return;
      issues.push({ code: "custom", message: oneOfThem.msg, params: oneOfThem, input: null, path: ["urls"] });
    })
    .meta({ examples: [{ urls: ["https://example.com/1.mp3", "https://example.com/2.mp3"], language: "en" }] });
};

type BatchFields = z.output<ReturnType<typeof schemaFor>>;

/** The recordings of a batch by their addresses, and the options of all. */
export const batchBody: BodyReader<BatchFields> = {
  ...jsonBody(schemaFor({ recognition: [], synthesis: [], live: [], installable: [] })),
  read: async (ctx, reading) => jsonBody(schemaFor(await reading.engines.current()), { sizeFactor }).read(ctx, reading),
};

export const itemsOf = ({ urls, items = [] }: Pick<BatchFields, "urls" | "items">): readonly AddressedItem[] =>
  urls?.map((url) => ({ url })) ?? items.map(({ url, custom_id: customId }) => ({ url, customId }));

export const batchParams = z.object({ batch_id: uuid() });

const count = (description: string) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [12] });

export const batchAnswer = z
  .object({
    batch_id: z.uuid(),
    status: z.enum(["running", "cancelling", "completed", "cancelled"]).meta({
      description:
        "`completed` when all recordings have ended, failed ones among them. `cancelling` while some are still being transcribed.",
    }),
    progress: z
      .int()
      .min(0)
      .max(100)
      .meta({ description: "Recordings that have ended, in percent.", examples: [40] }),
    total: count("All recordings."),
    waiting: count("Recordings that wait."),
    running: count("Recordings that are being transcribed."),
    completed: count("Recordings with a transcript."),
    failed: count("Recordings that could not be transcribed, which cost nothing. The results say why."),
    cancelled: count("Recordings that were cancelled or deleted."),
    price_percent: z.int().meta({
      description: "The price of these recordings, in percent of that of a single one.",
      examples: [50],
    }),
    credits_consumed: z.int().meta({ description: "The credits that were charged so far.", examples: [1250] }),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "Batch" });

export const deletedBatch = z.object({ batch_id: z.uuid(), deleted: z.literal(true) }).meta({ id: "DeletedBatch" });

/** One line of the results. */
export const batchResult = z
  .object({
    index: z
      .int()
      .min(0)
      .meta({ description: "The place in the batch, from 0 on.", examples: [0] }),
    custom_id: z
      .string()
      .nullable()
      .meta({ description: "The id that was sent; null without one.", examples: ["call-1"] }),
    file_name: z.string().nullable(),
    request_id: z.uuid().nullable().meta({ description: "The speech request; null where there is none, or no more." }),
    status: z.enum(shownItemStates),
    credits_consumed: z.int(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    transcription: transcriptionAnswer.nullable(),
  })
  .meta({ id: "BatchResult" });
