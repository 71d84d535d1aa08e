import type { Voice, VoiceMatch } from "#web/api/types.ts";
import { t } from "#web/messages/translate.ts";

/**
 * The similarity from which each sentence holds. A speaker encoder measures it: timbre, not accent, pace or intonation.
 * Recordings of one person have about 0.9, of two people 0.4 to 0.8.
 */
const similarities = [
  [0.86, t("Very close timbre: as alike as two recordings of one person.")],
  [0.78, t("Close timbre: more alike than two people usually are.")],
  [0.68, t("Similar timbre: as alike as two people with similar voices.")],
  [0, t("Loosely similar timbre. A longer, cleaner sample usually helps.")],
] as const;

/** The similarity of a voice to its sample, in words. */
export const similarityWords = (similarity: number): string =>
  similarities.find(([from]) => similarity >= from)?.[1] ?? similarities[3][1];

/** The verdict on a voice: whose timbre it has where that is a built-in voice's, and else how similar it is. */
export const verdictWords = ({ method, base_voice: voice, similarity }: VoiceMatch): string =>
  method === "nearest"
    ? t("Uses {voice}’s voice, the nearest to your sample.", { voice })
    : similarityWords(similarity);

const semitonesPerOctave = 12;
const hardlyAudibleSemitones = 0.5;

/** The distance of a voice's pitch from that of its sample, in words. A whisper has no pitch. */
export function pitchWords({ pitch_hz: pitch, sample_pitch_hz: sample }: VoiceMatch): string {
  if (pitch === 0 || sample === 0) return t("The pitch was not measured.");
  const semitones = semitonesPerOctave * Math.log2(pitch / sample);
  if (Math.abs(semitones) < hardlyAudibleSemitones) return t("The same pitch.");
  const size = Math.abs(semitones).toFixed(1);
  const values = { count: Number(size), size };
  return semitones > 0
    ? t("{count, plural, one {{size} semitone} other {{size} semitones}} higher than the sample.", values)
    : t("{count, plural, one {{size} semitone} other {{size} semitones}} lower than the sample.", values);
}

const hardlyAudibleClarity = 0.2;

/** The clarity of a voice beside its sample, in words. */
export function clarityWords({ clarity, sample_clarity: sample }: VoiceMatch): string {
  if (clarity > sample + hardlyAudibleClarity) return t("Clearer than the sample.");
  if (clarity < sample - hardlyAudibleClarity) return t("Less clear than the sample.");
  return t("As clear as the sample.");
}

const hardlyAudiblePace = 0.08;

/** The times that a voice and its sample take for the same words, in seconds. */
export interface Pace {
  readonly voice: number;
  readonly sample: number;
}

/** The pace of a voice beside its sample; null where no words are compared. */
export function paceOf({ comparison }: Pick<Voice, "comparison">): Pace | null {
  const { voice_seconds: voice = null, sample_seconds: sample = 0 } = comparison ?? {};
  return voice === null || voice === 0 || sample === 0 ? null : { voice, sample };
}

/** The pace of a voice beside its sample, in words. */
export function paceWords({ voice, sample }: Pace): string {
  const faster = sample / voice - 1;
  if (Math.abs(faster) < hardlyAudiblePace) return t("The same pace.");
  const percent = Math.round(100 * Math.abs(faster));
  return faster > 0
    ? t("{percent}% faster than the sample.", { percent })
    : t("{percent}% slower than the sample.", { percent });
}
