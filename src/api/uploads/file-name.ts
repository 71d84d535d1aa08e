/** Code points; what is longer is cut. */
const maxLength = 200;
/** Control characters, and those that change the direction of the text around them. */
const hidden = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u2028\u2029]+/gu;
const folder = /^.*[/\\]/s;

/** A file's name as it can be kept and shown: without folders and control characters, and not too long; null for none. */
export function cleanFileName(sent: string): string | null {
  const name = sent.toWellFormed().replace(hidden, " ").replace(folder, "").trim();
  return name === "" ? null : [...name].slice(0, maxLength).join("");
}

/** The name that busboy has read as one character for each byte, in UTF-8 where it is that. */
export function decodeFileName(sent: string): string {
  const bytes = Buffer.from(sent, "latin1");
  // A name with wider characters was decoded already: `filename*` (RFC 5987).
  if (bytes.toString("latin1") !== sent) return sent;
  const text = bytes.toString("utf8");
  return text.includes("\uFFFD") ? sent : text;
}
