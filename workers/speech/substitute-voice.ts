import type { EngineVoice, SynthesisEngine } from "./engine.ts";

/** Of flite, by gender. */
const fliteVoices = { female: "slt", male: "rms" } as const;
/** espeak-ng's variant that is nearest to a woman's pitch and formants; without one its voices are male. */
const femaleVariant = "+f2";

/** Engines that are not everywhere, or not always there. */
const mayBeAway: readonly string[] = ["kokoro", "piper", "remote-speech"];

/** True while an engine may do what it is asked. */
const mayWork = (engine: SynthesisEngine): boolean => engine.status().state !== "unavailable";

/**
 * The voices in which a text may be spoken, the best first: the one that was asked for, and where it is Kokoro's, Piper's or a
 * speech server's, one of the same gender in the same language by an engine that is always there. Those of engines that are not there
 * are left out.
 */
export function availableVoices(
  voice: EngineVoice,
  language: string,
  engines: readonly SynthesisEngine[],
): readonly EngineVoice[] {
  const voices = [voice, ...(mayBeAway.includes(voice.engine) ? substitutes(voice, language) : [])];
  return voices.filter(({ engine }) => engines.some((one) => one.manifest.name === engine && mayWork(one)));
}

function substitutes(voice: EngineVoice, language: string): readonly EngineVoice[] {
  const gender = genderOf(voice);
  const byFlite = { engine: "flite", name: fliteVoices[gender], profile: null };
  const byEspeak = { engine: "espeak-ng", name: gender === "female" ? femaleVariant : "", profile: null };
  return language === "en" ? [byFlite, byEspeak] : [byEspeak];
}

/** That of the voice; else the second letter of Kokoro's names says it: `af_heart`, `hm_omega`. */
function genderOf({ engine, name, profile, gender }: EngineVoice): keyof typeof fliteVoices {
  if (gender) return gender;
  if (engine !== "kokoro") return "female";
  const base = profile?.kind === "style" ? profile.baseVoice : name;
  return base.charAt(1) === "m" ? "male" : "female";
}
