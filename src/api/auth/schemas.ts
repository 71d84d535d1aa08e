import { z } from "zod";
import { text } from "#src/api/validation/text.ts";

/** A path of this service. Browsers take a backslash for a slash and leave control characters out. */
const ownPath = /^\/(?![/\\])[!-[\]-~]*$/;

export const loginQuery = z.object({ return_to: text({ max: 2000, pattern: ownPath }).default("/") });

export const signedOut = z
  .object({
    signed_out: z.literal(true),
    provider_sign_out_url: z
      .url()
      .nullable()
      .meta({ description: "The address that signs out of the identity provider, too." }),
  })
  .meta({ id: "SignedOut" });
