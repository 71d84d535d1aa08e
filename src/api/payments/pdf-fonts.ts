import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { create, type Font } from "fontkit";

/** The scripts that Noto Sans has, each in a file of its own; the first that has a character draws it. */
const subsets = [
  "latin",
  "latin-ext",
  "cyrillic",
  "cyrillic-ext",
  "greek",
  "greek-ext",
  "devanagari",
  "vietnamese",
] as const;
const weights = { regular: 400, bold: 700 } as const;
const replacement = "?";

export type Weight = keyof typeof weights;

/** A font by the name under which a document registers it. */
export interface PdfFont {
  readonly name: string;
  readonly content: Buffer;
  readonly has: (character: string) => boolean;
}

/** Consecutive characters that one font draws. */
export interface TextRun {
  readonly text: string;
  readonly font: string;
}

export type PdfFonts = Readonly<Record<Weight, readonly PdfFont[]>>;

let opened: Promise<PdfFonts> | undefined;

/** The fonts of documents, read once. */
export const pdfFonts = (): Promise<PdfFonts> => (opened ??= openFonts());

async function openFonts(): Promise<PdfFonts> {
  const fontsOf = (weight: Weight) => Promise.all(subsets.map((subset) => openFont(weight, subset)));
  const [regular, bold] = await Promise.all([fontsOf("regular"), fontsOf("bold")]);
  return { regular, bold };
}

async function openFont(weight: Weight, subset: (typeof subsets)[number]): Promise<PdfFont> {
  const file = `@fontsource/noto-sans/files/noto-sans-${subset}-${weights[weight]}-normal.woff`;
  const content = await readFile(fileURLToPath(import.meta.resolve(file)));
  const font = create(content);
  if (!isFont(font)) throw new Error(`${file} is no font.`);
  return {
    name: `${subset}-${weight}`,
    content,
    has: (character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  };
}

const isFont = (made: ReturnType<typeof create>): made is Font => "hasGlyphForCodePoint" in made;

/**
 * Divides a line into runs by font. Control characters and line breaks become spaces, and what no font has becomes a question mark,
 * one for each that people see as a character.
 */
export function runsOf(text: string, fonts: readonly PdfFont[]): readonly TextRun[] {
  const runs: { text: string; font: string }[] = [];
  const fallback = fonts[0]?.name ?? "";
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(
    text.replaceAll(/[\p{C}\s]/gu, keepJoiners),
  )) {
    const font = fonts.find(({ has }) => [...segment].every((character) => has(character)));
    const drawn = { text: font === undefined ? replacement : segment, font: font?.name ?? fallback };
    const last = runs.at(-1);
    if (last?.font === drawn.font) last.text += drawn.text;
    else runs.push(drawn);
  }
  return runs;
}

/** The joiners of Indian scripts are format characters that shape the letters beside them. */
const keepJoiners = (character: string): string => (/[\u200c\u200d]/.test(character) ? character : " ");
