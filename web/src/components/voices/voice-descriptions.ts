import type { Voice } from "#web/api/types.ts";
import { type Message, t } from "#web/messages/translate.ts";
import { caseName } from "./voice-words.ts";

/** The descriptions of the built-in voices in the catalogue of the service, and of those of a speech server. */
const descriptions: readonly Message[] = [
  "A warm, clear woman at an even pace. The best known of these voices, and a safe choice for anything.",
  "A low, level woman who does not hurry or press. Suits menus and answers heard many times.",
  "A soft woman of middle pitch with little edge. Suits long listening.",
  "A lively woman, rather high, who takes her time. Suits tales and greetings.",
  "A bright, brisk woman of high pitch. Stands out over noise and music.",
  "A low, soft woman who speaks slowly. Suits calm narration.",
  "A woman who whispers, very slow and close to the ear. Suits stories at night; too quiet for menus.",
  "A low, brisk woman with a soft edge. Suits news and lessons.",
  "A bright, brisk woman of middle pitch. Suits short answers.",
  "A clear, bright woman at an even pace. Easy to follow on a telephone.",
  "A low, soft woman at an even pace. Suits quiet assistants.",
  "A clear man of middle pitch at an even pace. Suits most work.",
  "A soft, rather deep man who speaks briskly. Suits news and summaries.",
  "A light man, the highest of the American ones, and brisk. Suits lessons.",
  "A man of middle pitch who takes his time and is easy to understand. Suits explanations.",
  "A man of middle pitch, brisk and plain. Suits announcements.",
  "A calm man with a clear edge, slower than most. Suits documentaries and long books.",
  "The deepest American man, soft and even. Suits trailers and stories.",
  "A deep man at an even pace. Suits stories with a smile.",
  "An old man, light and slow. Suits tales for children.",
  "A bright British woman of high pitch. Suits announcements.",
  "A bright, clear British woman at an even pace. The first choice for British English.",
  "A bright British woman, rather high, at an even pace. Suits guides and greetings.",
  "A British woman of middle pitch at an even pace. Suits stories.",
  "A soft, brisk British man of middle pitch. Suits news.",
  "A rather deep British man with a clear edge. Suits stories.",
  "A light, soft British man who speaks slowly. Suits calm narration.",
  "A deep, slow British man. Suits documentaries and books.",
  "A Spanish woman of middle pitch at an even pace.",
  "A Spanish man of middle pitch at an even pace.",
  "An old Spanish man of middle pitch, a little slower than the others.",
  "A French woman of rather high pitch, clear and even. Suits books and menus.",
  "A Hindi woman of rather high pitch at an even pace.",
  "A brisk Hindi woman of middle pitch. Suits short answers.",
  "A Hindi man of middle pitch at an even pace.",
  "A soft, calm Hindi man of middle pitch. Suits stories.",
  "A bright Italian woman of high pitch, rather brisk.",
  "A deep, soft Italian man who takes his time. Suits books.",
  "A Brazilian woman of middle pitch at an even pace.",
  "A Brazilian man of middle pitch at an even pace.",
  "An old Brazilian man of middle pitch.",
  "A bright Japanese woman of high pitch, a little brisker than the others. Reads kana only, and leaves kanji out.",
  "A soft, calm Japanese woman. Reads kana only, and leaves kanji out.",
  "A Japanese woman of middle pitch at an even pace. Reads kana only, and leaves kanji out.",
  "A bright Japanese woman, the highest of these voices. Reads kana only, and leaves kanji out.",
  "A deep, soft Japanese man. Reads kana only, and leaves kanji out.",
  "Recorded speech in pieces; the clearest of its kind.",
  "Recorded speech in pieces.",
  "Robotic, from an early recording.",
  "Robotic: a low voice of a man, clear and fast.",
  "Robotic: a higher voice of a woman, clear and fast.",
  "By a speech server.",
];

/** The description of a voice that a model of Piper has, or one of the speakers of such a model. */
const piperDescription = /^(?:Speaker (?<speaker>\d+) of )?Piper’s (?<model>\S+)\.$/;

function translated(description: string): string {
  const known = descriptions.find((one) => one === description);
  if (known !== undefined) return t(known);
  const { speaker, model } = piperDescription.exec(description)?.groups ?? {};
  if (model === undefined) return description;
  return speaker === undefined
    ? t("Piper’s {model}.", { model })
    : t("Speaker {speaker} of Piper’s {model}.", { speaker, model });
}

/** The description of a voice: a built-in one's in the language of the page, where it is known; a custom one's as it was written. */
export const voiceDescription = ({ type, description }: Pick<Voice, "type" | "description">): string =>
  type === "builtin" ? translated(description) : description;

/** The uses of a voice, in the language of the page, where its description does not say what it suits. */
export const undescribedUses = ({ description, use_cases: uses }: Pick<Voice, "description" | "use_cases">) =>
  description.includes("Suits ") ? [] : uses.map(caseName);
