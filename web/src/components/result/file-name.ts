const maxLength = 40;

/** A text as a part of a file name: lower case, words joined by hyphens, cut after a word. */
function slug(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const joined = words.join("-");
  if (joined.length <= maxLength) return joined;
  const cut = joined.slice(0, maxLength + 1);
  return cut.slice(0, cut.lastIndexOf("-") > 0 ? cut.lastIndexOf("-") : maxLength);
}

/** A name for a file that says what is in it: "good-morning-heart.mp3". */
export const fileName = (parts: readonly string[], extension: string): string =>
  `${parts.map(slug).filter(Boolean).join("-") || "audio"}.${extension}`;
