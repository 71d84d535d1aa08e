import { DomainError } from "#src/errors.ts";

const retryAfterSeconds = 10;
const overdueText = `Earlier work of this account has waited too long. Retry in ${retryAfterSeconds} seconds.`;

/** Work that is refused because what was taken before has waited too long; it has cost nothing. */
export class OverloadError extends DomainError {
  /** `unavailable` where everybody is refused, `concurrency_limited` where one account is. */
  constructor(code: "unavailable" | "concurrency_limited") {
    super(code, code === "concurrency_limited" ? overdueText : undefined, { retry_after: retryAfterSeconds });
  }
}
