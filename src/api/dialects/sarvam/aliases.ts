import type { Aliases } from "#src/api/dialects/aliases.ts";
import type { Spoken } from "#src/api/dialects/speech-input.ts";
import type { SynthesisEngineInfo } from "#src/domain/engines/offered-engines.ts";
import { builtinVoices, defaultVoiceId } from "#src/domain/voices/builtin-voices.ts";

/** Sarvam's speakers, and the voices of Kokoro that speak English for them. */
const speakers = {
  female: {
    names: [
      ...[
        "anushka",
        "manisha",
        "vidya",
        "arya",
        "ritu",
        "priya",
        "neha",
        "pooja",
        "simran",
        "kavya",
        "ishita",
        "shreya",
      ],
      ...[
        "roopa",
        "tanya",
        "shruti",
        "suhani",
        "kavitha",
        "rupali",
        "meera",
        "pavithra",
        "maitreyi",
        "diya",
        "misha",
        "maya",
      ],
    ],
    voices: ["af_heart", "af_bella", "af_nova", "af_sarah", "af_kore", "af_aoede", "bf_emma", "bf_isabella"],
  },
  male: {
    names: [
      ...["shubh", "abhilash", "karun", "hitesh", "aditya", "rahul", "rohan", "amit", "dev", "ratan", "varun", "manan"],
      ...[
        "sumit",
        "kabir",
        "aayan",
        "ashutosh",
        "advait",
        "anand",
        "tarun",
        "sunny",
        "mani",
        "gokul",
        "vijay",
        "mohit",
      ],
      ...["rehan", "soham", "arvind", "amol", "amartya", "neel", "vian", "arjun"],
    ],
    voices: ["am_michael", "am_adam", "am_liam", "am_puck", "am_fenrir", "am_onyx", "bm_george", "bm_fable"],
  },
} as const;

const genders = ["female", "male"] as const;

/** The speakers, each with the voice of Kokoro that speaks English for it. */
export const voiceAliases: Aliases = Object.fromEntries(
  genders.flatMap((gender) => {
    const { names, voices } = speakers[gender];
    return names.map((name, index) => [name, voices[index % voices.length] ?? voices[0]] as const);
  }),
);

/** The speaker of a call that names none. */
export const usualSpeaker = (model = ""): string => (model.startsWith("bulbul:v2") ? "anushka" : "shubh");

/**
 * The voice that a speaker stands for in a language, by primary tag: in English as the aliases say, elsewhere a voice of the speaker's
 * gender by the engine that speaks the language best.
 */
export function speakerVoice(
  name: string,
  { language, engines }: { readonly language: string | undefined; readonly engines: readonly SynthesisEngineInfo[] },
): Spoken["voice"] {
  const gender = genders.find((one) => speakers[one].names.some((known) => known === name.toLowerCase()));
  if (gender === undefined || language === undefined || language === "en") return { name, aliases: voiceAliases };
  const usual = defaultVoiceId(language, engines);
  const engine = builtinVoices.find(({ id }) => id === usual)?.engine;
  const own = builtinVoices.find(
    (voice) => voice.engine === engine && voice.language === language && voice.gender === gender,
  );
  return { name, aliases: { [name.toLowerCase()]: own?.id ?? usual } };
}

/** Sarvam's transcription models, each with ours. */
export const transcriptionModels: Aliases = {
  "saaras:v4": "auto",
  "saaras:v3": "auto",
  "saaras:v3-realtime": "auto",
  "saaras:v2.5": "auto",
  "saaras:v2": "auto",
  "saaras:flash": "auto",
  "saarika:v2.5": "auto",
  "saarika:v2": "auto",
  "saarika:flash": "auto",
};
