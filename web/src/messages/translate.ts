import { IntlMessageFormat } from "intl-messageformat";
import { Children, type ReactNode } from "react";
import type hindi from "./hi.json";
import { pageLanguage, type PageLanguage } from "./language.ts";

/**
 * A text of the pages, in English, as an ICU message: "{name} is ready.", "{count, plural, one {# text} other {# texts}}",
 * "Read <link>the guide</link>.".
 */
export type Message = keyof typeof hindi;

type Messages = Readonly<Partial<Record<Message, string>>>;

/** The files of messages of the languages beside English, each loaded only where its language is shown. */
const catalogues: Readonly<Record<Exclude<PageLanguage, "en">, () => Promise<{ readonly default: Messages }>>> = {
  hi: () => import("./hi.json", { with: { type: "json" } }),
};

// Modules that import this one wait, so that their constants can be messages, too.
const messages: Messages = pageLanguage === "en" ? {} : (await catalogues[pageLanguage]()).default;

const formats = new Map<Message, IntlMessageFormat>();

function formatOf(message: Message): IntlMessageFormat {
  const known = formats.get(message);
  if (known !== undefined) return known;
  const format = new IntlMessageFormat(messages[message] ?? message, pageLanguage);
  formats.set(message, format);
  return format;
}

/** A message in the language of the page, with its values: texts, and numbers that its plurals count. */
export const t = (message: Message, values: Readonly<Record<string, string | number>> = {}): string =>
  String(formatOf(message).format(values));

type RichValue = ReactNode | ((words: readonly ReactNode[]) => ReactNode);

/** A message with elements: a value may be one, and `<link>words</link>` becomes what the function `link` makes of the words. */
export const rich = (message: Message, values: Readonly<Record<string, RichValue>>): ReactNode =>
  Children.toArray(formatOf(message).format<ReactNode>(values));
