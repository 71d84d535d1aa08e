/**
 * Says letters that no voice pronounces by their code points, as screen readers do: `ក` is "letter 1 7 8 0". Letters and
 * digits of ASCII stand for themselves.
 */
export const spell = (text: string): string =>
  [...text]
    .filter((character) => /[\p{L}\p{N}]/u.test(character))
    .map((character) => {
      if (/\p{ASCII}/u.test(character)) return `${character},`;
      const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
      return `letter ${[...digits].join(" ")},`;
    })
    .join("\n");
