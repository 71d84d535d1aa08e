import { z } from "zod";

const event = <Name extends string>(name: Name) => ({ event: z.literal(name) });

/** The messages that a client sends to `/speech-to-text-realtime/ws`. */
export const clientMessages = {
  audio_input: z.object({ ...event("audio_input"), audio: z.string().meta({ description: "Audio as base64." }) }),
  speech_start: z.object(event("speech_start")),
  speech_end: z.object(event("speech_end")),
  flush: z.object(event("flush")),
  "config.update": z.looseObject(event("config.update")),
  ping: z.object(event("ping")),
  end: z.object(event("end")),
} as const;

/** Any message of a client. */
export const clientMessage = z.discriminatedUnion("event", [
  clientMessages.audio_input,
  clientMessages.speech_start,
  clientMessages.speech_end,
  clientMessages.flush,
  clientMessages["config.update"],
  clientMessages.ping,
  clientMessages.end,
]);

const utterance = z.int().nonnegative();

/** The messages that a client of `/speech-to-text-realtime/ws` receives. */
export const serverMessages = {
  "session.begin": z.object({ ...event("session.begin"), request_id: z.uuid(), config: z.looseObject({}) }),
  "vad.speech_start": z.object({ ...event("vad.speech_start"), utterance_idx: utterance }),
  "vad.speech_end": z.object({ ...event("vad.speech_end"), utterance_idx: utterance }),
  "transcript.partial": z.object({
    ...{ ...event("transcript.partial"), utterance_idx: utterance },
    text: z.string().meta({ description: "All of the utterance, in place of the text before." }),
  }),
  "transcript.final": z.object({
    ...{ ...event("transcript.final"), utterance_idx: utterance, text: z.string() },
    language: z.string().optional().meta({ description: "Where it was to be detected." }),
    language_confidence: z.number().optional(),
    start_s: z.number().optional().meta({ description: "Seconds from the beginning of the audio." }),
    end_s: z.number().optional(),
  }),
  pong: z.object(event("pong")),
  error: z.object({
    ...{ ...event("error"), code: z.string(), is_fatal: z.boolean(), message: z.string() },
    status_code: z.int().optional(),
  }),
  "session.end": z.object({
    ...{ ...event("session.end"), request_id: z.uuid(), total_duration_s: z.number() },
    ...{ total_utterances: z.int(), audio_duration_s: z.number() },
  }),
} as const;
