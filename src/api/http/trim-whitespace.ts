/**
 * A part of a header without the spaces and tabs around it, which is all the white space that HTTP knows (RFC 9110,
 * 5.6.3). `trim` removes more: what begins with U+00A0 is another value.
 */
export function trimWhitespace(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text.charAt(start))) start += 1;
  while (start < end && isBlank(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const isBlank = (character: string): boolean => character === " " || character === "\t";
