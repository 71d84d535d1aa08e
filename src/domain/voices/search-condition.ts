import { type RawBuilder, sql } from "kysely";
import { languageNames } from "#src/domain/speech/languages.ts";

const specialCharacters = /[\\%_]/g;

/** The searchable words of a voice besides its name, each after a space. */
const facts = sql`' ' || lower(concat_ws(' ', description, engine_voice, accent, gender, quality, engine))`;

const languagesNamed = (word: string): readonly string[] =>
  Object.entries(languageNames).flatMap(([tag, name]) =>
    name
      .toLowerCase()
      .split(" ")
      .some((part) => part.startsWith(word))
      ? [tag]
      : [],
  );

/**
 * The conditions of a search: each word is a part of the voice's name, or begins the name of its language or a word of what
 * else is said of it, or is its id.
 */
export const matchesSearch = (search: string): readonly RawBuilder<boolean>[] =>
  search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => {
      const pattern = word.replace(specialCharacters, String.raw`\$&`);
      return sql<boolean>`(
        lower(name) like ${`%${pattern}%`} or ${facts} like ${`% ${pattern}%`}
        or language = any(${languagesNamed(word)}::text[]) or id::text = ${word})`;
    });
