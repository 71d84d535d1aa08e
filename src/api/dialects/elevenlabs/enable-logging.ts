import { boolean } from "#src/api/validation/boolean.ts";

const alwaysKept = "Speech requests are always kept. DELETE /v1/speech/requests/{request_id} removes one";

/** `enable_logging` of a query. */
export const enableLogging = boolean()
  .default(true)
  .refine((isKept) => isKept, alwaysKept)
  .meta({ enum: [true] });
