import { Tensor } from "onnxruntime-node";
import { filterBands, filterBanks } from "#workers/speech/audio/filter-banks.ts";
import { openSession, type Session } from "#workers/speech/process/open-session.ts";
import { dot, embedWindows, rowsOf } from "#workers/speech/voices/matching/speaker-encoder.ts";
import type { VoiceLimits } from "./group-voices.ts";
import type { SpeakerModels } from "./speaker-requests.ts";

/**
 * The limits of each encoder, by its loader in the catalogue. Measured: GE2E joins speakers at .45 and parts some at .35; CAM++ makes
 * the same of .6 to .7, joins some from .75 and parts some at .55. By telephone voices are more alike to GE2E.
 */
export const voiceLimits = {
  ge2e: { oneVoice: 0.4, oneVoiceByTelephone: 0.36, leastSeconds: 4 },
  campplus: { oneVoice: 0.65, oneVoiceByTelephone: 0.65, leastSeconds: 2 },
} as const satisfies Readonly<Record<string, VoiceLimits & { readonly oneVoiceByTelephone: number }>>;

/** Hears the voice in windows of 1.6 s of 16 kHz samples, −1 to 1, which begin at these frames of 10 ms: a vector of unit length each. */
export type HearVoices = (samples: Float32Array, starts: readonly number[]) => Promise<readonly Float32Array[]>;

/** A window of 1.6 s has so many whole frames. */
const windowFrames = 158;

export async function openVoiceEncoder({ loader, path }: SpeakerModels["encoder"]): Promise<HearVoices> {
  const session = await openSession(path, { threads: 1, keepsMemory: false });
  if (loader === "ge2e") return async (samples, starts) => rowsOf(await embedWindows(session, samples, starts));
  return async (samples, starts) => {
    const banks = filterBanks(samples);
    const last = Math.max(0, banks.length / filterBands - windowFrames);
    const voices: Float32Array[] = [];
    for (const start of starts) {
      const from = Math.min(start, last) * filterBands;
      voices.push(await embed(session, banks.subarray(from, from + windowFrames * filterBands)));
    }
    return voices;
  };
}

async function embed(session: Session, banks: Float32Array): Promise<Float32Array> {
  const frames = banks.length / filterBands;
  const { embedding } = await session.run({ x: new Tensor("float32", centred(banks), [1, frames, filterBands]) });
  const voice = embedding?.data;
  if (!(voice instanceof Float32Array)) throw new Error("The speaker encoder gave no embedding.");
  const length = Math.sqrt(dot(voice, voice)) || 1;
  return voice.map((value) => value / length);
}

/** Each band without its mean over time, in which the microphone is. */
function centred(banks: Float32Array): Float32Array {
  const frames = banks.length / filterBands;
  const means = new Float64Array(filterBands);
  for (const [at, value] of banks.entries()) {
    const band = at % filterBands;
    means[band] = (means[band] ?? 0) + value / frames;
  }
  return banks.map((value, at) => value - (means[at % filterBands] ?? 0));
}
