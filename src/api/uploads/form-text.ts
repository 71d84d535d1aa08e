import { isUtf8 } from "node:buffer";

/** A text of a form; what of it was in no readable encoding is U+FFFD. */
export interface DecodedText {
  readonly text: string;
  readonly isReadable: boolean;
}

const spellings = ["charset", "Charset", "CHARSET"].map((word) => Buffer.from(word));
const overlap = "charset".length - 1;
const replacement = "\ufffd";

/** A body that is passed on as it is, and whether the word `charset` stands anywhere in what was passed on. */
export function findCharsets(body: AsyncIterable<Buffer>): {
  readonly body: AsyncIterable<Buffer>;
  readonly isNamed: () => boolean;
} {
  let isNamed = false;
  async function* pass(): AsyncGenerator<Buffer> {
    let last: Buffer = Buffer.alloc(0);
    for await (const chunk of body) {
      const seam = Buffer.concat([last, chunk.subarray(0, overlap)]);
      isNamed ||= spellings.some((word) => chunk.includes(word) || seam.includes(word));
      last = chunk.subarray(-overlap);
      yield chunk;
    }
  }
  return { body: pass(), isNamed: () => isNamed };
}

/**
 * A text field as its caller meant it. The parser gives each byte as one character, which is UTF-8 then (RFC 7578 §5.1.2),
 * unless the part names its encoding, which the parser has already decoded by.
 * @param mayBeDecoded true when some part of the form names an encoding
 */
export function decodeField(text: string, mayBeDecoded: boolean): DecodedText {
  const bytes = Buffer.from(text, "latin1");
  const isBytes = bytes.toString("latin1") === text;
  if (isBytes && isUtf8(bytes)) return { text: bytes.toString("utf8"), isReadable: true };
  if (mayBeDecoded) return { text, isReadable: !text.includes(replacement) };
  return { text: bytes.toString("utf8"), isReadable: false };
}
