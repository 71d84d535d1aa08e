import { type FileHandle, open } from "node:fs/promises";
import { DomainError } from "#src/errors.ts";
import type { PartHead } from "./part-head.ts";
import { type PartSink, readForm } from "./read-form.ts";
import { type DecodedText, decodeText } from "./decode-text.ts";

/** A form whose file is on the disk. */
export interface SpooledForm {
  /** Its only file. Only one that was sent in the right field is kept. */
  readonly file: { readonly field: string; readonly bytes: number } | null;
  /** The texts by field; of equal names the last one. */
  readonly texts: ReadonlyMap<string, DecodedText>;
}

export interface SpoolRules {
  readonly boundary: string;
  /** The field that takes a file. */
  readonly fileField: string;
  /** Where its file is written; nothing is, when there is none or it is empty. */
  readonly path: string;
  readonly maxFileBytes: number;
  readonly fileTooLarge: () => DomainError;
}

/** A form with more than one file. */
export class SecondFileError extends Error {
  override readonly name = "SecondFileError";
}

const maxFields = 10;
const maxFieldBytes = 64 * 1024;
/** The fields and the file, and some parts that are neither. */
const maxParts = 20;

const ignored: PartSink = { write: () => undefined, end: () => undefined };
const tooMuch = (facts: Readonly<Record<string, number>>): DomainError =>
  new DomainError("body_too_large", undefined, facts);

/**
 * Writes the file of a form to the disk and keeps its texts. Parts that no field can be made of are passed over.
 * @throws FormError, SecondFileError; DomainError `fileTooLarge()`, `body_too_large` with what there may be
 */
export async function spoolForm(body: AsyncIterable<Buffer>, rules: SpoolRules): Promise<SpooledForm> {
  await using spool = spoolTo(rules);
  const texts = new Map<string, DecodedText>();
  let parts = 0;
  let fields = 0;
  let fileField: string | null = null;
  const openPart = (head: PartHead | null): PartSink => {
    parts += 1;
    if (parts > maxParts) throw tooMuch({ max_parts: maxParts });
    if (head === null) return ignored;
    if (head.isFile) {
      if (fileField !== null) throw new SecondFileError();
      fileField = head.name;
      return spool.sink(head.name);
    }
    fields += 1;
    if (fields > maxFields) throw tooMuch({ max_fields: maxFields });
    return textSink((bytes) => texts.set(head.name, decodeText(bytes, head.charset)));
  };
  await readForm(body, rules.boundary, openPart);
  return { file: fileField === null ? null : { field: fileField, bytes: spool.bytes() }, texts };
}

function spoolTo({ fileField, path, maxFileBytes, fileTooLarge }: SpoolRules) {
  let file: FileHandle | null = null;
  let bytes = 0;
  return {
    bytes: () => bytes,
    sink: (field: string): PartSink => ({
      write: async (chunk) => {
        bytes += chunk.length;
        if (bytes > maxFileBytes) throw fileTooLarge();
        if (field !== fileField) return;
        file ??= await open(path, "wx");
        await file.appendFile(chunk);
      },
      end: () => undefined,
    }),
    [Symbol.asyncDispose]: async () => file?.close(),
  };
}

function textSink(done: (bytes: Buffer) => void): PartSink {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return {
    write: (chunk) => {
      bytes += chunk.length;
      if (bytes > maxFieldBytes) throw tooMuch({ max_bytes: maxFieldBytes });
      chunks.push(chunk);
    },
    end: () => done(Buffer.concat(chunks)),
  };
}
