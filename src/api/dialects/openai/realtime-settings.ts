import { z } from "zod";
import { always, ignored } from "#src/api/dialects/ignored-options.ts";
import type { LiveChoice } from "#src/api/sockets/codec.ts";
import type { LiveEncoding } from "#src/api/sockets/worker-link.ts";
import { list } from "#src/api/validation/list.ts";
import { literal } from "#src/api/validation/literal.ts";
import { integerAmong } from "#src/api/validation/number.ts";
import { text } from "#src/api/validation/text.ts";
import { usualSampleRates } from "#src/domain/speech/audio-formats.ts";
import { endOf, presentTurns, silence, type TurnDetection, turnDetection } from "./realtime-turns.ts";

const nameMax = 255;
const tagMax = 35;
const textMax = 10_000;
const listMax = 100;
/** Hz */
const rates = { usual: 24_000, telephone: 8_000 } as const;
const unused = { description: "Accepted and ignored." };

const format = z.object({
  type: literal(["audio/pcm", "audio/pcmu", "audio/pcma"]),
  rate: integerAmong(usualSampleRates)
    .optional()
    .meta({ description: "Hz, of `audio/pcm`; 24000 when absent. The others have 8000." }),
});

const transcription = z
  .object({
    model: text({ min: 1, max: nameMax }).optional(),
    language: text({ max: tagMax }).nullish(),
    languages: list(text({ max: tagMax }), { max: listMax })
      .optional()
      .meta({ description: "The first counts, where `language` is absent." }),
    prompt: text({ max: textMax }).nullish().meta(unused),
    keywords: list(text({ max: textMax }), { max: listMax })
      .optional()
      .meta(unused),
    delay: text({ max: nameMax }).nullish().meta(unused),
  })
  .register(ignored, { prompt: always, keywords: always, delay: always });

const input = (findsTurns: boolean) =>
  z
    .object({
      format: format.optional(),
      transcription: transcription.nullish(),
      turn_detection: turnDetection(findsTurns)
        .nullish()
        .meta({ description: "`null` where the client commits by itself." }),
      noise_reduction: z
        .object({ type: literal(["near_field", "far_field"]) })
        .nullish()
        .meta(unused),
    })
    .register(ignored, { noise_reduction: always });

const settingsSchema = (findsTurns: boolean) =>
  z
    .object({
      type: literal(["transcription"]).optional(),
      include: list(text({ max: nameMax }), { max: listMax })
        .nullish()
        .meta(unused),
      audio: z.object({ input: input(findsTurns).optional() }).optional(),
    })
    .register(ignored, { include: always });

/** The settings of a session as a client sends them; what is absent stays as it is. */
export const sessionSettings = settingsSchema(true);

/** The same where no model finds ends of turns: what is for it has no effect. */
export const settingsWithoutTurns = settingsSchema(false);

type SentSettings = z.output<typeof sessionSettings>;

/** The settings that hold. */
export interface Settings {
  readonly format: { readonly type: string; readonly rate?: number | undefined };
  readonly transcription: NonNullable<z.output<typeof transcription>>;
  readonly turnDetection: TurnDetection | null;
}

/** @param model the one that the query names */
export const usualSettings = (model: string): Settings => ({
  format: { type: "audio/pcm", rate: rates.usual },
  transcription: { model },
  turnDetection: { type: "server_vad", silence_duration_ms: silence.usual },
});

/** The settings after a client has sent some. */
export function withSent(settings: Settings, { audio }: SentSettings): Settings {
  const { format: sent, transcription: heard, turn_detection: turns } = audio?.input ?? {};
  return {
    format: sent ?? settings.format,
    transcription: { ...settings.transcription, ...heard },
    turnDetection: turns === undefined ? settings.turnDetection : turns,
  };
}

/** The part of what a client has sent that has an effect, so that a client secret stays short. */
export function withEffect({ audio }: SentSettings): SentSettings {
  const { format: sent, transcription: heard, turn_detection } = audio?.input ?? {};
  const { model, language, languages } = heard ?? {};
  return {
    audio: {
      input: {
        ...{ format: sent, turn_detection },
        transcription: { model, language: language ?? languages?.[0] },
      },
    },
  };
}

const formatNames: Readonly<Record<string, string>> = {
  pcm16: "audio/pcm",
  g711_ulaw: "audio/pcmu",
  g711_alaw: "audio/pcma",
};

const older = z.looseObject({
  input_audio_format: z.string().optional(),
  input_audio_transcription: z.unknown().optional(),
  turn_detection: z.unknown().optional(),
  input_audio_noise_reduction: z.unknown().optional(),
  include: z.unknown().optional(),
});

/** The settings of `transcription_session.update` in the form of `session.update`. */
export function fromOlder(session: unknown): unknown {
  const read = older.safeParse(session);
  if (!read.success) return session;
  const {
    input_audio_format: name,
    input_audio_transcription,
    turn_detection,
    input_audio_noise_reduction,
    include,
  } = read.data;
  return {
    include,
    audio: {
      input: {
        ...(name !== undefined && { format: { type: formatNames[name] ?? name } }),
        ...{ transcription: input_audio_transcription, noise_reduction: input_audio_noise_reduction, turn_detection },
      },
    },
  };
}

const encodings: Readonly<Record<string, { readonly encoding: LiveEncoding; readonly bytes: number }>> = {
  "audio/pcm": { encoding: "pcm_s16le", bytes: 2 },
  "audio/pcmu": { encoding: "mulaw", bytes: 1 },
  "audio/pcma": { encoding: "alaw", bytes: 1 },
};

const rateOf = ({ type, rate = rates.usual }: Settings["format"]): number =>
  type === "audio/pcm" ? rate : rates.telephone;

/** Bytes of a second of sound. */
export const bytesPerSecond = ({ format: sent }: Settings): number => rateOf(sent) * (encodings[sent.type]?.bytes ?? 2);

/** The models that sessions may use. */
export interface OfferedModels {
  /** Our model for a name. @throws DomainError `model_not_found` */
  readonly modelOf: (name: string) => string;
  /** Whether a model finds ends of turns. */
  readonly findsTurns: boolean;
}

/** @throws DomainError `model_not_found` */
export function choiceOf(settings: Settings, { modelOf, findsTurns }: OfferedModels): LiveChoice {
  const { language, languages, model = "auto" } = settings.transcription;
  return {
    encoding: encodings[settings.format.type]?.encoding ?? "pcm_s16le",
    sample_rate: rateOf(settings.format),
    ...{ interim_results: true, revises: false },
    ...endOf(settings.turnDetection, findsTurns),
    language: language ?? languages?.[0] ?? "auto",
    options: { model: modelOf(model), transcriptFormat: "smart" },
  };
}

interface SessionFacts {
  readonly requestId: string;
  readonly expiresAt: Date;
}

/** A session as answers and messages have it. */
export const presentSession = (settings: Settings, { requestId, expiresAt }: SessionFacts) => ({
  ...{ id: `sess_${requestId.replaceAll("-", "")}`, object: "realtime.transcription_session", type: "transcription" },
  expires_at: Math.floor(expiresAt.getTime() / 1000),
  audio: {
    input: {
      format: {
        type: settings.format.type,
        ...(settings.format.type === "audio/pcm" && { rate: rateOf(settings.format) }),
      },
      transcription: settings.transcription,
      noise_reduction: null,
      turn_detection: presentTurns(settings.turnDetection),
    },
  },
});
