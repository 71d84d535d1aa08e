import { currencyCodeOf } from "#workers/speech/text/currency-codes.ts";
import { coreAfter, type Context, tokenAt, wordBefore } from "#workers/speech/text/reading.ts";
import { ratioNamesOf } from "#workers/speech/text/unit-names.ts";
import { isAmount, rowOf } from "./identifiers.ts";

/** Digits behind these are no amount: they are read one by one. */
const codeWords: ReadonlySet<string> = new Set(
  "otp pin cvv ein ssn plz confirmation code passcode password zip postcode pincode cep flight dial code código codigo codice कोड पिन ओटीपी".split(
    " ",
  ),
);
/** Words behind which digits are a code only with `number`, `no.`, `ID`: one can order 1200 chairs. */
const numberedWords: ReadonlySet<string> = new Set(
  (
    "order account acct card invoice ticket tracking reference ref booking customer policy serial p.o passport license licence " +
    "routing member membership case patient employee student registration claim"
  ).split(" "),
);
/** Words behind which digits are a code only with `ID`: `user number 1000 signed up`. */
const wordsWithId: ReadonlySet<string> = new Set(
  "user device client request transaction session meeting job product item".split(" "),
);
const numberWords: ReadonlySet<string> = new Set("number no nr num nº n° # id box ending नंबर नं".split(" "));
/** The words and signs that may stand between. */
const links: ReadonlySet<string> = new Set("is was your the with are es est è é in il का है".split(" "));
const farthest = 4;
/** The number of digits directly behind `account` that are no amount where nothing is counted. */
const fewestOfCode = 7;
/** Numbers that are told by their ends, beside the `numberedWords`: `Visa ending in 4821`. */
const wordsBeforeEndings: ReadonlySet<string> = new Set(["visa", "mastercard", "amex", "number", "phone"]);

/** `account 55779911`; `order 2500000 units` and `in case 5000000 are lost` are amounts. */
function isLongCode(context: Context): boolean {
  const row = rowOf(context, /^\d{2,12}$/);
  const digits = row.join("");
  return digits.length >= fewestOfCode && !digits.endsWith("000") && !isAmount(context, row.length);
}

/** `number ending in 4821`; `the year ending in 3000 losses` and `a war ending in 1812` are none. */
function isEnd(context: Context): boolean {
  const [what = "", ending = ""] = [-3, -2].map((offset) => tokenAt(context, offset)?.core.toLowerCase() ?? "");
  const digits = tokenAt(context)?.core ?? "";
  return (
    ending === "ending" && wordsBeforeEndings.has(what) && !/^(?:19|20)|000$/.test(digits) && !isAmount(context, 1)
  );
}

/** `ref 55021`, `ref: 4457`; `the ref 3000 fans booed` and `reference 2019` are none. */
function isReference(context: Context): boolean {
  const { core: word = "", trail = "" } = tokenAt(context, -1) ?? {};
  if (!/^ref(?:erence)?$/i.test(word)) return false;
  if (trail === ":") return true;
  const isPerson = /^(?:a|the)$/i.test(tokenAt(context, -2)?.core ?? "");
  const digits = tokenAt(context)?.core ?? "";
  return !isPerson && /^(?!(?:1[89]|20)..$)\d{4,}$(?<!00)/.test(digits) && !isAmount(context, 1);
}

/** Tells whether the words before the digits say that they are a code. */
export function isBehindCodeWord(context: Context): boolean {
  if (isReference(context)) return true;
  let [isNumber, isId] = [false, false];
  for (let offset = -1; offset >= -farthest; offset -= 1) {
    const { core = "", trail = "." } = tokenAt(context, offset) ?? {};
    const word = core.toLowerCase();
    // The dot of `no.` and `P.O.` ends no sentence.
    const isAbbreviated = numberWords.has(word) || numberedWords.has(word);
    if (/[.!?]/.test(trail) && !(isAbbreviated && trail === ".")) return false;
    if (codeWords.has(word) || (isNumber && numberedWords.has(word)) || (isId && wordsWithId.has(word))) return true;
    const isEnding = word === "in" && tokenAt(context, offset - 1)?.core.toLowerCase() === "ending";
    if (isEnding && offset === -1 && isEnd(context)) return true;
    if (word === "in" && !isEnding) return false;
    if (offset === -1 && numberedWords.has(word) && isLongCode(context)) return true;
    if (word === "id") isId = true;
    if (numberWords.has(word)) isNumber = true;
    else if (!links.has(word) && !/^\p{Lu}{2}$/u.test(core)) return false;
  }
  return false;
}

const countedThings: ReadonlySet<string> = new Set(
  "lines times pages characters words letters digits hours days minutes seconds percent people users items files functions tests modules bytes miles".split(
    " ",
  ),
);
/** Words behind which `code` and `pin` are verbs: `We code 200 screens`. */
const wordsBeforeVerbs: ReadonlySet<string> = new Set(
  "i you we they who to and or can could will would shall should may might must cannot please let's don't".split(" "),
);
/** Laws have years: `Building code 2021 requires`. */
const laws: ReadonlySet<string> = new Set("building civil criminal penal tax fire labor labour electrical".split(" "));

/** `dial 500 times`, `code 200 lines`, `the pin is 100 mm long`; `Verification code 739204 expires` is a code. */
export function isCounted(context: Context): boolean {
  const { language, index } = context;
  const [digits, next] = [tokenAt(context)?.core ?? "", coreAfter(context, 1)];
  const isCurrency = Object.values(language.currencies).some(({ major }) =>
    [next, next.toLowerCase()].some((word) => major.includes(word)),
  );
  if (isCurrency || currencyCodeOf(next) !== null || ratioNamesOf(next, language) !== null) return true;
  if (countedThings.has(next)) return true;
  const word = wordBefore(context);
  const earlier = wordBefore({ ...context, index: index - 1 });
  if (word === "code" && laws.has(earlier)) return /^(?:1[89]|20)..$/.test(digits);
  const isVerb = wordsBeforeVerbs.has(earlier) || (earlier === "" && digits.endsWith("00"));
  return (word === "dial" || (["code", "pin"].includes(word) && isVerb)) && /^\p{Ll}{3,}s$/u.test(next);
}
