import { z } from "zod";
import { errorSentence } from "#src/api/dialects/error-sentence.ts";
import type { StreamedChunk } from "#src/api/results/read-stream.ts";
import { closeCodeOf } from "#src/api/sockets/close-codes.ts";
import type { SpeakingCodec, SpeakingEvent, SpeakingInput } from "#src/api/sockets/speaking-codec.ts";
import { parseJson } from "#src/api/sockets/worker-link.ts";
import { synthesisTextMax } from "#src/api/speech/synthesis-fields.ts";
import { parseText } from "#src/api/validation/text.ts";
import { DomainError } from "#src/errors.ts";
import { wordOf } from "./dialect.ts";
import { createAligner } from "./timed-speech.ts";

/** The fields of a message by which a text is written. */
export const writtenFields = {
  text: z.string().nullish().meta({ description: "More of the text; empty: the end." }),
  flush: z.boolean().nullish().meta({ description: "Whether all that was written is spoken now." }),
  voice_settings: z
    .looseObject({ speed: z.number().min(0.25).max(4).nullish().meta({ description: "Spoken within 0.5 and 2." }) })
    .nullish()
    .meta({ description: "Of the parts that are not being spoken. Other settings have no effect." }),
};

/** A message of a client: more of the text, or the end where that is empty. */
export const writtenText = z.looseObject(writtenFields);

const characterMs = z.object({
  chars: z.array(z.string()),
  charStartTimesMs: z.array(z.int()).meta({ description: "From the beginning of the sentence." }),
  charDurationsMs: z.array(z.int()),
});

/** Sound, or the times of its characters. */
export const streamedSound = z.object({
  audio: z.string().meta({ description: "Base64; empty where there are only times." }),
  alignment: characterMs.nullable(),
  normalizedAlignment: characterMs.nullable(),
});

/** The messages that a client receives. */
export const streamedMessages = {
  audio: streamedSound,
  final: z.object({ isFinal: z.literal(true), audio: z.null() }),
  error: z.object({ message: z.string(), error: z.string(), code: z.int() }),
} as const;

/** A socket speaks one text. */
const context = "";

/** ElevenLabs' protocol of `stream-input`. */
export function createStreamInputCodec(): SpeakingCodec {
  let speed: Speed;
  let align = createAligner("");
  const present = (event: SpeakingEvent): readonly object[] => {
    if (event.type === "begun") align = createAligner(event.text);
    return event.type === "sound" ? [presentSound(event.chunk, align(event.chunk))] : [];
  };
  return {
    present,
    read: (frame) => {
      const read = writtenText.safeParse(frame.isBinary ? undefined : parseJson(frame.data.toString()));
      speed = read.data?.voice_settings?.speed ?? speed;
      return read.success ? inputsOf(read.data, speed) : [malformed(formText)];
    },
    end: (error) => {
      if (error === null) return { messages: [{ isFinal: true, audio: null }], code: 1000, reason: "" };
      const code = closeCodeOf(error.code);
      const message = errorSentence(error);
      return { messages: [{ message, error: wordOf(error), code }], code, reason: message };
    },
  };
}

const formText =
  "A message is JSON in a text frame, with the text to speak in text, and flush and voice_settings (speed 0.25 to 4) where they are wished for.";

export const malformed = (message: string): SpeakingInput => ({
  type: "fault",
  error: new DomainError("malformed_request", message),
});

/** The speed that a client has asked for. */
type Speed = number | undefined;

function inputsOf({ text, flush }: z.output<typeof writtenText>, speed: Speed): readonly SpeakingInput[] {
  const inputs = textInputs(context, { text, flush }, speed);
  return text === "" && flush !== true ? [...inputs, { type: "end" }] : inputs;
}

/** More of a text, and its flush. */
export function textInputs(
  name: string,
  { text, flush }: Pick<z.output<typeof writtenText>, "text" | "flush">,
  speed: Speed,
): readonly SpeakingInput[] {
  const flushed = flush === true ? [{ type: "flush", context: name } as const] : [];
  const parsed = parseText(text ?? "", { max: synthesisTextMax });
  if (!parsed.ok) return [malformed(`text: ${parsed.fault.msg}`)];
  return [{ type: "text", context: name, text: parsed.value, speed }, ...flushed];
}

const toMs = (seconds: number): number => Math.round(seconds * 1000);

/** A message of sound, with the times of its characters where they are known. */
export function presentSound(
  { content }: StreamedChunk,
  aligned: ReturnType<ReturnType<typeof createAligner>>,
): z.output<typeof streamedSound> {
  const audio = content.toString("base64");
  if (aligned === null) return { audio, alignment: null, normalizedAlignment: null };
  const { times, start } = aligned;
  const starts = times.character_start_times_seconds;
  const alignment = {
    chars: times.characters,
    charStartTimesMs: starts.map((time) => toMs(time - start)),
    charDurationsMs: times.character_end_times_seconds.map((time, index) => toMs(time - (starts[index] ?? time))),
  };
  return { audio, alignment, normalizedAlignment: alignment };
}
