import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import { always, ignored } from "#src/api/dialects/ignored-options.ts";
import { accountRoute } from "#src/api/route.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { integer } from "#src/api/validation/number.ts";
import { grantTemporaryToken } from "#src/domain/api-keys/grant-temporary-token.ts";
import { assemblyAi } from "./dialect.ts";

/** Seconds. */
const lifetime = { min: 1, max: 600 } as const;
const session = { min: 60, max: 10_800 } as const;

const tokenQuery = z
  .object({
    expires_in_seconds: integer({ min: lifetime.min, max: lifetime.max }).meta({
      description: "Seconds in which a session has to be opened.",
      examples: [60],
    }),
    max_session_duration_seconds: integer({ min: session.min, max: session.max })
      .optional()
      .meta({ description: "Without effect: sessions end when those of the service do.", examples: [3_600] }),
  })
  .register(ignored, { max_session_duration_seconds: always });

const tokenAnswer = z
  .object({
    token: z.string().meta({ description: "Shown only here.", examples: ["once_…"] }),
    expires_in_seconds: z.int(),
  })
  .meta({ id: "AssemblyAIToken" });

/** Makes a token for one session. */
export const createToken = accountRoute(
  {
    method: "get",
    path: "/assemblyai/v3/token",
    operationId: "assemblyai.tokens.create",
    tag: assemblyAi.tag,
    summary: "Create a live token",
    description:
      "For pages in a browser, which must not hold an API key: it opens one session, as `token` in the query. It ends with the key that made it.",
    access: "account",
    scope: "speech",
    params: noInput,
    query: tokenQuery,
    body: noBody,
    responses: {
      200: {
        description: "The token.",
        schema: tokenAnswer,
        bare: true,
        headers: { "Cache-Control": "`private, no-store`." },
      },
    },
    errors: [],
  },
  async ({ query: { expires_in_seconds: ttlSeconds } }, { apiKeyId }, { resources }) => {
    const token = await grantTemporaryToken(resources, { apiKeyId, ttlSeconds, isSingleUse: true });
    return { status: 200, bare: { token, expires_in_seconds: ttlSeconds } };
  },
);
