import { DomainError } from "#src/errors.ts";

/** The error of a call whose work was accepted and then failed; it has cost us something, unlike a refusal. */
export class WorkFailedError extends DomainError {
  /** The primary tag of the language that the work was in. */
  readonly language: string;

  constructor({ code, message, facts }: DomainError, language: string) {
    super(code, message, facts);
    this.language = language;
  }
}
