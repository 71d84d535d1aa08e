import { toCardinal as bengali } from "n2words/bn-BD";
import { toCardinal as gujarati } from "n2words/gu-IN";
import { toCardinal as kannada } from "n2words/kn-IN";
import { toCardinal as marathi } from "n2words/mr-IN";
import { toCardinal as punjabi } from "n2words/pa-IN";
import { toCardinal as tamil } from "n2words/ta-IN";
import { toCardinal as telugu } from "n2words/te-IN";
import { toCardinal as urdu } from "n2words/ur-PK";
import { currencyCodeOf } from "./currency-codes.ts";
import { currencyNames, isNamed } from "./names-of-intl.ts";
import { isEmailOrUrl, sayAddress } from "./say-address.ts";
import { type Token, tokenize } from "./tokens.ts";

/** The Indian languages whose numbers the library knows, with lakh and crore. */
const cardinals: Readonly<Record<string, (digits: string) => string>> = {
  bn: bengali,
  gu: gujarati,
  kn: kannada,
  mr: marathi,
  pa: punjabi,
  ta: tamil,
  te: telugu,
  ur: urdu,
};

/** "at", "dot", "slash", "dash" and "underscore" in each language. */
const addressWords: Readonly<Record<string, readonly string[]>> = {
  bn: ["অ্যাট", "ডট", "স্ল্যাশ", "ড্যাশ", "আন্ডারস্কোর"],
  ca: ["arrova", "punt", "barra", "guió", "guió baix"],
  cs: ["zavináč", "tečka", "lomítko", "pomlčka", "podtržítko"],
  da: ["snabel a", "punktum", "skråstreg", "bindestreg", "understregning"],
  gu: ["એટ", "ડોટ", "સ્લેશ", "ડેશ", "અન્ડરસ્કોર"],
  kn: ["ಅಟ್", "ಡಾಟ್", "ಸ್ಲ್ಯಾಶ್", "ಡ್ಯಾಶ್", "ಅಂಡರ್‌ಸ್ಕೋರ್"],
  ml: ["അറ്റ്", "ഡോട്ട്", "സ്ലാഷ്", "ഡാഷ്", "അണ്ടർസ്കോർ"],
  mr: ["ॲट", "डॉट", "स्लॅश", "डॅश", "अंडरस्कोर"],
  nb: ["krøllalfa", "punktum", "skråstrek", "bindestrek", "understrek"],
  nl: ["apenstaartje", "punt", "schuine streep", "streepje", "laag streepje"],
  pa: ["ਐਟ", "ਡਾਟ", "ਸਲੈਸ਼", "ਡੈਸ਼", "ਅੰਡਰਸਕੋਰ"],
  pl: ["małpa", "kropka", "ukośnik", "myślnik", "podkreślenie"],
  ru: ["собака", "точка", "слэш", "дефис", "нижнее подчёркивание"],
  sv: ["snabel-a", "punkt", "snedstreck", "bindestreck", "understreck"],
  ta: ["அட்", "டாட்", "ஸ்லாஷ்", "டேஷ்", "அண்டர்ஸ்கோர்"],
  te: ["ఎట్", "డాట్", "స్లాష్", "డాష్", "అండర్‌స్కోర్"],
  tr: ["et", "nokta", "eğik çizgi", "tire", "alt çizgi"],
  uk: ["равлик", "крапка", "слеш", "дефіс", "підкреслення"],
};

const addressSigns = ["@", ".", "/", "-", "_"] as const;

/** A number with its groups, as it is written in any language. */
const numberLike = /^\d+(?:[.,'’]\d+)*$/u;
const longestCardinal = 12;
const longestAmount = 40;

/** The digits in words, where the language is one of those; rows that are too long or begin with zero stay. */
function sayNumber(written: string, tag: string): string {
  const say = cardinals[tag];
  const [whole = "", fraction, ...more] = written.split(".");
  const digits = whole.replaceAll(",", "");
  const isRow = digits.length > longestCardinal || (digits.length > 1 && digits.startsWith("0"));
  if (
    say === undefined ||
    more.length > 0 ||
    isRow ||
    !/^\d+$/.test(digits) ||
    (fraction?.length ?? 0) > longestCardinal
  )
    return written;
  return say(fraction === undefined ? digits : `${digits}.${fraction}`);
}

/** `€19,99` and `19,99 €` as `19,99 Euro`, in the language's own word and place. */
function sayMoney({ core }: Token, tag: string): string | null {
  const from = core.search(/\d/);
  if (from < 0 || core.length > longestAmount) return null;
  let to = core.length;
  while (!/\d/.test(core[to - 1] ?? "0")) to -= 1;
  const [before, number, behind] = [core.slice(0, from), core.slice(from, to), core.slice(to)];
  const code = before === "" ? currencyCodeOf(behind) : behind === "" ? currencyCodeOf(before) : null;
  if (code === null || !numberLike.test(number)) return null;
  const names = currencyNames(tag, code);
  return names === null ? null : `${sayNumber(number, tag)} ${number === "1" ? names[0] : names[1]}`;
}

function sayWord(token: Token, tag: string): string {
  const { core } = token;
  const money = isNamed(tag) ? sayMoney(token, tag) : null;
  if (money !== null) return money;
  const words = Object.hasOwn(addressWords, tag) ? addressWords[tag] : undefined;
  if (words !== undefined && isEmailOrUrl(core)) {
    const names = Object.fromEntries(addressSigns.map((sign, index) => [sign, words[index] ?? ""]));
    return sayAddress(core, { names, number: (digits) => digits });
  }
  return numberLike.test(core) ? sayNumber(core, tag) : core;
}

/** Addresses and amounts of money; numbers of Indian languages, too. Other numbers are left to the engine. */
export function readBasics(text: string, tag: string): string {
  const blank = /^\s*/u.exec(text)?.[0] ?? "";
  const words = joinSigns(tokenize(text)).map(
    (token) => `${token.lead}${sayWord(token, tag)}${token.trail}${token.space}`,
  );
  return `${blank}${words.join("")}`;
}

/** `19,99 €` as one word. */
function joinSigns(tokens: readonly Token[]): readonly Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const before = joined.at(-1);
    const isSign = /^\p{Sc}$/u.test(token.core) && token.lead === "";
    if (before !== undefined && isSign && before.trail === "" && /^[\d.,'’]+$/u.test(before.core)) {
      joined[joined.length - 1] = { ...token, lead: before.lead, core: `${before.core}${token.core}` };
    } else joined.push(token);
  }
  return joined;
}
