import { z } from "zod";
import type { Caller } from "#src/api/callers/caller.ts";
import { openSpeaking } from "#src/api/sockets/open-speaking.ts";
import {
  messageDocuments,
  type OpenedSocket,
  type SocketContext,
  type SocketRoute,
  socketRoute,
} from "#src/api/sockets/socket-route.ts";
import { synthesisTextMax } from "#src/api/speech/synthesis-fields.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { text } from "#src/api/validation/text.ts";
import { sarvam } from "./dialect.ts";
import { offered } from "./sockets.ts";
import { createSpeakCodec, encodingOfSettings, speakMessages, spokenMessages } from "./speak-codec.ts";
import { dictionariesOf, voiceOf } from "./speech-fields.ts";

/** Milliseconds without a message after which a socket is closed, as Sarvam has it. */
const idleMs = 60_000;

const speakQuery = z.object({
  model: text({ max: 255 })
    .optional()
    .meta({
      description: "Any name: the voice decides which engine speaks.",
      examples: ["bulbul:v3"],
    }),
  send_completion_event: boolean()
    .default(false)
    .meta({ description: "Whether an event says that all up to a flush was spoken." }),
});

async function open(
  { model, send_completion_event: hasEvents }: z.output<typeof speakQuery>,
  caller: Caller,
  context: SocketContext,
): Promise<OpenedSocket> {
  const { config } = context.resources;
  const union = await context.engines.current();
  const codec = createSpeakCodec({
    ...{ requestId: context.requestId, hasEvents, model, isStrict: config.dialects.strict },
  });
  return openSpeaking(context, caller, {
    ...{ codec, longest: synthesisTextMax, idleMs, waitMs: config.dialects.sarvam.waitSeconds * 1000 },
    spoken: () => {
      const settings = codec.settings();
      const dictionaries = dictionariesOf(settings);
      return {
        ...voiceOf(settings, union),
        dictionaries,
        options: { ...encodingOfSettings(settings), speed: settings.pace },
      };
    },
  });
}

const speakAt = (prefix: string, name: string): SocketRoute =>
  socketRoute(
    {
      ...{ path: `${prefix}/text-to-speech/ws`, operationId: `${name}.textToSpeech.live`, tag: sarvam.tag },
      ...{ summary: "Speak streamed text", scope: "speech", temporaryTokens: true },
      ...{ query: speakQuery, limit: "live", offered, speaks: true, soundInMessages: true },
      errors: [
        ...(["voice_not_found", "voice_not_ready", "voice_outdated", "insufficient_credits"] as const),
        ...(["monthly_limit_exceeded", "concurrency_limited", "storage_limit", "unavailable"] as const),
      ],
      messages: { client: messageDocuments(speakMessages), server: messageDocuments(spokenMessages) },
    },
    open,
  );

/** The paths at which Sarvam's clients have a text spoken while they write it; some have room for a host only. */
export const speakSockets: readonly SocketRoute[] = [speakAt("/sarvam", "sarvam"), speakAt("", "sarvamRoot")];
