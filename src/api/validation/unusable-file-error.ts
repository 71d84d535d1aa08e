import { DomainError } from "#src/errors.ts";

/** Why work could not use a file that came in another field than `audio`. */
export class UnusableFileError extends DomainError {
  readonly fileField: string;

  constructor({ code, message, facts }: DomainError, fileField: string) {
    super(code, message, facts);
    this.fileField = fileField;
  }
}
