import { z } from "zod";
import type { Caller } from "#src/api/callers/caller.ts";
import { always, ignored } from "#src/api/dialects/ignored-options.ts";
import { refused } from "#src/api/dialects/refused-options.ts";
import { openSpeaking } from "#src/api/sockets/open-speaking.ts";
import {
  messageDocuments,
  type OpenedSocket,
  type SocketContext,
  type SocketRoute,
  socketRoute,
} from "#src/api/sockets/socket-route.ts";
import { checkEncoding, sampleRate } from "#src/api/speech/audio-encoding.ts";
import { synthesisTextMax } from "#src/api/speech/synthesis-fields.ts";
import { literal } from "#src/api/validation/literal.ts";
import { deepgram } from "./dialect.ts";
import { offered } from "./sockets.ts";
import { createSpeakCodec, speakMessages, spokenMessages } from "./speak-codec.ts";
import { voiceFields, voiceOf } from "./speak-voice.ts";

/** Our formats, by Deepgram's encodings: samples without a header. */
const formats = { linear16: "pcm", mulaw: "mulaw", alaw: "alaw" } as const;

const speakQuery = z
  .object({
    ...voiceFields,
    encoding: literal(["linear16", "mulaw", "alaw"])
      .default("linear16")
      .meta({ description: "Samples without a header; 16 bits of `linear16`." }),
    container: literal(["none"]).optional().meta({ description: "Samples come without one." }),
    sample_rate: sampleRate,
    callback: refused("Audio is not sent to an address"),
  })
  .check(({ value, issues }) => {
    checkEncoding("pcm")({ issues, value: { format: formats[value.encoding], sample_rate: value.sample_rate } });
  })
  .register(ignored, { tag: always });

async function open(
  { model, speed, encoding, sample_rate: hertz }: z.output<typeof speakQuery>,
  caller: Caller,
  context: SocketContext,
): Promise<OpenedSocket> {
  const { config } = context.resources;
  const spoken = { voice: voiceOf(model), options: { format: formats[encoding], sampleRate: hertz, speed } };
  return openSpeaking(context, caller, {
    codec: createSpeakCodec({ requestId: context.requestId, model }),
    ...{ longest: synthesisTextMax, idleMs: null, waitMs: config.dialects.deepgram.waitSeconds * 1000 },
    spoken: () => spoken,
  });
}

const speakAt = (path: string, operationId: string): SocketRoute =>
  socketRoute(
    {
      ...{ path, operationId, tag: deepgram.tag, summary: "Speak streamed text" },
      ...{ scope: "speech", temporaryTokens: true, query: speakQuery, limit: "live", offered, speaks: true },
      errors: [
        ...(["voice_not_found", "voice_not_ready", "voice_outdated", "insufficient_credits"] as const),
        ...(["monthly_limit_exceeded", "concurrency_limited", "storage_limit", "unavailable"] as const),
      ],
      messages: { client: messageDocuments(speakMessages), server: messageDocuments(spokenMessages) },
    },
    open,
  );

/** The paths at which Deepgram's clients have a text spoken while they write it; some have room for a host only, and no prefix. */
export const speakSockets: readonly SocketRoute[] = [
  speakAt("/deepgram/v1/speak", "deepgram.speakLive"),
  speakAt("/v1/speak", "deepgramRoot.speakLive"),
];
