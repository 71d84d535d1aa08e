import { z } from "zod";
import { sessionSettings } from "./realtime-settings.ts";

const client = <Type extends string>(type: Type) => ({ type: z.literal(type), event_id: z.string().nullish() });

/** The messages that a client sends. */
export const clientMessages = {
  "session.update": z.object({ ...client("session.update"), session: sessionSettings }),
  "transcription_session.update": z.object({
    ...client("transcription_session.update"),
    session: z.looseObject({}).meta({ description: "The settings in the form of OpenAI's first version." }),
  }),
  "input_audio_buffer.append": z.object({
    ...client("input_audio_buffer.append"),
    audio: z.string().meta({ description: "Audio, as base64." }),
  }),
  "input_audio_buffer.commit": z.object(client("input_audio_buffer.commit")),
  "input_audio_buffer.clear": z.object(client("input_audio_buffer.clear")),
} as const;

const server = <Type extends string>(type: Type) => ({ type: z.literal(type), event_id: z.string() });
const itemId = z.string();
const previous = z.string().nullable();
const ms = z.int().min(0);
const part = { item_id: itemId, content_index: z.literal(0) };

/** A session in messages and answers. */
export const session = z.looseObject({
  ...{ id: z.string(), object: z.literal("realtime.transcription_session"), type: z.literal("transcription") },
  expires_at: z.int().meta({ description: "Seconds since 1970." }),
  audio: z.looseObject({ input: z.looseObject({}) }),
});

const item = z.object({
  ...{ id: itemId, object: z.literal("realtime.item"), type: z.literal("message"), role: z.literal("user") },
  status: z.literal("completed"),
  content: z.array(z.object({ type: z.literal("input_audio"), transcript: z.null() })),
});

const error = z.object({
  ...{ message: z.string(), type: z.string(), param: z.string().nullable(), code: z.string().nullable() },
  event_id: z.string().nullable().meta({ description: "That of the message which is refused." }),
});

/** The messages that a client receives. */
export const serverMessages = {
  "session.created": z.object({ ...server("session.created"), session }),
  "session.updated": z.object({
    ...{ ...server("session.updated"), session },
    speech_ignored: z.array(z.string()).optional().meta({ description: "Not OpenAI's: the options without effect." }),
  }),
  "transcription_session.updated": z.object({ ...server("transcription_session.updated"), session }),
  "input_audio_buffer.speech_started": z.object({
    ...{ ...server("input_audio_buffer.speech_started"), item_id: itemId, audio_start_ms: ms },
  }),
  "input_audio_buffer.speech_stopped": z.object({
    ...{ ...server("input_audio_buffer.speech_stopped"), item_id: itemId, audio_end_ms: ms },
  }),
  "input_audio_buffer.committed": z.object({
    ...{ ...server("input_audio_buffer.committed"), item_id: itemId, previous_item_id: previous },
  }),
  "input_audio_buffer.cleared": z.object(server("input_audio_buffer.cleared")),
  "conversation.item.added": z.object({ ...server("conversation.item.added"), previous_item_id: previous, item }),
  "conversation.item.done": z.object({ ...server("conversation.item.done"), previous_item_id: previous, item }),
  "conversation.item.input_audio_transcription.delta": z.object({
    ...{ ...server("conversation.item.input_audio_transcription.delta"), ...part, delta: z.string() },
  }),
  "conversation.item.input_audio_transcription.completed": z.object({
    ...{ ...server("conversation.item.input_audio_transcription.completed"), ...part, transcript: z.string() },
    usage: z.object({ type: z.literal("duration"), seconds: z.number() }),
    languages: z.array(z.object({ code: z.string() })).optional(),
  }),
  error: z.object({ ...server("error"), error }),
} as const;
