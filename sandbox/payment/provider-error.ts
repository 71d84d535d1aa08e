import { BodyError } from "#sandbox/request-body.ts";

/** A refusal in the provider's form (https://razorpay.com/docs/errors/). The message is a sentence for the caller. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly status: number;
  /** The name of the parameter that was at fault. */
  readonly field: string | null;

  constructor(status: number, description: string, field: string | null = null) {
    super(description);
    this.status = status;
    this.field = field;
  }
}

export const badRequest = (description: string, field: string | null = null): ProviderError =>
  new ProviderError(400, description, field);

export const unknownId = (): ProviderError => badRequest("The id provided does not exist");

/** The answer that a caller gets to an error; null when only the log gets it. */
export function toProviderError(error: unknown): ProviderError | null {
  if (error instanceof ProviderError) return error;
  if (error instanceof BodyError) return badRequest(error.message);
  return error instanceof URIError ? badRequest("The address is not well-formed.") : null;
}

/** The body of a refusal. */
export const errorBody = ({ status, message, field }: ProviderError) => ({
  error: {
    code: status < 500 ? "BAD_REQUEST_ERROR" : "SERVER_ERROR",
    description: message,
    source: status < 500 ? "business" : "internal",
    step: status < 500 ? "payment_initiation" : null,
    reason: status < 500 ? "input_validation_failed" : "server_error",
    metadata: {},
    ...(field !== null && { field }),
  },
});
