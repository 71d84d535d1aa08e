const names: Readonly<Record<string, string>> = {
  α: "alpha",
  β: "beta",
  γ: "gamma",
  δ: "delta",
  Δ: "delta",
  ε: "epsilon",
  θ: "theta",
  λ: "lambda",
  π: "pi",
  σ: "sigma",
  Σ: "sigma",
  φ: "phi",
  ω: "omega",
};

/**
 * Single Greek letters are signs elsewhere: of units, `µ` and `Ω`, as the tables of units have them, and else by their
 * names. In a row they are Greek.
 */
export const nameGreekLetters = (text: string): string =>
  text
    .replaceAll("\u2206", "\u0394")
    .replaceAll(/(?<!\p{Script=Greek})\p{Script=Greek}(?!\p{Script=Greek})/gu, (letter, at: number) => {
      if (letter === "\u03BC") return "\u00B5";
      if (letter === "\u03A9") return "ohm";
      const name = names[letter];
      if (name === undefined) return letter;
      const before = /[\p{L}\d]/u.test(text[at - 1] ?? "") ? " " : "";
      const behind = /\p{L}/u.test(text[at + 1] ?? "") ? " " : "";
      return `${before}${name}${behind}`;
    });
