import { decodeHTMLStrict } from "entities";

/** Elements of HTML and SSML that people leave in a plain text: each with nothing but attributes with values behind its name. */
const inlineTag =
  /<\/?(?:a|abbr|b|big|cite|code|del|dfn|em|emphasis|font|i|ins|kbd|lang|mark|phoneme|prosody|q|s|samp|say-as|small|span|speak|strike|strong|sub|sup|tt|u|var|voice|w)(?:\s{0,9}\/?|\s[^<>=&|]*=[^<>]*)>/gi;
const lineTag = /<\/?(?:br|dd|dt|li|tr|td|th)(?:\s{0,9}\/?|\s[^<>=&|]*=[^<>]*)>/gi;
const blockTag =
  /<\/?(?:address|article|blockquote|div|dl|footer|h[1-6]|header|hr|img|main|nav|ol|p|pre|section|table|tbody|thead|ul)(?:\s{0,9}\/?|\s[^<>=&|]*=[^<>]*)>/gi;

const withoutTags = (text: string): string =>
  text
    .replaceAll(/<!--[^<>]*-->/g, "")
    .replaceAll(blockTag, "\n\n")
    .replaceAll(lineTag, "\n")
    .replaceAll(inlineTag, "");

/** `<https://example.com>` and `<name@example.com>`. */
const autolink = /<((?:https?:\/\/|mailto:)[^<>\s]*|[^<>\s@]{1,64}@[^<>\s@]{1,253})>/gi;
/** `[text](target)`, `[text](target "title")` and with `'title'` or `(title)`, an image with `!` before it; the target may hold one pair of parentheses. */
const link =
  /!?\[((?:[^[\]\n]|\[[^[\]\n]*\])*)\]\([^()[\]\s]*(?:\([^()[\]\s]*\)[^()[\]\s]*)?(?: (?:"[^"[\]\n]*"|'[^'[\]\n]*'|\([^()[\]\n]*\)))?\)/g;
/** `[text](<target with blanks>)` */
const targetInBrackets = /\]\(<[^<>\n]*>/g;
const referenceLink = /!?\[([^[\]\n]+)\]\[[^[\]\n]*\]/g;
const referenceTarget = /^ {0,3}\[[^[\]\n]+\]: ?\S+[^\n]*$/gm;
const footnote = /\[\^[^[\]\n]{1,40}\]:?/g;

const withoutLinks = (text: string): string =>
  text
    .replaceAll(footnote, "")
    .replaceAll(referenceTarget, "")
    .replaceAll(targetInBrackets, "](_")
    .replaceAll(link, "$1")
    // An image may be the text of a link.
    .replaceAll(link, "$1")
    .replaceAll(referenceLink, "$1")
    .replaceAll(autolink, "$1");

/** A line of a quotation; behind `>` a number is compared with something. */
const quoted = /^ {0,3}(?:> ?)+(?![ \t]*[\d\p{Sc}.])/u;
const heading = /^ {0,3}#{1,6}[ \t]+/;
const fence = /^ {0,3}(?:`{3}|~{3})[^`]*$/;
/** `---`, `* * *`, and what underlines a heading. */
const rule = /^ {0,3}(?:(?:[-*_][ \t]?){3,}|={3,})$/;
const tableRule = /^[-:| \t]{3,}$/;
const tableRow = /^[ \t]*\|(?=[^\n]*\|)/;
const bullet = /^([ \t]*)[*+-][ \t]+(?:\[[ xX]\][ \t]+)?(?=\S)/;

/** A table's row as its cells with commas between. */
const cellsOf = (line: string): string =>
  line
    .split("|")
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(", ");

interface Line {
  readonly text: string;
  readonly kind: "quotation" | "heading" | "row" | "plain" | "none";
}

function lineOf(written: string): Line {
  const text = written.trimEnd();
  if (fence.test(text) || rule.test(text) || (tableRule.test(text) && text.includes("--")))
    return { text: "", kind: "none" };
  if (heading.test(text)) return { text: text.replace(heading, "").replace(/ #{1,6}$/, ""), kind: "heading" };
  if (tableRow.test(text)) return { text: cellsOf(text), kind: "row" };
  if (quoted.test(text)) return { text: text.replace(quoted, ""), kind: "quotation" };
  return { text: written.replace(bullet, "$1- "), kind: "plain" };
}

/** Lines without the signs of their kind. A blank line follows a heading, a quotation, and a row of a table. */
function withoutLineMarks(text: string): string {
  const lines = text.split("\n").map(lineOf);
  return lines
    .map(({ text: said, kind }, index) => {
      const next = lines[index + 1]?.kind;
      const isBlock = kind === "heading" || kind === "row" || (kind === "quotation" && next !== kind);
      return isBlock && next !== undefined ? `${said}\n` : said;
    })
    .join("\n");
}

/** `` `code` ``, and `don`t`. */
const withoutBackticks = (text: string): string =>
  text.replaceAll(/(?<=\p{L})`(?=(?:s|t|m|d|ll|re|ve)(?!\p{L}))/gu, "'").replaceAll("`", "");

/** `**bold**` and `~~gone~~` within a word, too; `2**3` stays, and `x**2` is `x^2`. */
const withoutEmphasis = (text: string): string =>
  text
    .replaceAll(/(?<=(?<![\p{L}\p{N}*])\p{L}|\))\*\*(?=\d)/gu, "^")
    .replaceAll(/(?<![\d*])\*\*(?=\S)|(?<=[^\s\d*])\*\*(?!\*)|~~/g, "");

const hasMarks = /[<[`#>*~|&]|^[ \t]*(?:[-=_+]{1,9}[ \t]*|-[ \t].*)$/mu;

/** An entity without its semicolon is none before `=`: `?a=1&lt=5` is the query of a URL. */
const entity = /&(?:#?[a-z\d]{2,31};|(?:amp|lt|gt|quot|nbsp)(?![\w;=]))/i;
const withoutSemicolon = /&(amp|lt|gt|quot|nbsp)(?![\w;=])/gi;
/** A text that was escaped twice, `&amp;quot;`, is read like one that was escaped once. */
const mostEscapes = 3;

/** Entities as the characters that they stand for. */
function decodeEntities(text: string): string {
  let decoded = text;
  for (let times = 0; times < mostEscapes && entity.test(decoded); times += 1)
    decoded = decodeHTMLStrict(decoded.replaceAll(withoutSemicolon, "&$1;"));
  return decoded;
}

/** `&lt;break time=&quot;1s&quot;/&gt;`; `&lt;break&gt;` may be the name of the element. */
const escapedPause = /&(?:amp;)?lt;break(?:\s(?:[^<>&]|&(?:amp;)?(?:quot|apos|#34|#39);)*|\/)&(?:amp;)?gt;/gi;
const escapedTagFirst =
  /^&(?:amp;)?lt;[a-z][a-z\d-]{0,20}(?:\s(?:[^<>&]|&(?:amp;)?(?:quot|apos|#34|#39);)*)?&(?:amp;)?gt;(?! )/i;
const escapedTagLast = /(?<! )&(?:amp;)?lt;\/[a-z][a-z\d-]{0,20}&(?:amp;)?gt;$/i;

/**
 * A text that was escaped throughout, from an opening tag at its start to a closing tag at its end, as it was before; of any
 * other text only its pauses, for `Use the &lt;div&gt; element` speaks of a tag.
 */
export function unescapeMarkup(text: string): string {
  const trimmed = text.trim();
  const isEscaped = !text.includes("<") && escapedTagFirst.test(trimmed) && escapedTagLast.test(trimmed);
  return isEscaped ? decodeEntities(text) : text.replaceAll(escapedPause, decodeEntities);
}

/**
 * The words of a text that was written for the eye: Markdown and simple HTML without their marks, entities as the characters
 * that they stand for. A text without marks stays as it is.
 */
export function plainMarkup(text: string): string {
  if (!hasMarks.test(text)) return text;
  return withoutEmphasis(withoutBackticks(withoutLinks(withoutLineMarks(decodeEntities(withoutTags(text))))));
}
