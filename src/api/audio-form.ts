import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import multer from "@koa/multer";
import type { Context } from "koa";
import { MulterError } from "multer";
import { z } from "zod";
import type { AudioLimit, Limits } from "#src/limits.ts";
import { type AudioContainer, detectContainer } from "#src/domain/speech/audio-container.ts";
import { DomainError } from "#src/errors.ts";
import { hangUpAfterAnswer, whileSending } from "./body.ts";
import { declaredSeconds } from "./declared-seconds.ts";
import type { BodyReader, BodyResult } from "./route.ts";
import { toValidationDetail, type ValidationRow } from "./validation-error.ts";
import {
  fileAsTextRow,
  misplacedFileRow,
  missingRows,
  presentFields,
  secondFileRow,
  unusableAudioRow,
} from "./validation/multipart-rows.ts";

const acceptedAudio = "WAV, MP3, FLAC, Ogg (Opus, Vorbis), M4A/AAC or WebM";
const headBytes = 64 * 1024;
const maxFields = 10;
const maxFieldBytes = 64 * 1024;
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

/** A multipart form of one file, `audio`, that is audio by its bytes, and text fields. */
export const audioForm = <Fields>(
  schema: z.ZodObject & z.ZodType<Fields>,
  limitOf: (limits: Limits) => AudioLimit,
): BodyReader<AudioForm<Fields>> => ({
  read: async (ctx, { config, workspace }, scope) => {
    const folder = scope.use(await workspace.folder());
    const form = await whileSending(ctx, () => receive(ctx, folder.path, limitOf(config.limits)));
    if (form === null) return { ok: false, rows: missingRows(["audio", ...requiredNames(schema)]) };
    if (!form.ok) return form;
    const audio = await audioOf(form.value, limitOf(config.limits));
    const fields = fieldsOf(schema, form.value.texts);
    if (audio.ok && fields.ok) return { ok: true, value: { fields: fields.value, audio: audio.value } };
    return { ok: false, rows: [audio, fields].flatMap((part) => (part.ok ? [] : part.rows)) };
  },
  identityOf: async ({ fields, audio }) => ({ fields, audio: await sha256Of(audio.path) }),
  document: {
    contentType: "multipart/form-data",
    schema: (limits) => {
      const { maxBytes, maxSeconds } = limitOf(limits);
      const description = `${acceptedAudio}, judged by its bytes. At most ${maxBytes} bytes and ${maxSeconds} seconds.`;
      const audio = z.string().meta({ format: "binary", contentMediaType: "application/octet-stream", description });
      return z.object({ audio, ...schema.shape });
    },
  },
});

interface ReceivedForm {
  readonly file: { readonly path: string; readonly size: number; readonly fieldname: string } | null;
  readonly texts: Readonly<Record<string, string>>;
}

/** What multer leaves on the request. */
const spooled = z.object({
  body: z.record(z.string(), z.unknown()).default({}),
  files: z.array(z.object({ path: z.string(), size: z.number(), fieldname: z.string() })).default([]),
});

/** @returns null for what is no form, or only the beginning of one */
async function receive(
  ctx: Context,
  folder: string,
  { maxBytes }: AudioLimit,
): Promise<BodyResult<ReceivedForm> | null> {
  if ((ctx.request.length ?? 0) > maxBytes + overheadBytes) throw tooLarge(maxBytes);
  // A caller that has hung up already sends multer no event any more, and it would wait for ever.
  if (ctx.req.destroyed) return null;
  const storage = multer.diskStorage({ destination: folder, filename: (_request, _file, done) => done(null, "audio") });
  const limits = { files: 1, fileSize: maxBytes, fields: maxFields, fieldSize: maxFieldBytes };
  try {
    const form = multer({ storage, limits }).any();
    await Promise.race([form(ctx, () => Promise.resolve()), overflowOf(ctx, maxBytes)]);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    return refusalOf(error, maxBytes);
  }
  const { body, files } = spooled.parse(ctx.request);
  return { ok: true, value: { file: files[0] ?? null, texts: presentFields(Object.entries(body).flatMap(lastText)) } };
}

/** Rejects when more arrives than a form may weigh: multer itself only answers when the sender has come to an end. */
function overflowOf(ctx: Context, maxBytes: number): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  let bytes = 0;
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes <= maxBytes + overheadBytes) return;
    ctx.req.off("data", count);
    hangUpAfterAnswer(ctx);
    reject(tooLarge(maxBytes));
  };
  ctx.req.on("data", count);
  return promise;
}

const tooLarge = (maxBytes: number): DomainError =>
  new DomainError("audio_too_large", undefined, { max_bytes: maxBytes });

function refusalOf(error: unknown, maxBytes: number): BodyResult<never> | null {
  if (error instanceof MulterError) {
    if (error.code === "LIMIT_FILE_SIZE") throw tooLarge(maxBytes);
    if (error.code === "LIMIT_FILE_COUNT") return { ok: false, rows: [secondFileRow()] };
    if (error.code.startsWith("LIMIT_")) throw new DomainError("body_too_large", undefined, { max_fields: maxFields });
  }
  // A full disk is our trouble; what remains is a form that cannot be read.
  if (error instanceof Error && "syscall" in error) throw error;
  return null;
}

/** Of equal names the last one wins; names that look like nested ones are not ours. */
function lastText([name, value]: [string, unknown]): [string, string][] {
  const last: unknown = Array.isArray(value) ? value.at(-1) : value;
  return typeof last === "string" ? [[name, last]] : [];
}

async function audioOf({ file, texts }: ReceivedForm, limit: AudioLimit): Promise<BodyResult<UploadedAudio>> {
  const refuse = (...rows: ValidationRow[]): BodyResult<never> => ({ ok: false, rows });
  if (file === null)
    return refuse(...(texts["audio"] === undefined ? missingRows(["audio"]) : [fileAsTextRow(texts["audio"])]));
  if (file.fieldname !== "audio") return refuse(misplacedFileRow(file.fieldname));
  if (file.size === 0) return refuse(unusableAudioRow("The file is empty."));
  const head = await headOf(file.path);
  const container = detectContainer(head);
  if (container === null) return refuse(unusableAudioRow(`The file is not audio of a kind we read: ${acceptedAudio}.`));
  const seconds = await declaredSeconds(head, file.size);
  if (seconds !== null && seconds > limit.maxSeconds) {
    throw new DomainError("audio_too_long", undefined, { max_seconds: limit.maxSeconds });
  }
  if (seconds !== null && seconds < limit.minSeconds) {
    return refuse(
      unusableAudioRow(`The audio is too short: ${seconds.toFixed(1)} s, at least ${limit.minSeconds} s are needed.`),
    );
  }
  return { ok: true, value: { path: file.path, container, bytes: file.size, declaredSeconds: seconds } };
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

function fieldsOf<Fields>(schema: z.ZodType<Fields>, texts: ReceivedForm["texts"]): BodyResult<Fields> {
  const parsed = schema.safeParse(texts);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, rows: toValidationDetail(parsed.error, { where: "form", input: texts, schema }) };
}

/** The fields without which the schema refuses a form. */
const requiredNames = (schema: z.ZodType): readonly string[] =>
  schema.safeParse({}).error?.issues.map((issue) => String(issue.path[0])) ?? [];
