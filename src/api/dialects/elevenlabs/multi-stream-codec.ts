import { z } from "zod";
import { errorSentence } from "#src/api/dialects/error-sentence.ts";
import { closeCodeOf } from "#src/api/sockets/close-codes.ts";
import type { SpeakingCodec, SpeakingEvent, SpeakingInput } from "#src/api/sockets/speaking-codec.ts";
import { parseJson } from "#src/api/sockets/worker-link.ts";
import type { DomainError } from "#src/errors.ts";
import { wordOf } from "./dialect.ts";
import {
  malformed,
  presentSound,
  streamedMessages,
  streamedSound,
  textInputs,
  writtenFields,
} from "./stream-input-codec.ts";
import { createAligner } from "./timed-speech.ts";

/** Characters of the name of a context. */
const nameMax = 255;
/** The context of messages that name none. */
const usualContext = "default";

const contextName = z.string().min(1).max(nameMax).nullish();

/** A message of a client: more of the text of a context, or what becomes of it. */
export const contextMessage = z.looseObject({
  ...writtenFields,
  text: z.string().nullish().meta({ description: "More of the text; empty: the context stays open." }),
  context_id: contextName.meta({
    description: "The name of the context, which begins with it; `default` when absent.",
  }),
  contextId: contextName.meta({ description: "The same." }),
  close_context: z
    .boolean()
    .nullish()
    .meta({ description: "Whether the rest is spoken, and the context ends. The text is not read." }),
  close_socket: z.boolean().nullish().meta({ description: "The same for all contexts; then the socket is closed." }),
});

const contextId = z.string().meta({ description: "The name of the context." });

/** The messages that a client receives. */
export const contextMessages = {
  audio: streamedSound.extend({ contextId }),
  final: streamedMessages.final.extend({ contextId }),
  error: streamedMessages.error.extend({
    contextId: contextId.optional().meta({ description: "Absent where the session ends." }),
  }),
} as const;

/** Gives the times of the characters of the parts that sound, by the names of their contexts. */
type Aligners = Map<string, ReturnType<typeof createAligner>>;

/** ElevenLabs' protocol of `multi-stream-input`. */
export function createMultiStreamCodec(): SpeakingCodec {
  const aligners: Aligners = new Map();
  const read = (message: z.output<typeof contextMessage>): readonly SpeakingInput[] => {
    const name = message.context_id ?? message.contextId ?? usualContext;
    if (message.close_socket === true) return [{ type: "end" }];
    if (message.close_context === true) return [{ type: "close", context: name }];
    return textInputs(name, message, message.voice_settings?.speed ?? undefined);
  };
  return {
    read: (frame) => {
      const message = contextMessage.safeParse(frame.isBinary ? undefined : parseJson(frame.data.toString()));
      return message.success ? read(message.data) : [malformed(formText)];
    },
    present: (event) => {
      if (event.type === "begun") aligners.set(event.context, createAligner(event.text));
      if (event.type === "closed") aligners.delete(event.context);
      return present(event, aligners);
    },
    end: (error) => {
      if (error === null) return { messages: [], code: 1000, reason: "" };
      const told = presentError(error);
      return { messages: [told], code: told.code, reason: told.message };
    },
  };
}

function present(event: SpeakingEvent, aligners: Aligners): readonly object[] {
  switch (event.type) {
    case "sound": {
      const aligned = aligners.get(event.context)?.(event.chunk) ?? null;
      return [{ ...presentSound(event.chunk, aligned), contextId: event.context }];
    }
    case "closed":
      return [{ isFinal: true, audio: null, contextId: event.context }];
    case "refused":
      return [{ ...presentError(event.error), contextId: event.context }];
    case "opened":
    case "begun":
    case "flushed":
    case "cleared":
      return [];
  }
}

const presentError = (error: DomainError) => ({
  message: errorSentence(error),
  error: wordOf(error),
  code: closeCodeOf(error.code),
});

const formText =
  "A message is JSON in a text frame, with text, context_id (1 to 255 characters), and flush, close_context, close_socket and voice_settings (speed 0.25 to 4) where they are wished for.";
