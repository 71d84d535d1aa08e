/** An e-mail address that does not tell which account is meant. The message is a sentence for an operator. */
export class AmbiguousEmailError extends Error {
  override readonly name = "AmbiguousEmailError";
}
