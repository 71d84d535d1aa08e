import type { inputTypes } from "#db/engine-schema.ts";
import { plainParts } from "./plain-parts.ts";
import { parseSsml, type SsmlPart } from "./ssml/parse-ssml.ts";

/** The parts that the markup of a text asks for. The API has refused markup that cannot be read. */
export function partsOfText(text: string, inputType: (typeof inputTypes)[number] = "text"): readonly SsmlPart[] {
  if (inputType !== "ssml") return plainParts(text);
  const parsed = parseSsml(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.parts;
}
