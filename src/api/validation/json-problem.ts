/** The problem of a JSON text, and its place: `position` counts UTF-16 units from 0. */
export type JsonProblem = { readonly position: number; readonly error: string };

/** Unwinds the scanner; never leaves this file. */
class JsonFault extends Error {
  override readonly name = "JsonFault";
  readonly position: number;

  constructor(error: string, position: number) {
    super(error);
    this.position = position;
  }
}

const space = /[ \t\n\r]*/y;
const plain = /[^"\\\0-\x1f]*/y;
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const unicodeEscape = /[\da-fA-F]{4}/y;

/** The index after what `pattern`, a sticky one, matches at `from`; `from` when it matches nothing. */
const skip = (pattern: RegExp, text: string, from: number): number => {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
};

const escapeEnd = (text: string, backslash: number): number => {
  const kind = text[backslash + 1] ?? "";
  if (kind !== "u") {
    if ('"\\/bfnrt'.includes(kind)) return backslash + 2;
    throw new JsonFault("Invalid \\escape", backslash);
  }
  const digits = backslash + 2;
  const end = skip(unicodeEscape, text, digits);
  // CPython wants a character after the digits before it looks at them.
  if (end === digits || end >= text.length) throw new JsonFault("Invalid \\uXXXX escape", backslash + 1);
  return end;
};

const stringEnd = (text: string, quote: number): number => {
  let index = skip(plain, text, quote + 1);
  while (text[index] !== '"') {
    if (index + (text[index] === "\\" ? 1 : 0) >= text.length) {
      throw new JsonFault("Unterminated string starting at", quote);
    }
    if (text[index] !== "\\") throw new JsonFault("Invalid control character at", index);
    index = skip(plain, text, escapeEnd(text, index));
  }
  return index + 1;
};

/** The scanner of one text: how deep it may nest, and what it says when it nests deeper. */
type Scan = { readonly text: string; readonly maxDepth: number };

const objectEnd = (scan: Scan, brace: number, depth: number): number => {
  const { text } = scan;
  let index = skip(space, text, brace + 1);
  if (text[index] === "}") return index + 1;
  for (;;) {
    if (text[index] !== '"') throw new JsonFault("Expecting property name enclosed in double quotes", index);
    index = skip(space, text, stringEnd(text, index));
    if (text[index] !== ":") throw new JsonFault("Expecting ':' delimiter", index);
    index = skip(space, text, valueEnd(scan, skip(space, text, index + 1), depth));
    if (text[index] === "}") return index + 1;
    if (text[index] !== ",") throw new JsonFault("Expecting ',' delimiter", index);
    index = skip(space, text, index + 1);
  }
};

const arrayEnd = (scan: Scan, bracket: number, depth: number): number => {
  const { text } = scan;
  let index = skip(space, text, bracket + 1);
  if (text[index] === "]") return index + 1;
  for (;;) {
    index = skip(space, text, valueEnd(scan, index, depth));
    if (text[index] === "]") return index + 1;
    if (text[index] !== ",") throw new JsonFault("Expecting ',' delimiter", index);
    index = skip(space, text, index + 1);
  }
};

const valueEnd = (scan: Scan, index: number, depth: number): number => {
  const { text, maxDepth } = scan;
  const first = text[index];
  if (first === '"') return stringEnd(text, index);
  if (first === "{" || first === "[") {
    if (depth === maxDepth) throw new JsonFault(`Nested deeper than ${maxDepth} levels`, index);
    return first === "{" ? objectEnd(scan, index, depth + 1) : arrayEnd(scan, index, depth + 1);
  }
  const end = skip(scalar, text, index);
  if (end === index) throw new JsonFault("Expecting value", index);
  return end;
};

/**
 * Finds the problem of a text that `JSON.parse` refused or that nests deeper than `maxDepth`, in the words and at
 * the place of CPython's decoder. NaN and Infinity, which CPython takes, are no JSON values here.
 */
export const findJsonProblem = (text: string, maxDepth: number): JsonProblem => {
  try {
    const end = valueEnd({ text, maxDepth }, skip(space, text, 0), 0);
    return { position: skip(space, text, end), error: "Extra data" };
  } catch (error) {
    if (error instanceof JsonFault) return { position: error.position, error: error.message };
    throw error;
  }
};
