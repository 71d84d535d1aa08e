/** The way in which a part of a text is to be read. */
export interface SayAs {
  readonly kind: (typeof sayAsKinds)[number];
  /** The order of the parts of a date; null where it was not given. */
  readonly dateOrder: (typeof dateOrders)[number] | null;
}

export type Attributes = Readonly<Record<string, string>>;

/** Says what is wrong with an attribute, and what to send instead; the sentence begins with the element. */
export class AttributeError extends Error {}

const sayAsKinds = [
  ...(["cardinal", "ordinal", "characters", "digits", "date", "time"] as const),
  ...(["telephone", "currency", "unit"] as const),
];
const dateOrders = ["mdy", "dmy", "ymd"] as const;

const fail = (message: string): never => {
  throw new AttributeError(message);
};

/** Attributes that change nothing here, of `speak`, `p` and `s`. */
const isIgnored = (element: string, name: string): boolean =>
  ["speak", "p", "s"].includes(element) && (name === "version" || name.startsWith("xml") || name.startsWith("xsi:"));

const known: Readonly<Record<string, readonly string[]>> = {
  break: ["time", "strength"],
  sub: ["alias"],
  "say-as": ["interpret-as", "format", "detail"],
  prosody: ["rate"],
  phoneme: ["alphabet", "ph"],
};

/** @throws AttributeError for one that would be taken no notice of */
export function refuseUnknown(element: string, attributes: Attributes): void {
  const unknown = Object.keys(attributes).find(
    (name) => !isIgnored(element, name) && known[element]?.includes(name) !== true,
  );
  if (unknown !== undefined) fail(`has the attribute ${unknown}, which is not supported`);
}

const strengthsMs: Readonly<Record<string, number>> = {
  none: 0,
  "x-weak": 100,
  weak: 250,
  medium: 500,
  strong: 750,
  "x-strong": 1000,
};

/** Milliseconds: of one pause, and of all pauses of a text, since no listener waits longer and silence costs storage. */
export const [longestBreakMs, longestPausesMs] = [10_000, 60_000];

/**
 * Pauses in a plain text: `<break time="1.5s"/>`, `<break strength="weak">`, `[pause:1.5s]`, `[break]`. `[pause](target)` is a
 * link.
 */
export const pauseMark =
  /<break(?:\s[^<>]*)?\/?>|\[(?:pause|break)(?:[:= ] ?\d{1,5}(?:\.\d{1,3})? ?(?:ms|s)?)?\](?!\()/gi;

/** @throws AttributeError */
export function pauseMsOf({ time, strength = "medium" }: Attributes): number {
  if (time === undefined) {
    return Object.hasOwn(strengthsMs, strength)
      ? (strengthsMs[strength] ?? 0)
      : fail(`needs a strength of ${Object.keys(strengthsMs).join(", ")}`);
  }
  const [, number = "", unit] = /^\+?(\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})(ms|s)$/.exec(time.trim()) ?? [];
  const pauseMs = Number(number) * (unit === "s" ? 1000 : 1);
  return number === "" || pauseMs > longestBreakMs
    ? fail("needs a time such as 500ms or 1.5s, of at most 10s")
    : pauseMs;
}

const rates: Readonly<Record<string, number>> = {
  "x-slow": 0.5,
  slow: 0.75,
  medium: 1,
  default: 1,
  fast: 1.5,
  "x-fast": 2,
};

/** @throws AttributeError */
export function rateOf({ rate }: Attributes): number {
  const text = rate?.trim() ?? "";
  if (Object.hasOwn(rates, text)) return rates[text] ?? 1;
  const [, sign = "", number = "", percent = ""] = /^([+-]?)(\d{1,4}(?:\.\d{1,4})?)(%?)$/.exec(text) ?? [];
  const value = Number(number) / (percent === "" ? 1 : 100);
  const factor = sign === "" ? value : sign === "+" ? 1 + value : 1 - value;
  const isRight = number !== "" && (sign === "" || percent !== "") && factor >= 0.5 && factor <= 2;
  return isRight ? factor : fail("needs a rate from 50% to 200%, or x-slow, slow, medium, fast or x-fast");
}

/** @throws AttributeError */
export const aliasOf = ({ alias }: Attributes): string => alias ?? fail("needs an alias");

/** @throws AttributeError */
export function sayAsOf(attributes: Attributes): SayAs {
  const named = attributes["interpret-as"] === "spell-out" ? "characters" : attributes["interpret-as"];
  const kind = sayAsKinds.find((each) => each === named);
  if (kind === undefined) return fail(`needs an interpret-as of ${sayAsKinds.join(", ")}`);
  const { format } = attributes;
  const dateOrder = dateOrders.find((each) => each === format) ?? null;
  if (kind === "date" && format !== undefined && dateOrder === null) fail(`needs a format of ${dateOrders.join(", ")}`);
  return { kind, dateOrder };
}
