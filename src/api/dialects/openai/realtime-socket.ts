import { z } from "zod";
import { aliasOf, modelNotFound } from "#src/api/dialects/aliases.ts";
import { refused } from "#src/api/dialects/refused-options.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { openLive } from "#src/api/sockets/open-live.ts";
import {
  messageDocuments,
  type OfferedCredential,
  type OpenedSocket,
  type SocketContext,
  type SocketRoute,
  socketRoute,
} from "#src/api/sockets/socket-route.ts";
import { parseJson } from "#src/api/sockets/worker-link.ts";
import { literal } from "#src/api/validation/literal.ts";
import { text } from "#src/api/validation/text.ts";
import { findLiveOffer } from "#src/domain/live/queries.ts";
import { modelPreferences } from "#src/domain/speech/transcription-language.ts";
import { transcriptionModels } from "./aliases.ts";
import { openAi, settingsIn } from "./dialect.ts";
import { createRealtimeCodec } from "./realtime-codec.ts";
import { clientMessages, serverMessages } from "./realtime-messages.ts";
import { choiceOf, sessionSettings, type Settings, usualSettings, withSent } from "./realtime-settings.ts";

const socketQuery = z
  .object({
    intent: literal(["transcription"]).optional().meta({ description: "What all sessions are for." }),
    model: text({ max: 255 })
      .optional()
      .meta({
        description: "The name of a model; unknown names stand for the default.",
        examples: ["gpt-transcribe"],
      }),
    call_id: refused("There are no calls to attach to"),
  })
  .refine(({ intent, model = "" }) => intent !== undefined || model !== "", {
    message: "Send intent=transcription, or a model",
    path: ["model"],
  });

const protocol = "realtime";
const keyPrefix = "openai-insecure-api-key.";

/** A browser offers `realtime` and its credential; the first of them is answered. */
function offered(names: readonly string[]): OfferedCredential | null {
  const key = names.find((name) => name.startsWith(keyPrefix));
  if (!names.includes(protocol)) return null;
  return {
    authorization: key === undefined ? null : `Bearer ${key.slice(keyPrefix.length)}`,
    selected: protocol,
  };
}

type SocketQuery = z.output<typeof socketQuery>;

async function open(query: SocketQuery, caller: Caller, context: SocketContext): Promise<OpenedSocket> {
  const { config, db } = context.resources;
  const { models, findsTurns } = await findLiveOffer(db);
  const known = [...modelPreferences, ...models];
  const modelOf = (name: string): string => {
    const alias = aliasOf(name, config.dialects.models, transcriptionModels);
    const found = known.find((one) => one === (alias ?? name));
    if (found === undefined && alias === undefined && config.dialects.openai.strictModels) throw modelNotFound(name);
    return found ?? "auto";
  };
  const settings = settingsOf(query, context);
  const offer = { modelOf, findsTurns };
  const codec = createRealtimeCodec({
    ...{ requestId: context.requestId, settings, offer, isStrict: config.dialects.strict },
    expiresAt: new Date(Date.now() + config.live.maxMs),
  });
  return openLive(context, caller, { codec, ...choiceOf(settings, offer) });
}

/** Those of the client secret, where the call has one. A client may send others later. */
function settingsOf({ model = "auto" }: SocketQuery, { authorization }: SocketContext): Settings {
  const usual = usualSettings(model);
  const kept = sessionSettings.safeParse(parseJson(Buffer.from(settingsIn(authorization), "base64url").toString()));
  return kept.success ? withSent(usual, kept.data) : usual;
}

const realtimeAt = (path: string, operationId: string): SocketRoute =>
  socketRoute(
    {
      ...{ path, operationId, tag: openAi.tag, summary: "Transcribe live" },
      ...{ scope: "speech", temporaryTokens: true, query: socketQuery, limit: "live", soundInMessages: true },
      errors: ["engine_unavailable", "unavailable", "language_unsupported", "model_not_found", "insufficient_credits"],
      offered,
      messages: { client: messageDocuments(clientMessages), server: messageDocuments(serverMessages) },
    },
    open,
  );

/** The paths of OpenAI's clients that take WebSockets; some clients have room for a host only, and no prefix. */
export const openAiSocketRoutes: readonly SocketRoute[] = [
  realtimeAt("/openai/v1/realtime", "openai.realtime"),
  realtimeAt("/v1/realtime", "openaiRoot.realtime"),
];
