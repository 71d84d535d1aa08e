/** Addresses hold the same signs, and are read as such. */
const isAddress = (word: string): boolean => word.includes("://") || word.includes("@") || word.startsWith("www.");

/** Operators of two and three characters, the longest first, as the signs that have names. */
const operators: readonly (readonly [string, string])[] = [
  ["!==", "≠"],
  ["===", "="],
  ["<=>", "="],
  ["<->", "→"],
  ["!=", "≠"],
  ["<>", "≠"],
  ["<=", "≤"],
  [">=", "≥"],
  ["==", "="],
  ["=>", "→"],
  ["->", "→"],
  ["&&", "&"],
  ["-=", "− ="],
  ["*=", "× ="],
  ["/=", "÷ ="],
];

/** `a!=b` and `!=` alone: an operator with a side before and behind it, or none. */
const operator = /(?<![-!<>=&])(?:!==|===|<=>|<->|!=|<>|<=|>=|==|=>|->|&&|[-*/]=)(?![-!<>=&])/g;
const side = /[\p{L}\p{N}_)\]}"']/u;
const otherSide = /[\p{L}\p{N}_([{"'$€£.−-]/u;

function plainOperator(word: string): string {
  if (isAddress(word)) return word;
  return word
    .replaceAll(operator, (sign, at: number) => {
      const [before, behind] = [word.charAt(at - 1), word.charAt(at + sign.length)];
      const isBetween = (before === "" || side.test(before)) && (behind === "" || otherSide.test(behind));
      const isOpen = (before === "") === (behind === "");
      const name =
        isBetween && (isOpen || sign === ">=" || sign === "<=") ? operators.find(([one]) => one === sign) : null;
      return name ? ` ${name[1]} ` : sign;
    })
    .replace(/^([\p{L}_]\w{0,30})(\+\+|--)(?=[;,.)]{0,3}$)/u, (_all, name: string, sign: string) =>
      sign === "++" ? `${name} + +` : `${name} − −`,
    );
}

/** A factor: digits, a letter alone, or what parentheses end with. */
const product = /(?<=(?<![\p{L}\p{N}.])[a-z\d]|\d|\))\*(?=\d|\(|[a-z](?![\p{L}\p{N}]))/gu;

/** `5-3=2`, `10/2=5`: what an equation holds is no range and no fraction. */
const equation = /(?<=\d)([-–−/])(?=\d{1,9}(?:[-+*/×÷]\d{1,9}){0,3} ?=)/gu;

/** `2x - 1`, where a letter that is no unit stands for a number; `10 - 4 + 2`. */
const minusBehindVariable =
  /(?<=(?<![\p{L}\p{N}])\d{0,9}[xyzn](?:\^\d{1,3}|[²³])?) ?[-–−] ?(?=\d|[a-z](?![\p{L}\p{N}]))/gu;
const minusBeforeVariable = /(?<=\d|\)) ?[-–−] ?(?=\d{0,9}[xyzn](?![\p{L}\p{N}]))/gu;
const minusBehindParenthesis = /(?<=[\p{L}\d]\)) [-–−] (?=\d|\(|[a-z](?![\p{L}\p{N}]))/gu;

/** Measures, amounts and shares of one thing in two units: `20°C / 68°F`, `5 km / 3 mi`, `$20 / €18`. */
const measured = /(?<=\d ?(?![xyzn] )[°%\p{L}€£]{1,4}|(?<![^ (])[$€£¥₹]\d[\d.,]{0,12}) \/ (?=[-−+]?[\d$€£¥₹])/gu;
/** Two measures without blanks; `5 l/100 km` is a unit of its own. */
const measuredClosely =
  /(?<=\d ?([ckm]?m|mi|ft|in|yd|k?g|lbs?|oz|m?[lL]|mph|kmh|°[CF]))\/(?!100 ?km)(?=\d[\d.,]{0,9} ?([ckm]?m|mi|ft|in|yd|k?g|lbs?|oz|m?[lL]|mph|kmh|°[CF])(?![\p{L}\d]))/gu;

const metric = { length: "mm cm m km", mass: "g kg", volume: "ml mL l L", speed: "kmh", temperature: "°C" };
const imperial = { length: "in ft yd mi", mass: "oz lb lbs", volume: "oz", speed: "mph", temperature: "°F" };
const kinds = ["length", "mass", "volume", "speed", "temperature"] as const;

/** `5 km/3 mi` is one length in two systems and `5 km/10 km` two lengths, while `2 g/5 ml` and `5 g/100 g` are ratios. */
const areOfOneKind = (one: string, other: string): boolean =>
  (one === other && metric.length.split(" ").includes(one)) ||
  kinds.some((kind) => {
    const [ours, theirs] = [metric[kind].split(" "), imperial[kind].split(" ")];
    return (ours.includes(one) && theirs.includes(other)) || (theirs.includes(one) && ours.includes(other));
  });

/** `m/s^2` as `m/s²`, `5 m^2` and `5 m2` as `5 m²`, `x^2` as `x²`. */
const plainPowers = (text: string): string =>
  text
    .replaceAll(/(?<=\d ?[ckm]?m)([23])(?![\d\p{L}])/gu, "^$1")
    .replaceAll(
      /(?<=(?<![\p{L}\d])[\p{L}]|\)|(?<![\p{L}\d])\p{Ll}\p{Ll})\^([23])(?![\d\p{L}.])/gu,
      (_all, power: string) => (power === "2" ? "²" : "³"),
    )
    .replaceAll(/(?<=\/\p{L}{1,3}|\d ?(?:[ckm]?m|ft|in|mi|yd))\^([23])(?![\d\p{L}])/gu, (_all, power: string) =>
      power === "2" ? "²" : "³",
    );

/** Formulas and operators of programs in the signs that have names; `per` is the word of the language. */
export const plainOperators = (text: string, per: string): string =>
  plainPowers(text)
    .replaceAll(/\S+/gu, plainOperator)
    .replaceAll(/(?<=[\p{L}\d)])\*\*(?=\d|\(|[a-z](?!\p{L}))/gu, "^")
    .replaceAll(product, " × ")
    .replaceAll(equation, (_all, sign: string) => (sign === "/" ? " ÷ " : " − "))
    .replaceAll(measured, ", ")
    .replaceAll(measuredClosely, (_all, one: string, other: string) => (areOfOneKind(one, other) ? ", " : ` ${per} `))
    .replaceAll(minusBehindVariable, " − ")
    .replaceAll(minusBeforeVariable, " − ")
    .replaceAll(minusBehindParenthesis, " − ");

/** Signs of mathematics with English names alone. */
const englishSigns: ReadonlyMap<string, string> = new Map([
  ["∑", "the sum of"],
  ["∏", "the product of"],
  ["∫", "the integral of"],
  ["∂", "partial"],
  ["∈", "in"],
  ["∉", "not in"],
  ["∀", "for all"],
  ["∃", "there exists"],
  ["∪", "union"],
  ["∩", "intersection"],
  ["⊂", "a subset of"],
  ["⇒", "implies"],
  ["⇔", "if and only if"],
  ["↔", "to and from"],
  ["←", "from"],
]);

/** `a || !b`, `if (!ready)`, `x = !y`, `if !ok {`, `!a && b`; in prose `!help` is a command. */
const negations = [
  /(?<=(?:&&|\|\||(?<![!<>=])=|(?<!\p{L})(?:if|while) ?\() ?)!(?=[\p{L}_(])/gu,
  /(?<=(?<!\p{L})if )!(?=[\p{L}_][\p{L}\p{N}_.]{0,30}(?:\(\))? (?:\{|then(?!\p{L})))/gu,
  /(?<=^|[\s(])!(?=[\p{L}_][\p{L}\p{N}_.]{0,30} ?(?:&&|\|\|))/gu,
] as const;

/** English names of programming languages, notes and signs: `C#`, `C++`, `.NET`, `a || !b`, `-x`. */
export const namedSigns = (text: string): string =>
  negations
    .reduce((said, negation) => said.replaceAll(negation, "not "), text)
    .replaceAll(/[∑∏∫∂∈∉∀∃∪∩⊂⇒⇔↔←]/gu, (sign) => ` ${englishSigns.get(sign) ?? ""} `)
    .replaceAll(/(?<=[\p{L}\p{N})\]"'] ?)\|\|(?= ?[\p{L}\p{N}([!"'])/gu, " or ")
    .replaceAll(/(?<=^|[\s(=])[-−](?=\d{0,9}[xyz](?![\p{L}\p{N}]))/gu, "minus ")
    .replaceAll(/(?<=\s)<-(?=\s)/gu, "from")
    .replaceAll(/(?<=\p{Lu})\.NET(?![\p{L}\p{N}])/gu, " dot net")
    .replaceAll(/(?<![\p{L}\p{N}])([A-G])#(?![\p{L}\p{N}])/gu, "$1 sharp")
    .replaceAll(/(?<![\p{L}\p{N}])C\+\+(?!\p{L})/gu, "C plus plus")
    .replaceAll(/(?<![\p{L}\p{N}])\.NET(?![\p{L}\p{N}])/gu, "dot net");
