import { z } from "zod";
import { notAnObject } from "#src/api/validation/fault.ts";
import { fileAsText, fileNameMissing } from "#src/api/validation/multipart-rows.ts";
import type { ValidationRow } from "#src/api/validation/validation-error.ts";

/** The problem of a field, or of the whole body where `field` is null. */
export interface FieldProblem {
  readonly field: string | null;
  readonly sentence: string;
}

/** The row does not tell which of both was wrong. */
const notSentAsJson = "The body must be a JSON object. Send it with Content-Type: application/json.";

const jsonProblem = z.object({
  type: z.literal("json_invalid"),
  loc: z.tuple([z.literal("body"), z.number()]),
  ctx: z.object({ error: z.string() }),
});
const reasoned = z.object({ ctx: z.object({ reason: z.string() }) });

/** A row for dialects whose errors are sentences. `nameOf` gives what the dialect calls the parts of a field's name. */
export function problemOf(row: ValidationRow, nameOf: (part: string | number) => string | number): FieldProblem {
  const json = jsonProblem.safeParse(row);
  if (json.success) {
    const { loc, ctx } = json.data;
    return { field: null, sentence: `The body is not valid JSON: ${ctx.error} (at character ${loc[1]})` };
  }
  if (row.type === notAnObject.type && row.loc.length === 1) return { field: null, sentence: notSentAsJson };
  const field = row.loc.slice(1).map(nameOf).join(".") || null;
  if (row.msg === fileAsText.msg) return { field, sentence: fileNameMissing };
  const reason = reasoned.safeParse(row);
  return { field, sentence: reason.success ? reason.data.ctx.reason : row.msg.replace(/^Value error, /, "") };
}

/** The problem as one sentence, which begins with the field. */
export const sentenceOf = ({ field, sentence }: FieldProblem): string =>
  field === null ? sentence : `${field}: ${sentence}`;
