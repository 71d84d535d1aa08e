import { languagesOf, type OfferedEngines } from "#src/domain/engines/offered-engines.ts";
import { synthesisLanguages } from "./languages.ts";

/** The languages that an engine speaks and that have a built-in voice. */
export const spokenLanguages = ({ synthesis }: OfferedEngines): readonly string[] =>
  languagesOf(synthesis).filter((tag) => synthesisLanguages.includes(tag));
