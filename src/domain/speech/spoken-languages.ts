import { languagesOf, type EngineUnion } from "#src/domain/engines/offered-engines.ts";
import { synthesisLanguages } from "./languages.ts";

/** The languages that an engine speaks and that have a built-in voice. */
export const spokenLanguages = ({ synthesis }: EngineUnion): readonly string[] =>
  languagesOf(synthesis).filter((tag) => synthesisLanguages.includes(tag));
