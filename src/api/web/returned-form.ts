import { readBytes } from "#src/api/body.ts";
import type { BodyReader } from "#src/api/body-reader.ts";

/** What a payment provider says as it sends somebody back. */
export interface ReturnedForm {
  readonly failed: boolean;
}

/**
 * The form that Razorpay's hosted checkout posts to `callback_url`: one that tells of a failure has fields `error[…]`
 * (https://razorpay.com/docs/payments/payment-gateway/web-integration/hosted/). Anything that is no such form says nothing.
 */
export const returnedForm: BodyReader<ReturnedForm> = {
  read: async (ctx, reading) => {
    const { config } = reading.resources;
    const raw = await readBytes(ctx, reading, config.limits.jsonMaxBytes);
    const names = [...new URLSearchParams(raw.toString("utf8")).keys()];
    return { ok: true, value: { failed: names.some((name) => name.startsWith("error[")) } };
  },
  document: null,
};
