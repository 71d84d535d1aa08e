import type { Context } from "koa";
import { z } from "zod";
import { jsonBody } from "#src/api/bodies/body.ts";
import type { BodyReader, BodyReading, BodyResult } from "#src/api/bodies/body-reader.ts";
import { fileForm, fileOf } from "#src/api/uploads/audio-form.ts";
import { addressField, type Choices, choicesFor, maxFields } from "./transcription-fields.ts";
import { transcriptionAnswer } from "./schemas.ts";
import { unusableAudioRow } from "#src/api/validation/multipart-rows.ts";
import { valueError } from "#src/api/validation/fault.ts";
import { list } from "#src/api/validation/list.ts";
import { text } from "#src/api/validation/text.ts";
import { uuid } from "#src/api/validation/uuid.ts";
import {
  type AddressedItem,
  type ArchivedItem,
  batchItemsMax,
  type SentArchive,
} from "#src/domain/batches/create-batch.ts";
import { ArchiveError, readArchive } from "#src/domain/batches/read-archive.ts";
import { shownItemStates } from "#src/domain/batches/queries.ts";
import type { EngineUnion } from "#src/domain/engines/offered-engines.ts";
import { sha256OfFile } from "#src/domain/uploads/sha256-of-file.ts";
import { DomainError } from "#src/errors.ts";

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

/** Recordings with the options of all. */
interface SentBatch {
  readonly fields: Choices;
  readonly items: readonly (AddressedItem | ArchivedItem)[];
  /** The file that has the recordings; null where they are fetched. */
  readonly archive: SentArchive | null;
}

const noEngines = { recognition: [], synthesis: [], synthesisStates: new Map(), live: [], installable: [] };

/** The zip of a form with what is in it. */
interface ReadArchive extends SentArchive {
  readonly items: readonly ArchivedItem[];
}

const fileField = "archive";

const archiveForm = fileForm<Choices, ReadArchive, { readonly maxBytes: number; readonly maxFileBytes: number }>(
  {
    ...{ fileField, maxFields, schema: z.object(choicesFor(noEngines).fields) },
    schemaFor: (engines) => {
      const { fields, check } = choicesFor(engines);
      return z.object(fields).check(check);
    },
  },
  ({ archiveMaxBytes, audio }) => ({ maxBytes: archiveMaxBytes, maxFileBytes: audio.maxBytes }),
  {
    example: "recordings.zip",
    describe: ({ maxBytes, maxFileBytes }) =>
      `A zip of up to ${batchItemsMax.toLocaleString("en")} recordings, stored or deflated, not encrypted. At most ${maxBytes} bytes, ` +
      `and ${maxFileBytes} for each recording. Its folders and files that begin with a dot are passed over.`,
    read: (form, place) =>
      fileOf(form, place, async ({ path, size: bytes }) => {
        try {
          return { ok: true, value: { path, bytes, items: await readArchive(path) } };
        } catch (error) {
          if (!(error instanceof ArchiveError)) throw error;
          return { ok: false, rows: [unusableAudioRow(error.message, fileField)] };
        }
      }),
    identityOf: ({ path }) => sha256OfFile(path),
    isFileOptional: false,
  },
);

const multipart = /^[ \t]*multipart\/form-data\b/i;

/** The recordings of a batch by their addresses in JSON, or as files in an archive in a form, and the options of all. */
export const batchBody: BodyReader<SentBatch> = {
  read: async (ctx, reading) => {
    if (multipart.test(ctx.get("content-type"))) return readForm(ctx, reading);
    const schema = schemaFor(await reading.engines.current());
    const read = await jsonBody(schema, { sizeFactor }).read(ctx, reading);
    if (!read.ok) return read;
    const { urls, items, ...fields } = read.value;
    return { ...read, value: { fields, items: itemsOf({ urls, items }), archive: null } };
  },
  identityOf: async ({ fields, items, archive }) =>
    archive === null ? { fields, items } : { fields, archive: await sha256OfFile(archive.path) },
  document: {
    ...{ contentType: "application/json", schema: () => schemaFor(noEngines) },
    ...(archiveForm.document !== null && { form: archiveForm.document }),
  },
};

/** @throws DomainError `audio_too_large` */
async function readForm(ctx: Context, reading: BodyReading): Promise<BodyResult<SentBatch>> {
  const read = await archiveForm.read(ctx, reading).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== "audio_too_large") throw error;
    throw new DomainError("audio_too_large", "The archive is too large. Send it in parts.", error.facts);
  });
  if (!read.ok) return read;
  const { items, ...archive } = read.value.audio;
  return { ...read, value: { fields: read.value.fields, items, archive } };
}

type Addresses = Pick<z.output<ReturnType<typeof schemaFor>>, "urls" | "items">;

const itemsOf = ({ urls, items = [] }: Addresses): readonly AddressedItem[] =>
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
    status: z.enum(["uploading", "running", "cancelling", "completed", "cancelled"]).meta({
      description:
        "`uploading` while a client of Sarvam's sends the files. `completed` when all recordings have ended, failed ones among them. `cancelling` while some are still being transcribed.",
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
