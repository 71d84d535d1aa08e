/** The voices in the order in which `voices.bin` has their styles. The first letter is the language, the second the gender. */
export const kokoroVoices: readonly string[] = (
  "af_alloy af_aoede af_bella af_heart af_jessica af_kore af_nicole af_nova af_river af_sarah af_sky am_adam am_echo " +
  "am_eric am_fenrir am_liam am_michael am_onyx am_puck am_santa bf_alice bf_emma bf_isabella bf_lily bm_daniel " +
  "bm_fable bm_george bm_lewis ef_dora em_alex em_santa ff_siwis hf_alpha hf_beta hm_omega hm_psi if_sara im_nicola " +
  "jf_alpha jf_gongitsune jf_nezumi jf_tebukuro jm_kumo pf_dora pm_alex pm_santa zf_xiaobei zf_xiaoni zf_xiaoxiao " +
  "zf_xiaoyi zm_yunjian zm_yunxi zm_yunxia zm_yunyang"
).split(" ");

interface KokoroLanguage {
  /** The voice of espeak-ng whose phonemes are used. */
  readonly espeakVoice: string;
  /** The letters with which the names of its voices begin. */
  readonly letters: string;
}

/**
 * The languages that Kokoro was trained on, by primary tag. Chinese is left out: espeak-ng reads Han characters as pinyin,
 * which is not what the voices were trained on.
 */
export const kokoroLanguages: ReadonlyMap<string, KokoroLanguage> = new Map([
  ["en", { espeakVoice: "en-us", letters: "ab" }],
  ["es", { espeakVoice: "es", letters: "e" }],
  ["fr", { espeakVoice: "fr-fr", letters: "f" }],
  ["hi", { espeakVoice: "hi", letters: "h" }],
  ["it", { espeakVoice: "it", letters: "i" }],
  ["ja", { espeakVoice: "ja", letters: "j" }],
  ["pt", { espeakVoice: "pt-br", letters: "p" }],
]);
