/**
 * The languages that can be spoken, by primary tag (ISO 639-1 where there is one), with their English names: what
 * espeak-ng 1.51 brings along without mbrola voices. Not among them: its voices for languages without a registered tag
 * (Pyash, Lang Belta), Klingon, which it files under a script, and Cherokee, which it reads in Latin letters only.
 */
export const languageNames: Readonly<Record<string, string>> = {
  ...{ af: "Afrikaans", am: "Amharic", an: "Aragonese", ar: "Arabic", as: "Assamese", az: "Azerbaijani" },
  ...{ ba: "Bashkir", be: "Belarusian", bg: "Bulgarian", bn: "Bengali", bpy: "Bishnupriya Manipuri", bs: "Bosnian" },
  ...{ ca: "Catalan", cs: "Czech", cv: "Chuvash", cy: "Welsh", da: "Danish", de: "German", el: "Greek", en: "English" },
  ...{ eo: "Esperanto", es: "Spanish", et: "Estonian", eu: "Basque", fa: "Persian", fi: "Finnish", fr: "French" },
  ...{ ga: "Irish", gd: "Scottish Gaelic", gn: "Guarani", grc: "Ancient Greek", gu: "Gujarati", hak: "Hakka Chinese" },
  ...{ haw: "Hawaiian", he: "Hebrew", hi: "Hindi", hr: "Croatian", ht: "Haitian Creole", hu: "Hungarian" },
  ...{ hy: "Armenian", hyw: "Western Armenian", ia: "Interlingua", id: "Indonesian", io: "Ido", is: "Icelandic" },
  ...{ it: "Italian", ja: "Japanese", jbo: "Lojban", ka: "Georgian", kk: "Kazakh", kl: "Greenlandic", kn: "Kannada" },
  ...{ ko: "Korean", kok: "Konkani", ku: "Kurdish", ky: "Kyrgyz", la: "Latin", lb: "Luxembourgish" },
  ...{ lfn: "Lingua Franca Nova", lt: "Lithuanian", ltg: "Latgalian", lv: "Latvian", mi: "Māori", mk: "Macedonian" },
  ...{ ml: "Malayalam", mr: "Marathi", ms: "Malay", mt: "Maltese", my: "Burmese", nb: "Norwegian Bokmål" },
  ...{ nci: "Classical Nahuatl", ne: "Nepali", nl: "Dutch", no: "Norwegian", nog: "Nogai", om: "Oromo", or: "Odia" },
  ...{ pa: "Punjabi", pap: "Papiamento", pl: "Polish", pt: "Portuguese", qu: "Quechua", quc: "Kʼicheʼ" },
  ...{ qya: "Quenya", ro: "Romanian", ru: "Russian", sd: "Sindhi", shn: "Shan", si: "Sinhala", sjn: "Sindarin" },
  ...{ sk: "Slovak", sl: "Slovenian", smj: "Lule Sámi", sq: "Albanian", sr: "Serbian", sv: "Swedish", sw: "Swahili" },
  ...{ ta: "Tamil", te: "Telugu", th: "Thai", tk: "Turkmen", tn: "Tswana", tr: "Turkish", tt: "Tatar", ug: "Uyghur" },
  ...{ uk: "Ukrainian", ur: "Urdu", uz: "Uzbek", vi: "Vietnamese", yue: "Cantonese", zh: "Chinese" },
};

/** Primary tags that can be spoken, in alphabetical order. */
export const synthesisLanguages: readonly string[] = Object.keys(languageNames);

const displayNames = new Intl.DisplayNames(["en"], { type: "language" });

/** Languages by primary tag with their English names; the tag itself where there is none. */
export const namedLanguages = (tags: readonly string[]): readonly { readonly tag: string; readonly name: string }[] =>
  tags.map((tag) => ({ tag, name: languageNames[tag] ?? displayNames.of(tag) ?? tag }));
