import type { BodyReader } from "#src/api/bodies/body-reader.ts";
import { fileSentRow, missingRows } from "#src/api/validation/multipart-rows.ts";
import { type FieldsSchema, fieldsOf, overheadBytes, refusedForm, requiredNames } from "./audio-form.ts";
import { spoolForm } from "./spool-form.ts";
import { receiveUpload } from "./uploaded-audio.ts";

interface TextFormFields<Fields> {
  readonly schema: FieldsSchema<Fields>;
  /** A field that other routes take a file in. */
  readonly fileField: string;
  /** Why it takes none here. */
  readonly fileSentence: string;
}

const maxFields = 10;

/** A multipart form of text fields alone. One with a file, up to the size of a sample, is refused with the row of its field. */
export const textForm = <Fields>({ schema, fileField, fileSentence }: TextFormFields<Fields>): BodyReader<Fields> => ({
  read: async (ctx, reading) => {
    const { maxBytes } = reading.resources.config.limits.voiceSample;
    const textFields = new Set(Object.keys(schema.shape));
    const form = await receiveUpload(ctx, { reading, maxBytes, overheadBytes }, (body, folder) =>
      spoolForm(ctx, body, { fileField, textFields, maxFields, folder, maxFileBytes: maxBytes }),
    ).catch((error: unknown) => refusedForm(error, fileField));
    if (form === null) return { ok: false, rows: missingRows(requiredNames(schema)) };
    if ("rows" in form) return form;
    const isFileSent = form.file !== null || form.misplacedFile !== null || form.isFileNameMissing;
    const fields = fieldsOf(schema, form.texts);
    if (fields.ok && !isFileSent) return fields;
    const rows = isFileSent ? [fileSentRow(form.misplacedFile ?? fileField, fileSentence)] : [];
    return { ok: false, rows: [...rows, ...(fields.ok ? [] : fields.rows)] };
  },
  document: { contentType: "multipart/form-data", schema: () => schema },
});
