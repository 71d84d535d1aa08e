import { text } from "#src/api/validation/text.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { type PreparedCallback, prepareCallback, type SingleCallback } from "#src/domain/callbacks/single-callback.ts";
import type { Resources } from "#src/platform/resources.ts";

/** Characters. */
const urlMax = 2_000;

/** The field of a call that submits work: an address that is called when the work has ended. */
export const callbackField = text({ min: 1, max: urlMax })
  .optional()
  .meta({
    description:
      "An https address that gets a POST when the work has ended; the call itself is answered immediately. Signed with the secret of " +
      "`GET /v1/webhook-secret`.",
    examples: ["https://example.com/hooks/speech"],
  });

/**
 * Prepares the callback that a call names, before anything of the call is kept; null for none.
 * @throws DomainError `callback_url_refused`
 */
export const callbackOf = async (
  resources: Pick<Resources, "db" | "config" | "outbound">,
  { userId }: Pick<Caller, "userId">,
  callback: SingleCallback | null,
): Promise<PreparedCallback | null> => (callback === null ? null : prepareCallback(resources, userId, callback));

/** The same for the field of our own API. */
export const callbackAt = (url: string | undefined): SingleCallback | null => (url === undefined ? null : { url });
