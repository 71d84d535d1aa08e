import { z } from "zod";
import { optionalJsonBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { integer } from "#src/api/validation/number.ts";
import { grantLiveToken } from "#src/domain/api-keys/grant-temporary-token.ts";
import { DomainError } from "#src/errors.ts";

/** Seconds. */
const lifetime = { min: 1, max: 3600, usual: 60 } as const;

const tokenBody = z.object({
  ttl_seconds: integer({ min: lifetime.min, max: lifetime.max })
    .default(lifetime.usual)
    .meta({ description: "Seconds in which the session has to be opened.", examples: [lifetime.usual] }),
});

const tokenAnswer = z
  .object({
    token: z.string().meta({ description: "Shown only here.", examples: ["live_…"] }),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: "LiveToken" });

/** Makes a token for one live session. */
export const createLiveToken = accountRoute(
  {
    method: "post",
    path: "/v1/live/tokens",
    operationId: "liveTokens.create",
    tag: "Speech",
    summary: "Create a live token",
    description:
      "For pages in a browser, which must not hold an API key: it opens one session at `/v1/speech/live`, from any origin, as the subprotocol " +
      "`token.<token>`. It ends with the API key or the session of the dashboard that made it, and so does the session that it opened. An access token makes none.",
    access: "account",
    scope: "speech",
    params: noInput,
    query: noInput,
    body: optionalJsonBody(tokenBody),
    responses: {
      201: { description: "The token.", schema: tokenAnswer, headers: { "Cache-Control": "`no-store`." } },
    },
    errors: ["body_too_large"],
  },
  async ({ body: { ttl_seconds: ttlSeconds } }, { apiKeyId, sessionId }, { resources }) => {
    if (apiKeyId === null && sessionId === null)
      throw new DomainError("forbidden", "An access token makes no other tokens. Use an API key.");
    const { token, expiresAt } = await grantLiveToken(resources, { apiKeyId, sessionId, ttlSeconds });
    const data = { token, expires_at: expiresAt.toISOString() };
    return { status: 201, headers: { "Cache-Control": "no-store" }, data };
  },
);
