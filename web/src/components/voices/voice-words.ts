import { t } from "#web/messages/translate.ts";

const accents: Readonly<Record<string, string>> = {
  American: t("American"),
  Brazilian: t("Brazilian"),
  British: t("British"),
  Scottish: t("Scottish"),
};

const ages: Readonly<Record<string, string>> = { adult: t("Adult"), old: t("Old") };

const tags: Readonly<Record<string, string>> = {
  bright: t("bright"),
  brisk: t("brisk"),
  calm: t("calm"),
  clear: t("clear"),
  deep: t("deep"),
  even: t("even"),
  high: t("high"),
  level: t("level"),
  light: t("light"),
  lively: t("lively"),
  low: t("low"),
  plain: t("plain"),
  slow: t("slow"),
  soft: t("soft"),
  warm: t("warm"),
  whispering: t("whispering"),
};

const useCases: Readonly<Record<string, string>> = {
  advertisements: t("advertisements"),
  announcements: t("announcements"),
  assistants: t("assistants"),
  lessons: t("lessons"),
  meditation: t("meditation"),
  narration: t("narration"),
  news: t("news"),
  stories: t("stories"),
  telephone: t("telephone"),
};

/** An accent in the language of the page; as it is where it is none of the built-in voices'. */
export const accentName = (accent: string): string => accents[accent] ?? accent;

/** The age that a voice sounds like, in the language of the page; as it is where it is none of the built-in voices'. */
export const ageName = (age: string): string => ages[age] ?? age;

/** A word for how a voice sounds, in the language of the page; as it is where it is none of the built-in voices'. */
export const tagName = (tag: string): string => tags[tag] ?? tag;

/** The work that a voice suits, in the language of the page; as it is where it is none of the built-in voices'. */
export const caseName = (useCase: string): string => useCases[useCase] ?? useCase;
