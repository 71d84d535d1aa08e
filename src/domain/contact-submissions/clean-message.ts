/** Control characters except tab and line feed, and those that change the direction of what follows on an admin's page. */
const hidden = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A message as it is kept: line feeds only, without hidden characters and white space around it; null when nothing is left. */
export function cleanMessage(message: string | null): string | null {
  const lines = (message ?? "").replaceAll(/\r\n?/g, "\n");
  const shown = lines.replaceAll(hidden, (character) => (/[\t\n]/.test(character) ? character : "")).trim();
  return shown === "" ? null : shown;
}
