import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { literal } from "#src/api/validation/literal.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { grantTemporaryToken } from "#src/domain/api-keys/grant-temporary-token.ts";
import { elevenLabs } from "./dialect.ts";

/** Seconds, as at ElevenLabs. */
const ttlSeconds = 900;

const tokenAnswer = z
  .object({ token: z.string().meta({ description: "Shown only here.", examples: ["once_…"] }) })
  .meta({ id: "ElevenLabsSingleUseToken" });

/** Makes a token for one call. */
export const createSingleUseToken = accountRoute(
  {
    method: "post",
    path: "/elevenlabs/v1/single-use-token/{token_type}",
    operationId: "elevenlabs.singleUseTokens.create",
    tag: elevenLabs.tag,
    summary: "Create a single-use token",
    description:
      "For pages in a browser, which must not hold an API key: it opens one live session within 15 minutes. It ends with " +
      "the key that made it.",
    access: "account",
    scope: "speech",
    params: z.object({
      token_type: literal(["realtime_scribe", "tts_websocket"]).meta({ description: "What the token is for." }),
    }),
    query: noInput,
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
  async (_input, { apiKeyId }, { resources }) => ({
    status: 200,
    bare: { token: await grantTemporaryToken(resources, { apiKeyId, ttlSeconds, isSingleUse: true }) },
  }),
);
