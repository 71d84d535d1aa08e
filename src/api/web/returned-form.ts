import { readBytes } from "#src/api/bodies/body.ts";
import type { BodyReader } from "#src/api/bodies/body-reader.ts";
import { paymentProvider } from "#src/providers/payments/chosen.ts";

/** What a payment provider reports when it redirects back. */
export interface ReturnedForm {
  readonly failed: boolean;
}

/** The form that the provider's checkout page posts to `callback_url`; anything that is no such form says nothing. */
export const returnedForm: BodyReader<ReturnedForm> = {
  read: async (ctx, reading) => {
    const { config } = reading.resources;
    const raw = await readBytes(ctx, reading, config.limits.jsonMaxBytes);
    return { ok: true, value: { failed: paymentProvider.reportsFailure(new URLSearchParams(raw.toString("utf8"))) } };
  },
  document: null,
};
