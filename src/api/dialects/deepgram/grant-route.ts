import { z } from "zod";
import { optionalJsonBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { integer } from "#src/api/validation/number.ts";
import { grantTemporaryToken } from "#src/domain/api-keys/grant-temporary-token.ts";
import { deepgram } from "./dialect.ts";
import { noInput } from "#src/api/validation/no-input.ts";

/** Seconds. */
const lifetime = { min: 1, max: 3600, usual: 30 } as const;

const grantBody = z.object({
  ttl_seconds: integer({ min: lifetime.min, max: lifetime.max })
    .default(lifetime.usual)
    .meta({ description: "For how long the token is valid." }),
});

const grantAnswer = z
  .object({
    access_token: z.string().meta({ description: "Shown only here." }),
    expires_in: z.int().meta({ description: "Seconds." }),
  })
  .meta({ id: "DeepgramGrant" });

/** Makes a temporary token. */
export const grant = accountRoute(
  {
    method: "post",
    path: "/deepgram/v1/auth/grant",
    operationId: "deepgram.tokens.create",
    tag: deepgram.tag,
    summary: "Create a temporary token",
    description:
      "For programs that must not hold an API key, such as pages in a browser: send it as `Authorization: Bearer`. It " +
      "ends with the key that made it.",
    access: "account",
    scope: "speech",
    params: noInput,
    query: noInput,
    body: optionalJsonBody(grantBody),
    responses: {
      200: {
        description: "The token.",
        schema: grantAnswer,
        bare: true,
        headers: { "Cache-Control": "`private, no-store`." },
      },
    },
    errors: ["body_too_large"],
  },
  async ({ body: { ttl_seconds: ttlSeconds } }, { apiKeyId }, { resources }) => {
    const token = await grantTemporaryToken(resources, { apiKeyId, ttlSeconds });
    return { status: 200, bare: { access_token: token, expires_in: ttlSeconds } };
  },
);
