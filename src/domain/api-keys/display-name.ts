/**
 * Every character that a person does not see as such: controls, line breaks, and characters that are invisible, change the direction
 * of text or have no agreed shape. The joiners of emoji and of scripts that are written with them are visible by their effect, and
 * are the group.
 */
const unseen =
  /((?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}])(?:\uFE0F(?:\u200D(?=\p{Extended_Pictographic}))?|\u200D(?=\p{Extended_Pictographic}))|(?<=[\p{M}\p{Script=Arabic}])[\u200C\u200D](?=\p{L}))|[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** U+2800 is the blank pattern of Braille. */
const visible = /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u;
const replacement = "\uFFFD";

/**
 * A name as it may be shown where a person decides by it: on one line, in its own order, without hidden parts. What is not seen
 * becomes U+FFFD, and so does a name that is blank.
 */
export function displayName(name: string): string {
  const shown = name.replaceAll(unseen, (_found, joiner: string | undefined) => joiner ?? replacement);
  return visible.test(shown) ? shown : replacement;
}
