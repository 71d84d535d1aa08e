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
