import type { Context } from "koa";
import type { Dialect, ErrorReply, Refusal } from "#src/api/dialects/dialect.ts";
import { dialectAt } from "#src/api/dialects/dialects.ts";
import { errorBody, headersOf, inputErrorBody, type RefusedCall, statusOf } from "#src/api/errors.ts";
import { DomainError, type ErrorCode } from "#src/errors.ts";
import { valueError } from "#src/api/validation/fault.ts";
import { unusableAudioRow } from "#src/api/validation/multipart-rows.ts";
import { toValidationRow, type ValidationRow } from "#src/api/validation/validation-error.ts";
import { WorkFailedError } from "#src/api/results/work-failed-error.ts";

/** The answer to a refused call in a dialect; null is ours. */
export function errorReply(dialect: Dialect | null, refusal: Refusal, call: RefusedCall): ErrorReply {
  const details = refusal instanceof DomainError ? refusalOf(refusal) : refusal;
  if (dialect !== null) return dialect.errorReply(details, call);
  if (!(details instanceof DomainError)) {
    const code = refusal instanceof DomainError ? refusal.code : "validation_error";
    return { status: 422, headers: {}, body: inputErrorBody(details, code, call) };
  }
  return { status: statusOf(details.code), headers: headersOf(details), body: errorBody(details, call) };
}

/** An error as dialects are given it: as the row of its field, where its status is 422. */
export const refusalOf = (error: DomainError): Refusal => (statusOf(error.code) === 422 ? [refusalRow(error)] : error);

/** Answers a refused call in the dialect of its path. */
export function refuseCall(ctx: Context, refusal: Refusal): void {
  const target = ctx.req.url ?? "";
  const [path = ""] = target.split("?", 1);
  const call = { requestId: String(ctx.state["requestId"]), publicUrl: String(ctx.state["publicUrl"]), path };
  const { status, headers, body } = errorReply(dialectAt(target), refusal, call);
  ctx.status = status;
  ctx.set({ ...headers });
  ctx.body = body;
}

/** The field that errors of a code are about; the audio where it is not here. */
const fields: Partial<Record<ErrorCode, string>> = {
  language_unsupported: "language",
  language_mismatch: "language",
  audio_url_refused: "url",
  audio_url_unreachable: "url",
};

/** The row of an error that is answered with 422. It names the field that the work could not use: the fact `field` of the error, else that of its code. */
function refusalRow(error: DomainError): ValidationRow {
  const usual = fields[error.code];
  const field = error.facts["field"] ?? usual;
  if (usual !== "language") return unusableAudioRow(error.message, field?.toString());
  const language = error instanceof WorkFailedError ? error.language : null;
  return toValidationRow(["body", field ?? usual], valueError(error.message), language);
}
