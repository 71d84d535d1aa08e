import { Readable } from "node:stream";
import multer from "@koa/multer";
import type { Context } from "koa";
import { MulterError } from "multer";
import { z } from "zod";
import { DomainError } from "#src/errors.ts";
import { decodeFileName } from "./file-name.ts";
import { decodeField, type DecodedText, findCharsets } from "./form-text.ts";

/** A form whose file is on the disk. */
export interface SpooledForm {
  /** Its only file; null when there is none in the right field. */
  readonly file: { readonly path: string; readonly size: number; readonly name: string } | null;
  /** The field in which a file was sent that is not kept, because it is the wrong one; null for none. */
  readonly misplacedFile: string | null;
  /** True when the field of the file is a text that is too long for one: a file whose part has no file name. */
  readonly isFileNameMissing: boolean;
  /** The texts by field, in the order in which they came. */
  readonly texts: ReadonlyMap<string, readonly DecodedText[]>;
}

export interface SpoolRules {
  /** The field that takes a file. */
  readonly fileField: string;
  /** The fields whose texts are kept; of others only the name and the beginning are, however long they are. */
  readonly textFields: ReadonlySet<string>;
  /** The most texts that a form may have. */
  readonly maxFields: number;
  /** The path to which its file is written. */
  readonly folder: string;
  readonly maxFileBytes: number;
}

/** A part of a form that cannot be read; the message says what is wrong with it. */
export class FormPartError extends Error {
  override readonly name = "FormPartError";
}

/** A form with more than one file. */
export class SecondFileError extends Error {
  override readonly name = "SecondFileError";
}

const maxFieldBytes = 64 * 1024;
const maxNameBytes = 100;
/** The file, and some parts that are neither it nor fields. */
const otherParts = 10;
/** Characters that are kept of the text of an unknown field: enough to tell whether it asks for anything. */
const unknownTextChars = 64;
/** The largest index of `name[index]`, for which multer makes an array of that length. */
const maxArrayIndex = 20;

const limitsOf = ({ maxFields, maxFileBytes }: SpoolRules) => ({
  ...{ files: 1, fileSize: maxFileBytes, fields: maxFields, fieldSize: maxFieldBytes },
  parts: maxFields + otherParts,
  fieldArrayIndexLimit: maxArrayIndex,
});

/** The fields that multer adds to the request. */
const spooled = z.object({
  body: z.record(z.string(), z.unknown()).default({}),
  files: z
    .array(
      z
        .object({ path: z.string(), size: z.number(), originalname: z.string() })
        .transform(({ originalname, ...file }) => ({ ...file, name: decodeFileName(originalname) })),
    )
    .default([]),
});

/** The limit that a form has exceeded, by multer's code for it. */
const tooMuch = (maxFields: number): Readonly<Record<string, Readonly<Record<string, number>>>> => ({
  LIMIT_FIELD_COUNT: { max_fields: maxFields },
  LIMIT_FIELD_KEY: { max_name_bytes: maxNameBytes },
  LIMIT_FIELD_VALUE: { max_bytes: maxFieldBytes },
  LIMIT_PART_COUNT: { max_parts: maxFields + otherParts },
});

/**
 * Writes the file of a form to the disk and keeps its texts.
 * @returns null for what is no form, or only the beginning of one
 * @throws FormPartError, SecondFileError; DomainError `audio_too_large`, `body_too_large` with what there may be
 */
export async function spoolForm(
  ctx: Context,
  body: AsyncIterable<Buffer>,
  rules: SpoolRules,
): Promise<SpooledForm | null> {
  const { fileField, textFields, folder } = rules;
  const charsets = findCharsets(body);
  let misplacedFile: string | null = null;
  let isFileNameMissing = false;
  const options = {
    storage: multer.diskStorage({ destination: folder, filename: (_request, _file, done) => done(null, fileField) }),
    limits: limitsOf(rules),
    fileFilter: (_request: unknown, file: multer.File, done: (error: null, isKept: boolean) => void) => {
      const isFile = file.fieldname.replace(/\[\]$/, "") === fileField;
      if (!isFile) misplacedFile = file.fieldname;
      done(null, isFile);
    },
    // Every byte as one character: only so is it known afterwards whether the bytes were UTF-8.
    defCharset: "latin1",
    streamHandler: (source: Readable, parser: NodeJS.WritableStream) => {
      // A refused form is not read on: multer would answer at the end of the body only.
      parser.once("unpipe", () => source.destroy());
      cutTexts(parser, (name, isCut) => {
        const isFileText = name === fileField && isCut;
        isFileNameMissing ||= isFileText;
        return isFileText || !textFields.has(name);
      });
      source.pipe(parser);
    },
  };
  try {
    await multer(options).any()(readingFrom(ctx, charsets.body), () => Promise.resolve());
  } catch (error) {
    return refuse(error, rules);
  }
  return { ...readSpooled(ctx, charsets.isNamed()), misplacedFile, isFileNameMissing };
}

/** The file and the texts that multer has left on the request. */
function readSpooled(ctx: Context, mayBeDecoded: boolean): Pick<SpooledForm, "file" | "texts"> {
  const { body: fields, files } = spooled.parse(ctx.request);
  const texts = Object.entries(fields).map(
    ([name, value]) => [name, textsOf(value).map((text) => decodeField(text, mayBeDecoded))] as const,
  );
  return { file: files[0] ?? null, texts: new Map(texts) };
}

/** The facts of a text that busboy tells beside its name. */
interface FieldInfo {
  readonly valueTruncated: boolean;
}

/** Shortens texts before multer sees them; of one that is too long, `isCut`, the parser has kept no more than there may be. */
function cutTexts(parser: NodeJS.WritableStream, isUnknown: (name: string, isCut: boolean) => boolean): void {
  const readers = parser.listeners("field");
  parser.removeAllListeners("field");
  parser.on("field", (name: string | undefined, text: string, info: FieldInfo) => {
    const isKept = name === undefined || !isUnknown(name.replace(/\[.*$/s, ""), info.valueTruncated);
    const field = isKept ? [name, text, info] : [name, beginningOf(text), { ...info, valueTruncated: false }];
    for (const reader of readers) Reflect.apply(reader, parser, field);
  });
}

/** A copy, since a slice would keep the whole text in memory. */
const beginningOf = (text: string): string =>
  Buffer.from(text.slice(0, unknownTextChars), "utf16le").toString("utf16le");

/** The context as multer sees it: with a request that ends where the body does, and whose connection it cannot touch. */
function readingFrom(ctx: Context, body: AsyncIterable<Buffer>): Context {
  const request = Object.assign(Readable.from(body, { objectMode: false }), { headers: ctx.req.headers });
  return new Proxy(ctx, { get: (target, key): unknown => (key === "req" ? request : Reflect.get(target, key)) });
}

function refuse(error: unknown, { maxFields, maxFileBytes }: SpoolRules): null {
  // A full disk, a slow sender and whatever else is not about the form.
  if (error instanceof DomainError || (error instanceof Error && "syscall" in error)) throw error;
  if (!(error instanceof MulterError)) {
    if (error instanceof Error && error.message === "Malformed part header")
      throw new FormPartError("A part of the form has headers that cannot be read");
    return null;
  }
  if (error.code === "LIMIT_FILE_SIZE")
    throw new DomainError("audio_too_large", undefined, { max_bytes: maxFileBytes });
  if (error.code === "LIMIT_FILE_COUNT") throw new SecondFileError();
  const facts = tooMuch(maxFields)[error.code];
  if (facts !== undefined) throw new DomainError("body_too_large", undefined, facts);
  throw new FormPartError("A part of the form has no name or a forbidden name");
}

/** Equal names, and names with `[]`, are an array; names that look like nested ones are not ours. */
const textsOf = (value: unknown): readonly string[] =>
  [value].flat().filter((text): text is string => typeof text === "string");
