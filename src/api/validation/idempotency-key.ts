import { text } from "#src/api/validation/text.ts";

/** The `Idempotency-Key` header: whatever the caller likes, of printable ASCII. */
export const idempotencyKey = text({ min: 1, max: 255, pattern: /^[ -~]+$/ }).meta({
  description:
    "A repeat of this request within 24 hours gets the first answer, with `Idempotent-Replayed: true`, instead " +
    "of doing the work again. 5xx and 429 answers are not kept. Ignored without a credential.",
});
