import { z } from "zod";
import { errorCodes } from "#src/errors.ts";

const count = z.int().min(0).optional();

/** The body of every error but invalid input. Further codes may come, and so may further facts beside them. */
export const apiError = z
  .looseObject({
    success: z.literal(false),
    detail: z.string(),
    code: z.union([z.enum(errorCodes), z.string()]),
    docs_url: z.url(),
    request_id: z.uuid(),
    required: count,
    remaining: count,
    retry_after: count,
    max_bytes: count,
    max_seconds: count,
    required_scope: z.string().optional(),
  })
  .meta({ id: "ApiError" });
