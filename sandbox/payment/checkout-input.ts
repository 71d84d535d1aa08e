import { z } from "zod";
import type { Settings } from "./settings.ts";
import { parseInput } from "./input.ts";
import { simulatedResults } from "./pay-order.ts";

/** The fields of the form of the hosted checkout; further ones change nothing. */
export interface Checkout {
  readonly orderId: string;
  /** Whom the money is for. */
  readonly name: string | null;
  /** The name of the goods that are paid. */
  readonly description: string | null;
  /** The addresses to which a person is sent after paying, and after cancelling. */
  readonly callbackUrl: string | null;
  readonly cancelUrl: string | null;
}

const filled = z
  .string()
  .optional()
  .transform((text) => (text === undefined || text === "" ? null : text));

/** @throws ProviderError 400; addresses must be the API's own */
export function readCheckout(fields: Readonly<Record<string, string>>, settings: Settings): Checkout {
  const { origin } = new URL(settings.publicUrl);
  const isOwn = (url: string | null): boolean => url === null || (URL.canParse(url) && new URL(url).origin === origin);
  const own = filled.refine(isOwn, `Only an address below ${origin} is taken.`);
  const schema = z.object({
    key_id: z.literal(settings.payments.keyId, "The key_id is not the one of this sandbox."),
    order_id: z.string("An order_id is needed.").regex(/^order_[A-Za-z0-9]{14}$/, "The id provided does not exist"),
    name: filled.refine((text) => text === null || text.length <= 100, "The name is too long."),
    description: filled.refine((text) => text === null || text.length <= 255, "The description is too long."),
    callback_url: own,
    cancel_url: own,
  });
  const parsed = parseInput(schema, fields);
  return {
    orderId: parsed.order_id,
    name: parsed.name,
    description: parsed.description,
    callbackUrl: parsed.callback_url,
    cancelUrl: parsed.cancel_url,
  };
}

/** The button that was pressed. */
export const submittedButton = z.object({
  outcome: z.enum(simulatedResults, `The outcome must be one of ${simulatedResults.join(", ")}.`),
});
