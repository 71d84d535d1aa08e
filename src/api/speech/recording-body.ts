import type { Context } from "koa";
import { jsonBody } from "#src/api/bodies/body.ts";
import type { BodyReader } from "#src/api/bodies/body-reader.ts";
import { type AudioForm, type FormFields, recordingForm } from "#src/api/uploads/audio-form.ts";
import type { UploadedAudio } from "#src/api/uploads/uploaded-audio.ts";
import { missingRows } from "#src/api/validation/multipart-rows.ts";
import type { AudioLimit, Limits } from "#src/config.ts";
import type { RecordingAddress } from "#src/domain/speech/submit-transcription.ts";

const jsonType = /^[ \t]*application\/json\b/i;

/** A recording as a file in a form, or its address, in a form or in JSON, each with the same fields. */
export const recordingBody = <Fields extends { readonly url?: string | undefined }>(
  fields: FormFields<Fields>,
  limitOf: (limits: Limits) => AudioLimit,
): BodyReader<AudioForm<Fields, UploadedAudio | RecordingAddress>> => {
  const form = recordingForm({ ...fields, addressFields: ["url"] }, limitOf);
  return {
    ...form,
    read: async (ctx: Context, reading) => {
      if (!jsonType.test(ctx.get("content-type"))) return form.read(ctx, reading);
      const schema = fields.schemaFor?.(await reading.engines.current()) ?? fields.schema;
      const read = await jsonBody(schema).read(ctx, reading);
      if (!read.ok) return read;
      const { url } = read.value;
      if (url === undefined) return { ok: false, rows: missingRows(["url"]) };
      return { ...read, value: { fields: read.value, audio: { url } } };
    },
  };
};
