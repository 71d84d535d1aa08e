import { SaxesParser } from "saxes";
import {
  aliasOf,
  AttributeError,
  type Attributes,
  longestPausesMs,
  pauseMsOf,
  rateOf,
  refuseUnknown,
  type SayAs,
  sayAsOf,
} from "./attributes.ts";

/** A stretch of a text, with what its markup asks for. */
export interface SsmlPart {
  readonly text: string;
  /** The written text that it replaces, where that is something else. */
  readonly written?: string;
  readonly sayAs?: SayAs;
  /** Times the speed of the whole. */
  readonly rate: number;
  /** The silence behind; null where the text continues. */
  readonly pauseMs: number | null;
}

/** The parts in the order in which they are spoken, or what is wrong and what to do. */
export type ParsedSsml =
  | { readonly ok: true; readonly parts: readonly SsmlPart[] }
  | { readonly ok: false; readonly message: string };

const elements = ["speak", "p", "s", "break", "sub", "say-as", "prosody", "phoneme"];
const deepest = 20;
const paragraphMs = 300;

interface Open {
  readonly name: string;
  readonly rate: number;
  readonly sayAs?: SayAs;
  /** The text that is read instead of the text within. */
  readonly alias?: string;
}

class SsmlError extends Error {}

/** Keeps the parts of a text, and what is open around the next one. */
function openParts() {
  const parts: SsmlPart[] = [];
  const open: Open[] = [];
  const inner = (): Open => open.at(-1) ?? { name: "", rate: 1 };
  const pause = (ms: number): void => {
    const last = parts.pop();
    if (last === undefined) parts.push({ text: "", rate: 1, pauseMs: ms });
    else parts.push({ ...last, pauseMs: (last.pauseMs ?? 0) + ms });
  };
  return {
    parts,
    open,
    inner,
    pause,
    add(text: string): void {
      const { rate, sayAs, alias } = inner();
      const said = text.replaceAll(/\s+/g, " ");
      if (alias !== undefined) {
        const last = parts.pop();
        if (last !== undefined) parts.push({ ...last, written: `${last.written ?? ""}${said}` });
        return;
      }
      const isBlankAtEdge = said.trim() === "" && parts.at(-1)?.pauseMs !== null;
      if (said !== "" && !isBlankAtEdge) parts.push({ text: said, rate, pauseMs: null, ...(sayAs && { sayAs }) });
    },
    close(): void {
      const closed = open.pop();
      const isBlock = closed?.name === "p" || closed?.name === "s";
      if (isBlock && parts.length > 0) pause(closed.name === "p" ? paragraphMs : 0);
    },
  };
}

type Parts = ReturnType<typeof openParts>;

const within = (open: readonly Open[], name: string, attributes: Attributes): Open => {
  const rate = open.at(-1)?.rate ?? 1;
  if (name === "prosody") return { name, rate: rate * rateOf(attributes) };
  if (name === "say-as") return { name, rate, sayAs: sayAsOf(attributes) };
  return name === "sub" ? { name, rate, alias: aliasOf(attributes) } : { name, rate };
};

/** @throws SsmlError, AttributeError */
function openElement({ parts, open, inner, pause }: Parts, name: string, attributes: Attributes): void {
  if (!elements.includes(name)) throw new SsmlError(`is not supported. Use only ${elements.join(", ")}`);
  if ((name === "speak") !== (open.length === 0)) throw new SsmlError("is out of place. Put one <speak> around all");
  if (open.length >= deepest) throw new SsmlError(`is nested too deeply. At most ${deepest} levels are allowed`);
  const around = inner().name;
  if (["say-as", "sub", "break"].includes(around)) throw new SsmlError(`cannot stand within <${around}>`);
  refuseUnknown(name, attributes);
  if (name === "break") pause(pauseMsOf(attributes));
  const next = within(open, name, attributes);
  if (next.alias !== undefined) parts.push({ text: next.alias, rate: next.rate, pauseMs: null });
  open.push(next);
}

const withoutStop = (message: string): string => message.replace(/\.$/, "");

/** Parses SSML: a small part of it, without a document type. Its time grows with the length of the text alone. */
export function parseSsml(text: string): ParsedSsml {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const parts = openParts();
  const positionText = (): string => `line ${parser.line}, column ${parser.columnIndex}`;
  parser.on("error", (error) => {
    throw new SsmlError(
      `Malformed SSML at ${positionText()}: ${withoutStop(error.message.replace(/^\d+:\d+: /, ""))}. Correct the markup.`,
    );
  });
  parser.on("doctype", () => {
    throw new SsmlError(`<!DOCTYPE> at ${positionText()} is not supported. Leave it out.`);
  });
  parser.on("opentag", ({ name, attributes }) => {
    try {
      openElement(parts, name, attributes);
    } catch (error) {
      if (!(error instanceof SsmlError) && !(error instanceof AttributeError)) throw error;
      throw new SsmlError(`<${name}> that ends at ${positionText()} ${error.message}.`);
    }
  });
  parser.on("closetag", () => parts.close());
  parser.on("text", (piece) => parts.add(piece));
  parser.on("cdata", (piece) => parts.add(piece));
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof SsmlError) return { ok: false, message: error.message };
    throw error;
  }
  return checked(parts.parts);
}

function checked(parts: readonly SsmlPart[]): ParsedSsml {
  const pausesMs = parts.reduce((sum, { pauseMs }) => sum + (pauseMs ?? 0), 0);
  if (pausesMs <= longestPausesMs) return { ok: true, parts };
  return { ok: false, message: `The pauses take ${Math.ceil(pausesMs / 1000)} s together. Make them at most 60 s.` };
}
