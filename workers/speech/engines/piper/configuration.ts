import { z } from "zod";

const ids = z.array(z.int().nonnegative()).min(1);
/** Padding between symbols, the beginning and the end of a sentence. */
const control = { pad: "_", begin: "^", end: "$" } as const;

const configurationFile = z.object({
  audio: z.object({ sample_rate: z.int().min(8000).max(48_000), quality: z.string().optional() }),
  espeak: z.object({ voice: z.string().regex(/^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i) }).optional(),
  phoneme_type: z.enum(["espeak", "text"]).default("espeak"),
  inference: z
    .object({
      noise_scale: z.number().nonnegative().default(0.667),
      length_scale: z.number().positive().default(1),
      noise_w: z.number().nonnegative().default(0.8),
    })
    .prefault({}),
  phoneme_map: z.record(z.string(), z.array(z.string())).default({}),
  phoneme_id_map: z.looseObject({ [control.pad]: ids, [control.begin]: ids, [control.end]: ids }).catchall(ids),
  num_speakers: z.int().positive().default(1),
  speaker_id_map: z.record(z.string(), z.int().nonnegative()).default({}),
  language: z.object({ code: z.string().min(2) }).optional(),
  dataset: z.string().optional(),
});

export interface Speaker {
  readonly id: number;
  /** The name in the configuration; null where it has none. */
  readonly name: string | null;
}

/** The part of the configuration of a Piper voice (`model.onnx.json`) that is used. */
export interface PiperConfiguration {
  /** Hz. */
  readonly sampleRate: number;
  /** `x_low`, `low`, `medium` or `high`; empty where it is not known. */
  readonly quality: string;
  /** BCP 47: `en-US`, `de`. */
  readonly languageTag: string;
  /** The voice of espeak-ng that pronounces the text; null where the letters are the symbols. */
  readonly espeakVoice: string | null;
  readonly noise: number;
  /** More is slower. */
  readonly length: number;
  readonly lengthNoise: number;
  readonly replacements: ReadonlyMap<string, readonly string[]>;
  readonly symbols: ReadonlyMap<string, readonly number[]>;
  readonly control: Readonly<Record<keyof typeof control, readonly number[]>>;
  /** Empty for a model of a single one. */
  readonly speakers: readonly Speaker[];
  /** The name of the recordings it was trained on, which is mostly that of the person; empty where it is not known. */
  readonly dataset: string;
}

/** @throws an error that says what is wrong with it, as the end of a sentence */
export function readConfiguration(json: string): PiperConfiguration {
  const file = parse(json);
  const { phoneme_id_map: symbols, phoneme_type: type, inference } = file;
  const espeakVoice = type === "espeak" ? (file.espeak?.voice ?? null) : null;
  if (type === "espeak" && espeakVoice === null) throw new Error("it names no voice of espeak-ng");
  const languageTag = (file.language?.code ?? file.espeak?.voice)?.replaceAll("_", "-");
  if (languageTag === undefined) throw new Error("it names no language");
  const reserved: readonly string[] = Object.values(control);
  return {
    sampleRate: file.audio.sample_rate,
    quality: file.audio.quality ?? "",
    ...{ languageTag, espeakVoice, dataset: file.dataset ?? "" },
    ...{ noise: inference.noise_scale, length: inference.length_scale, lengthNoise: inference.noise_w },
    replacements: new Map(Object.entries(file.phoneme_map)),
    // These must not end the sentence of a text.
    symbols: new Map(Object.entries(symbols).filter(([symbol]) => !reserved.includes(symbol))),
    control: { pad: symbols[control.pad], begin: symbols[control.begin], end: symbols[control.end] },
    speakers: file.num_speakers > 1 ? speakersOf(file.num_speakers, file.speaker_id_map) : [],
  };
}

function parse(json: string): z.output<typeof configurationFile> {
  let content: unknown;
  try {
    content = JSON.parse(json);
  } catch {
    throw new Error("it is not JSON");
  }
  const parsed = configurationFile.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`at ${issue?.path.join(".") || "its top"}: ${issue?.message ?? "it is no configuration"}`);
}

function speakersOf(count: number, named: Readonly<Record<string, number>>): readonly Speaker[] {
  const names = new Map(Object.entries(named).map(([name, id]) => [id, name]));
  return Array.from({ length: count }, (_, id) => ({ id, name: names.get(id) ?? null }));
}
