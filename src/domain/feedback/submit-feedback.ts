import type { Db } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { type Feedback, insertFeedback, type NewFeedback } from "./queries.ts";

/**
 * Keeps what an account says about a request of its own, or about a demo call without an account.
 * @throws DomainError `request_not_found`
 */
export async function submitFeedback({ db }: { readonly db: Db }, input: NewFeedback): Promise<Feedback> {
  const feedback = await insertFeedback(db, input);
  if (feedback === null) throw new DomainError("request_not_found");
  return feedback;
}
