import { text } from "#src/api/validation/text.ts";

/** The `Idempotency-Key` header: whatever the caller likes, of printable ASCII. */
export const idempotencyKey = text({ min: 1, max: 255, pattern: /^[ -~]+$/ }).meta({
  description:
    "Makes a repeat of this call within 24 hours answer like the first one, with `Idempotent-Replayed: true`, instead " +
    "of doing the work again. Errors of ours and 429 are not kept. Without a credential it is not looked at.",
});
