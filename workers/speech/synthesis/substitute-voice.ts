import type { EngineVoice, SynthesisEngine } from "#workers/speech/engine.ts";

/** The voices of flite by gender. */
const fliteVoices = { female: "slt", male: "rms" } as const;
/** espeak-ng's variant that is nearest to a woman's pitch and formants; without one its voices are male. */
const femaleVariant = "+f2";

/** Engines that may be missing or unavailable. */
const mayBeAway: readonly string[] = ["kokoro", "piper", "remote-speech"];

/** True unless the engine is unavailable. */
const mayWork = (engine: SynthesisEngine): boolean => engine.status().state !== "unavailable";

/**
 * The voices in which a text may be spoken, the best first: the requested one, then, for a voice of Kokoro, Piper or a
 * speech server, one of the same gender and language by an engine that is always installed. Voices of unavailable
 * engines are left out.
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
  const base = profile?.baseVoice ?? name;
  return base.charAt(1) === "m" ? "male" : "female";
}
