import { open } from "node:fs/promises";
import { z } from "zod";
import type { AudioLimit, Limits } from "#src/config.ts";
import type { BodyReader, BodyResult } from "#src/api/bodies/body-reader.ts";
import { isList } from "#src/api/validation/list.ts";
import {
  fileAsTextRow,
  fileNameMissingRow,
  misplacedFileRow,
  missingRows,
  notUnicodeRow,
  presentFields,
  secondFileRow,
  unusableBodyRow,
  unusableAudioRow,
} from "#src/api/validation/multipart-rows.ts";
import { toValidationDetail } from "#src/api/validation/validation-error.ts";
import { sha256OfFile } from "#src/domain/uploads/sha256-of-file.ts";
import type { EngineUnion } from "#src/domain/engines/offered-engines.ts";
import type { RecordingAddress } from "#src/domain/speech/submit-transcription.ts";
import type { DomainError } from "#src/errors.ts";
import { type RawSamples, wavHeaderBytes, wavHeader } from "#src/domain/speech/wav-header.ts";
import type { DecodedText } from "./form-text.ts";
import { FormPartError, SecondFileError, spoolForm, type SpooledForm } from "./spool-form.ts";
import { audioIn, describeAudio, receiveUpload, type UploadedAudio } from "./uploaded-audio.ts";

/** The most bytes that a form may have beside its file. */
export const overheadBytes = 1024 * 1024;

export interface AudioForm<Fields, Audio = UploadedAudio> {
  readonly fields: Fields;
  readonly audio: Audio;
}

export type FieldsSchema<Fields> = z.ZodObject & z.ZodType<Fields>;

/** The text fields of a form: their schema, as the OpenAPI document shows it. */
export interface FormFields<Fields> {
  readonly schema: FieldsSchema<Fields>;
  /** Their schema now, where what is good depends on the workers. */
  readonly schemaFor?: (engines: EngineUnion) => FieldsSchema<Fields>;
  /** Returns the value, as JSON, in which two equal forms agree; the fields themselves when absent. */
  readonly identityOf?: (fields: Fields) => unknown;
  /** The field of the file; `audio` when absent. */
  readonly fileField?: string;
  /** The most text fields, repeated ones counted each; 10 when absent. */
  readonly maxFields?: number;
  /** The encoding of the samples of a file without a header, by the fields; null for a file that says so itself. */
  readonly samplesOf?: (fields: Fields) => RawSamples | null;
  /** Why a form with a second file is refused; a row of its field when absent. */
  readonly secondFile?: () => DomainError;
}

/** The most bytes of a file, and what else is asked of it. */
interface FileLimit {
  readonly maxBytes: number;
}

/** The way in which a form has its file. */
interface FilePart<File, Limit extends FileLimit> {
  readonly read: (form: SpooledForm, place: FilePlace<Limit>) => Promise<BodyResult<File>>;
  /** A text in which two equal files agree. */
  readonly identityOf: (file: File) => Promise<string>;
  readonly isFileOptional: boolean;
  /** The name of a file in samples. */
  readonly example: string;
  /** The description of the file in the OpenAPI document. */
  readonly describe: (limit: Limit) => string;
}

interface FilePlace<Limit> {
  readonly fileField: string;
  readonly limit: Limit;
}

const audioFacts = { example: "recording.wav", describe: describeAudio } as const;

/**
 * A multipart form of one file that is audio by its bytes, and text fields. A field whose schema is an array takes all texts of
 * its name, any other the last one. `name[]` is `name`.
 */
export const audioForm = <Fields>(
  fields: FormFields<Fields>,
  limitOf: (limits: Limits) => AudioLimit,
): BodyReader<AudioForm<Fields>> =>
  fileForm(fields, limitOf, {
    ...audioFacts,
    read: (form, place) => fileOf(form, place, (file) => audioOf(file, place)),
    identityOf: ({ path }) => sha256OfFile(path),
    isFileOptional: false,
  });

interface RecordingFields<Fields> extends FormFields<Fields> {
  /** The fields that may have an address in place of a file. */
  readonly addressFields: readonly string[];
}

/** The same form with a file or its address. */
export const recordingForm = <Fields>(
  { addressFields, ...fields }: RecordingFields<Fields>,
  limitOf: (limits: Limits) => AudioLimit,
): BodyReader<AudioForm<Fields, UploadedAudio | RecordingAddress>> =>
  fileForm<Fields, UploadedAudio | RecordingAddress, AudioLimit>(fields, limitOf, {
    ...audioFacts,
    read: async (form, place) => {
      const textOf = (name: string): string => form.texts.get(name)?.at(-1)?.text ?? "";
      const field = addressFields.find((name) => textOf(name) !== "");
      if (field === undefined) return fileOf(form, place, (file) => audioOf(file, place));
      const isAlone = form.file === null && form.misplacedFile === null && !form.isFileNameMissing;
      return isAlone
        ? { ok: true, value: { url: textOf(field) } }
        : { ok: false, rows: [unusableAudioRow("Send the recording or its address, not both", field)] };
    },
    identityOf: async (audio) => ("url" in audio ? audio.url : sha256OfFile(audio.path)),
    isFileOptional: true,
  });

/** A multipart form of one file and text fields. */
export const fileForm = <Fields, File, Limit extends FileLimit>(
  { schema: documented, fileField = "audio", maxFields = 10, ...options }: FormFields<Fields>,
  limitOf: (limits: Limits) => Limit,
  part: FilePart<File, Limit>,
): BodyReader<AudioForm<Fields, File>> => ({
  read: async (ctx, reading) => {
    const limit = limitOf(reading.resources.config.limits);
    const { maxBytes } = limit;
    const textFields = new Set([fileField, ...Object.keys(documented.shape)]);
    const form = await receiveUpload(ctx, { reading, maxBytes, overheadBytes }, (body, folder) =>
      spoolForm(ctx, body, { fileField, textFields, maxFields, folder, maxFileBytes: maxBytes }),
    ).catch((error: unknown) => {
      if (error instanceof SecondFileError && options.secondFile !== undefined) throw options.secondFile();
      return refusedForm(error, fileField);
    });
    const schema = options.schemaFor?.(await reading.engines.current()) ?? documented;
    if (form === null) return { ok: false, rows: missingRows([fileField, ...requiredNames(schema)]) };
    if ("rows" in form) return form;
    const fields = fieldsOf(schema, form.texts);
    const samples = fields.ok ? (options.samplesOf?.(fields.value) ?? null) : null;
    const filled = samples === null ? form : await withHeader(form, samples);
    const audio = await part.read(filled, { fileField, limit });
    const rows = [audio, fields].flatMap((one) => (one.ok ? [] : one.rows));
    if (!audio.ok || !fields.ok) return { ok: false, rows };
    return { ok: true, value: { fields: fields.value, audio: audio.value }, sent: fields.sent };
  },
  identityOf: async ({ fields, audio }) => ({
    fields: options.identityOf === undefined ? fields : options.identityOf(fields),
    audio: await part.identityOf(audio),
  }),
  document: {
    contentType: "multipart/form-data",
    schema: (limits) => {
      const file = fileSchema(part.describe(limitOf(limits)), part.example);
      const audio = part.isFileOptional ? file.optional() : file;
      return z.object({ [fileField]: audio, ...documented.shape }).meta({ ...documented.meta() });
    },
  },
});

const fileSchema = (description: string, example: string) =>
  z.string().meta({
    ...{ format: "binary", contentMediaType: "application/octet-stream" },
    ...{ description, examples: [example] },
  });

export function refusedForm(error: unknown, fileField: string): BodyResult<never> & { readonly ok: false } {
  if (error instanceof SecondFileError) return { ok: false, rows: [secondFileRow(fileField)] };
  if (error instanceof FormPartError) return { ok: false, rows: [unusableBodyRow(error.message)] };
  throw error;
}

/** The form whose file has the header of a WAV file, which its samples lack. */
async function withHeader({ file, ...form }: SpooledForm, samples: RawSamples): Promise<SpooledForm> {
  if (file === null || file.size === 0) return { ...form, file };
  await prependWavHeader(file, samples);
  return { ...form, file: { ...file, size: wavHeaderBytes + file.size } };
}

type SpooledFile = NonNullable<SpooledForm["file"]>;

const audioOf = (file: SpooledFile, { fileField, limit }: FilePlace<AudioLimit>): Promise<BodyResult<UploadedAudio>> =>
  audioIn(file, limit, (reason) => unusableAudioRow(reason, fileField));

/** Reads the file of a form, or says why it has none. */
export async function fileOf<File>(
  { file, misplacedFile, isFileNameMissing, texts }: SpooledForm,
  { fileField }: Pick<FilePlace<unknown>, "fileField">,
  read: (file: SpooledFile) => Promise<BodyResult<File>>,
): Promise<BodyResult<File>> {
  if (file !== null) return read(file);
  const { text, isReadable } = texts.get(fileField)?.at(-1) ?? { text: "", isReadable: true };
  if (isFileNameMissing || !isReadable || text.includes("\0"))
    return { ok: false, rows: [fileNameMissingRow(fileField)] };
  if (text !== "") return { ok: false, rows: [fileAsTextRow(text, fileField)] };
  const rows = misplacedFile === null ? missingRows([fileField]) : [misplacedFileRow(misplacedFile, fileField)];
  return { ok: false, rows };
}

export function fieldsOf<Fields>(schema: FieldsSchema<Fields>, texts: SpooledForm["texts"]): BodyResult<Fields> {
  const lists = new Set(Object.keys(schema.shape).filter((name) => isList(schema.shape[name])));
  const input = presentFields(
    [...texts].flatMap(([name, all]) => all.map(({ text }) => [name, text] as const)),
    lists,
  );
  const unreadable = Object.keys(schema.shape).filter((name) => texts.get(name)?.some((text) => !text.isReadable));
  const parsed = schema.safeParse(input);
  const sent = { schema, fields: [...texts].flatMap(sentFields) };
  if (parsed.success && unreadable.length === 0) return { ok: true, value: parsed.data, sent };
  const detail = parsed.success ? [] : toValidationDetail(parsed.error, { where: "form", input, schema });
  const others = detail.filter(({ loc }) => !unreadable.includes(String(loc[1])));
  return {
    ok: false,
    rows: [...unreadable.map((name) => notUnicodeRow(name, [input[name]].flat().join())), ...others],
  };
}

/** The texts of a field. One that came as `name[member]` only has none, but was sent. */
const sentFields = ([name, texts]: readonly [string, readonly DecodedText[]]) =>
  texts.length === 0 ? [[name, "[member]"] as const] : texts.map(({ text }) => [name, text] as const);

/** The fields without which the schema refuses a form. */
export const requiredNames = (schema: z.ZodType): readonly string[] =>
  schema.safeParse({}).error?.issues.map((issue) => String(issue.path[0])) ?? [];

const pieceBytes = 64 * 1024;

/** Makes a WAV file of samples. They are moved within their file, from its end on, so that it takes no more of the disk. */
async function prependWavHeader(
  { path, size }: { readonly path: string; readonly size: number },
  samples: RawSamples,
): Promise<void> {
  await using file = await open(path, "r+");
  const piece = Buffer.alloc(pieceBytes);
  for (let end = size; end > 0; end -= pieceBytes) {
    const start = Math.max(0, end - pieceBytes);
    const { bytesRead } = await file.read(piece, 0, end - start, start);
    await file.write(piece, 0, bytesRead, start + wavHeaderBytes);
  }
  await file.write(wavHeader(samples, size), 0, wavHeaderBytes, 0);
}
