/** Primary tag to the name of espeak-ng 1.51's voice, where the two differ. */
const voiceNames: Readonly<Record<string, string>> = {
  en: "en-us",
  fr: "fr-fr",
  // Known as `no`, too, but not together with a variant.
  no: "nb",
  // The voice `cmn` reads out the pinyin of each character as if it were English.
  zh: "cmn-latn-pinyin",
};

/** Languages in an alphabet other than Latin: the scripts whose letters the voice pronounces rather than names. */
const otherScripts: Readonly<Record<string, string>> = {
  ...{ ar: "Arabic Latin", fa: "Arabic Latin", sd: "Arabic Latin", ug: "Arabic Latin", ur: "Arabic Latin" },
  ...{ ba: "Cyrillic", be: "Cyrillic", bg: "Cyrillic Latin", bs: "Cyrillic Latin", cv: "Cyrillic" },
  ...{ hr: "Cyrillic Latin", kk: "Cyrillic Latin", ky: "Cyrillic", mk: "Cyrillic Latin", nog: "Cyrillic" },
  ...{ ru: "Cyrillic Latin", sr: "Cyrillic Latin", tt: "Cyrillic Latin", uk: "Cyrillic Latin", uz: "Cyrillic Latin" },
  ...{ hi: "Devanagari Latin", kok: "Devanagari", mr: "Devanagari Latin", ne: "Devanagari Latin" },
  ...{ as: "Bengali Latin", bn: "Bengali Latin", bpy: "Bengali Latin", gu: "Gujarati Latin", pa: "Gurmukhi Latin" },
  ...{ kn: "Kannada Latin", ml: "Malayalam Latin", or: "Oriya Latin", si: "Sinhala Latin", ta: "Tamil Latin" },
  ...{ te: "Telugu Latin", th: "Thai Latin", my: "Myanmar", shn: "Myanmar", am: "Ethiopic Latin", he: "Hebrew" },
  ...{ hy: "Armenian Latin", hyw: "Armenian", ka: "Georgian Latin", el: "Greek Latin", grc: "Greek Latin" },
  ...{ ko: "Hangul Latin", ja: "Hiragana Katakana", zh: "Han Latin", yue: "Han Latin" },
};

/** Languages written in Latin letters. */
const latin = (
  "af an az ca cs cy da de en eo es et eu fi fr ga gd gn hak haw ht hu ia id io is it jbo kl ku la lb lfn lt ltg lv mi ms " +
  "mt nb nci nl no om pap pl pt qu quc qya ro sjn sk sl smj sq sv sw tk tn tr vi"
).split(" ");

/** Languages in which espeak-ng passes over digits. */
const withoutNumbers: ReadonlySet<string> = new Set(["cv", "he", "nog", "qya", "sjn", "tk"]);

const patternOf = (scripts: string): RegExp => {
  const classes = scripts.split(" ").map((script) => `\\p{Script=${script}}`);
  return new RegExp(`^[${classes.join("")}\\p{Script=Common}\\p{Script=Inherited}\\P{L}]*$`, "u");
};

const patterns: ReadonlyMap<string, RegExp> = new Map(
  [...latin.map((tag) => [tag, "Latin"] as const), ...Object.entries(otherScripts)].map(
    ([tag, scripts]) => [tag, patternOf(scripts)] as const,
  ),
);

/** Primary tags espeak-ng 1.51 speaks without mbrola voices. */
export const espeakLanguages: readonly string[] = [...patterns.keys()];

/** espeak-ng's default voice for a primary tag. */
export const espeakVoiceName = (language: string): string => voiceNames[language] ?? language;

/** True when espeak-ng pronounces every letter and number of the text in this language, rather than naming or skipping it. */
export const espeakPronounces = (text: string, language: string): boolean =>
  (patterns.get(language)?.test(text) ?? false) && !(withoutNumbers.has(language) && /\d/.test(text));
