import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Section } from "./src/browser/find-sections.ts";

const call = z.object({
  ...{ method: z.string(), path: z.string(), tag: z.string() },
  ...{ summary: z.string(), name: z.string(), fields: z.string() },
});
const calls = z.array(call);
type Call = z.output<typeof call>;

/** The calls of other vendors' APIs have pages of their own, and those of the demo take no part in a program. */
const others = 0.3;
const own = 0.85;
const aside = /^(?:OpenAI|Deepgram|ElevenLabs|Sarvam|AssemblyAI|Demo|Examples|Contact|Health|Documentation|Feedback)$/;

/** Where several calls fit alike, reading comes before changing, and deleting last. */
const methodWeights: Readonly<Record<string, number>> = { PUT: 0.97, PATCH: 0.97, DELETE: 0.94 };

const anchorOf = (tag: string): string => tag.toLowerCase().replaceAll(" ", "-");

const sectionOf = ({ method, path, tag, summary, name, fields }: Call): Section => ({
  // As the viewer of the reference names its places.
  url: `/docs/reference#tag/${anchorOf(tag)}/${method}${encodeURI(path)}`,
  page: "API reference",
  heading: summary,
  keywords: name,
  call: `${method} ${path}`,
  text: `${path} ${fields} ${tag}`,
  weight: (aside.test(tag) ? others : own) * (methodWeights[method] ?? 1),
  isInternal: false,
});

/** The calls of the API reference as the search looks through them. `npm run generate` writes their list. */
export async function readCallSections(): Promise<readonly Section[]> {
  const text = await readFile(join(import.meta.dirname, "calls.json"), "utf8");
  return calls.parse(JSON.parse(text)).map(sectionOf);
}
