import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { Context } from "koa";
import { z } from "zod";
import type { AudioLimit, Limits } from "#src/config.ts";
import { detectContainer } from "#src/domain/speech/audio-container.ts";
import type { AudioContainer } from "#db/schema.ts";
import type { EngineUnion } from "#src/domain/engines/offered-engines.ts";
import { DomainError } from "#src/errors.ts";
import { declaredSeconds } from "./declared-seconds.ts";
import { receiveBody } from "#src/api/bodies/receive-body.ts";
import type { BodyReader, BodyResult, BodyReading } from "#src/api/bodies/body-reader.ts";
import { FormPartError, SecondFileError, spoolForm, type SpooledForm } from "./spool-form.ts";
import { toValidationDetail, type ValidationRow } from "#src/api/validation/validation-error.ts";
import {
  fileAsTextRow,
  misplacedFileRow,
  missingRows,
  notUnicodeRow,
  presentFields,
  secondFileRow,
  unreadablePartRow,
  unusableAudioRow,
} from "#src/api/validation/multipart-rows.ts";

const acceptedAudio = "WAV, MP3, FLAC, Ogg (Opus, Vorbis), M4A/AAC or WebM";
const headBytes = 64 * 1024;
const fileField = "audio";
/** What a form may weigh beside its file. */
const overheadBytes = 1024 * 1024;

/** An audio file in a private folder that lives as long as the request. */
export interface UploadedAudio {
  readonly path: string;
  readonly container: AudioContainer;
  readonly bytes: number;
  /** How long the file says that it is; null when it does not say. */
  readonly declaredSeconds: number | null;
}

export interface AudioForm<Fields> {
  readonly fields: Fields;
  readonly audio: UploadedAudio;
}

type FieldsSchema<Fields> = z.ZodObject & z.ZodType<Fields>;

/** The text fields of a form: their schema, as the OpenAPI document shows it. */
export interface FormFields<Fields> {
  readonly schema: FieldsSchema<Fields>;
  /** Their schema now, where what is good depends on the workers. */
  readonly schemaFor?: (engines: EngineUnion) => FieldsSchema<Fields>;
  /** What makes two forms the same, as JSON; the fields themselves when absent. */
  readonly identityOf?: (fields: Fields) => unknown;
}

/** A multipart form of one file, `audio`, that is audio by its bytes, and text fields. */
export const audioForm = <Fields>(
  { schema: documented, schemaFor, identityOf }: FormFields<Fields>,
  limitOf: (limits: Limits) => AudioLimit,
): BodyReader<AudioForm<Fields>> => ({
  read: async (ctx, reading) => {
    const limit = limitOf(reading.resources.config.limits);
    const form = await receive(ctx, reading, limit).catch(refusedForm);
    const schema = schemaFor?.(await reading.engines.current()) ?? documented;
    if (form === null) return { ok: false, rows: missingRows([fileField, ...requiredNames(schema)]) };
    if ("rows" in form) return form;
    const audio = await audioOf(form, limit);
    const fields = fieldsOf(schema, form.texts);
    if (audio.ok && fields.ok) return { ok: true, value: { fields: fields.value, audio: audio.value } };
    return { ok: false, rows: [audio, fields].flatMap((part) => (part.ok ? [] : part.rows)) };
  },
  identityOf: async ({ fields, audio }) => ({
    fields: identityOf === undefined ? fields : identityOf(fields),
    audio: await sha256Of(audio.path),
  }),
  document: {
    contentType: "multipart/form-data",
    schema: (limits) => {
      const { maxBytes, maxSeconds } = limitOf(limits);
      const description = `${acceptedAudio}, judged by its bytes. At most ${maxBytes} bytes and ${maxSeconds} seconds.`;
      const audio = z.string().meta({ format: "binary", contentMediaType: "application/octet-stream", description });
      return z.object({ audio, ...documented.shape });
    },
  },
});

function refusedForm(error: unknown): BodyResult<never> & { readonly ok: false } {
  if (error instanceof SecondFileError) return { ok: false, rows: [secondFileRow()] };
  if (error instanceof FormPartError) return { ok: false, rows: [unreadablePartRow(error.message)] };
  throw error;
}

/** @returns null for what is no form, or only the beginning of one */
async function receive(ctx: Context, reading: BodyReading, { maxBytes }: AudioLimit): Promise<SpooledForm | null> {
  const { resources, caller, bodies, scope } = reading;
  const { uploadMinBytesPerSecond: minBytesPerSecond, uploadMaxSeconds: maxSeconds } = resources.config.limits.bodies;
  const rules = {
    maxBytes: maxBytes + overheadBytes,
    tooLarge: () => new DomainError("audio_too_large", undefined, { max_bytes: maxBytes }),
    pace: { minBytesPerSecond, maxSeconds },
    admit: (bytes: number) => bodies.upload({ ctx, caller }, bytes),
  };
  return receiveBody(ctx, rules, async (body) => {
    const { path: folder } = scope.use(await resources.workspace.folder());
    return spoolForm(ctx, body, { fileField, folder, maxFileBytes: maxBytes });
  }).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") throw new DomainError("storage_low");
    throw error;
  });
}

async function audioOf(form: SpooledForm, limit: AudioLimit): Promise<BodyResult<UploadedAudio>> {
  const { file, misplacedFile, texts } = form;
  const refuse = (...rows: ValidationRow[]): BodyResult<never> => ({ ok: false, rows });
  const text = texts.get(fileField)?.text ?? "";
  if (file === null && text !== "") return refuse(fileAsTextRow(text));
  if (file === null)
    return refuse(...(misplacedFile === null ? missingRows([fileField]) : [misplacedFileRow(misplacedFile)]));
  const { path, size: bytes } = file;
  if (bytes === 0) return refuse(unusableAudioRow("The file is empty."));
  const head = await headOf(path);
  const container = detectContainer(head);
  if (container === null) return refuse(unusableAudioRow(`The audio format is not supported. Send ${acceptedAudio}.`));
  const seconds = await declaredSeconds(head, bytes);
  if (seconds !== null && seconds > limit.maxSeconds) {
    throw new DomainError("audio_too_long", undefined, { max_seconds: limit.maxSeconds });
  }
  if (seconds !== null && seconds < limit.minSeconds) {
    return refuse(
      unusableAudioRow(`The audio is too short: ${seconds.toFixed(1)} s. Send at least ${limit.minSeconds} s.`),
    );
  }
  return { ok: true, value: { path, container, bytes, declaredSeconds: seconds } };
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

async function headOf(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  return buffer.subarray(0, bytesRead);
}

function fieldsOf<Fields>(schema: FieldsSchema<Fields>, texts: SpooledForm["texts"]): BodyResult<Fields> {
  const input = presentFields([...texts].map(([name, { text }]) => [name, text]));
  const unreadable = Object.keys(schema.shape).filter((name) => texts.get(name)?.isReadable === false);
  const parsed = schema.safeParse(input);
  if (parsed.success && unreadable.length === 0) return { ok: true, value: parsed.data };
  const detail = parsed.success ? [] : toValidationDetail(parsed.error, { where: "form", input, schema });
  const others = detail.filter(({ loc }) => !unreadable.includes(String(loc[1])));
  return { ok: false, rows: [...unreadable.map((name) => notUnicodeRow(name, input[name])), ...others] };
}

/** The fields without which the schema refuses a form. */
const requiredNames = (schema: z.ZodType): readonly string[] =>
  schema.safeParse({}).error?.issues.map((issue) => String(issue.path[0])) ?? [];
