/** A text of a form; what of it was in no readable encoding is U+FFFD. */
export interface DecodedText {
  readonly text: string;
  readonly isReadable: boolean;
}

/** Reads a text in UTF-8, or in the encoding that its part names, where that is one. */
export function decodeText(bytes: Buffer, charset: string | null): DecodedText {
  const encoding = isEncoding(charset) ? charset : "utf-8";
  try {
    return { text: new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes), isReadable: true };
  } catch {
    return { text: new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes), isReadable: false };
  }
}

function isEncoding(label: string | null): label is string {
  if (label === null) return false;
  try {
    return new TextDecoder(label) instanceof TextDecoder;
  } catch {
    return false;
  }
}
