import { z } from "zod";
import { optionalJsonBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { literal } from "#src/api/validation/literal.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { integer } from "#src/api/validation/number.ts";
import { grantTemporaryToken } from "#src/domain/api-keys/grant-temporary-token.ts";
import { findLiveOffer } from "#src/domain/live/queries.ts";
import { clientSecret, openAi } from "./dialect.ts";
import { session as sessionAnswer } from "./realtime-messages.ts";
import {
  presentSession,
  sessionSettings,
  settingsWithoutTurns,
  usualSettings,
  withEffect,
  withSent,
} from "./realtime-settings.ts";

/** Seconds. */
const lifetime = { min: 10, max: 7200, usual: 600 } as const;

const bodyWith = (settings: typeof sessionSettings) =>
  z.object({
    expires_after: z
      .object({
        anchor: literal(["created_at"]).default("created_at"),
        seconds: integer({ min: lifetime.min, max: lifetime.max }).default(lifetime.usual),
      })
      .optional(),
    session: settings.optional().meta({ description: "The settings of sessions that it opens." }),
  });

const secretBody = bodyWith(sessionSettings);
const secretBodyWithoutTurns = bodyWith(settingsWithoutTurns);

const secretAnswer = z
  .object({
    value: z.string().meta({ description: "Shown only here." }),
    expires_at: z.int().meta({ description: "Seconds since 1970." }),
    session: sessionAnswer,
  })
  .meta({ id: "OpenAIClientSecret" });

/** Makes a client secret. */
export const createClientSecret = accountRoute(
  {
    method: "post",
    path: "/openai/v1/realtime/client_secrets",
    operationId: "openai.realtime.clientSecrets.create",
    tag: openAi.tag,
    summary: "Create a client secret",
    description:
      "For pages in a browser, which must not hold an API key: it opens live sessions until it expires. It ends with the " +
      "key that made it.",
    access: "account",
    scope: "speech",
    params: noInput,
    query: noInput,
    body: optionalJsonBody(secretBody, async ({ db }) =>
      (await findLiveOffer(db)).findsTurns ? secretBody : secretBodyWithoutTurns,
    ),
    responses: {
      200: {
        description: "The secret.",
        schema: secretAnswer,
        bare: true,
        headers: { "Cache-Control": "`private, no-store`." },
      },
    },
    errors: ["body_too_large"],
  },
  async ({ body: { expires_after: expires, session = {} } }, { apiKeyId }, { resources, requestId }) => {
    const ttlSeconds = expires?.seconds ?? lifetime.usual;
    const token = await grantTemporaryToken(resources, { apiKeyId, ttlSeconds });
    const expiresAt = new Date(Date.now() + ttlSeconds * 1000);
    const settings = Buffer.from(JSON.stringify(withEffect(session))).toString("base64url");
    return {
      status: 200,
      bare: {
        value: clientSecret(token, settings),
        expires_at: Math.floor(expiresAt.getTime() / 1000),
        session: presentSession(withSent(usualSettings("auto"), session), { requestId, expiresAt }),
      },
    };
  },
);
