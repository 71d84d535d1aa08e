import { digitByDigit, parseNumber, sayDigits } from "#workers/speech/text/numbers.ts";
import { type Context, type Reader, tokenAt, wordBefore } from "#workers/speech/text/reading.ts";
import { sayAddress } from "#workers/speech/text/say-address.ts";
import { states } from "#workers/speech/text/languages/american-states.ts";
import { isBehindCodeWord, isCounted } from "./code-words.ts";
import { rowOf, sayGroups } from "./identifiers.ts";
import { readSerial } from "./parts.ts";

const emergencies: ReadonlySet<string> = new Set(["911", "999", "112", "100", "101", "108", "000"]);
const callWords: ReadonlySet<string> = new Set(["call", "dial", "calling", "dialing", "text", "phone"]);

/** `Porsche 911`. */
const isNamed = (context: Context): boolean =>
  /^\p{Lu}/u.test(tokenAt(context, -1)?.core ?? "") && !callWords.has(wordBefore(context));

/** A postal code of India: `Bengaluru - 560001`. */
const isPincode = (context: Context): boolean => {
  const { lead = "", core = "", trail = "" } = tokenAt(context, -1) ?? {};
  const isBehindDash =
    /^[-–—]$/u.test(`${lead}${core}${trail}`) && /^(?:\p{Lu}\p{Ll}|\p{Lo})/u.test(tokenAt(context, -2)?.core ?? "");
  return isBehindDash && /^[1-9]\d{5}$/.test(tokenAt(context)?.core ?? "");
};

/** `your OTP is 482913`, `card ending in 4821`, `sort code 12-34-56`, `dial 911`. */
export const readCode: Reader = (context) => {
  const core = tokenAt(context)?.core ?? "";
  const groups = core.includes("-") ? core.split("-") : rowOf(context, /^\d{2,12}$/);
  if (groups.length > 1 && groups.every((group) => /^\d{2,12}$/.test(group)) && isBehindCodeWord(context))
    return { said: sayGroups(groups, context.language), used: core.includes("-") ? 1 : groups.length };
  if (!/^\d{3,12}$/.test(core)) return null;
  const isCalled = core === "911" ? !isNamed(context) : emergencies.has(core) && callWords.has(wordBefore(context));
  const isCode = isCalled || isPincode(context) || (!isCounted(context) && isBehindCodeWord(context));
  return isCode ? { said: digitByDigit(core, context.language), used: 1 } : null;
};

const longestNumber = 3;

/** `#4521-B`, `#A-1093`, and `#5521` digit by digit. */
export const readNumberSign: Reader = (context) => {
  const { language } = context;
  const token = tokenAt(context);
  const [, code = ""] = /^#([\p{Lu}\d]+(?:[-/.][\p{Lu}\d]+){0,6})$/u.exec(token?.core ?? "") ?? [];
  if (token === undefined || !/\d/.test(code)) return null;
  if (/^\d+$/.test(code)) {
    const said = code.length > longestNumber ? digitByDigit(code, language) : sayDigits(code, language);
    return { said: `${language.names.number} ${said}`, used: 1 };
  }
  if (/^\p{L}{2,}\d{4}$/u.test(code)) return null;
  if (/^\d{4,12}(?:-\d{1,12}){1,3}$/.test(code))
    return { said: `${language.names.number} ${sayGroups(code.split("-"), language)}`, used: 1 };
  const serial = readSerial({ ...context, tokens: [{ ...token, core: code }], index: 0 });
  return serial && { said: `${language.names.number} ${serial.said}`, used: 1 };
};

/** `62704`, `78701-1420`, `01310-100`. */
const postal = /^(?:\d{5}|\d{5}-\d{3,4})$/;
/** `978-3-16-148410-0`, `123.456.789-09`. */
const groupsOfCode = /^(?:\d{1,9}(?:-\d{1,9}){3,6}|\d{3}\.\d{3}\.\d{3}-\d{2})$/;

/** English: `Springfield, IL 62704`; in other languages only a code with its hyphen. */
export const readPostalCode: Reader = (context) => {
  const { language } = context;
  const core = tokenAt(context)?.core ?? "";
  const next = tokenAt(context, 1);
  const state = language.tag === "en" ? states.get(core) : undefined;
  if (state !== undefined) {
    const isBehindTown = tokenAt(context, -1)?.trail === "," && /^\p{Lu}\p{Ll}/u.test(tokenAt(context, -1)?.core ?? "");
    const isBeforeCode = postal.test(next?.core ?? "") && tokenAt(context)?.trail === "";
    return isBehindTown && (isBeforeCode || !state.isWord) ? { said: state.name, used: 1 } : null;
  }
  const isPostal = postal.test(core) && (core.length !== 5 || isBehindState(context));
  if (!isPostal && !groupsOfCode.test(core)) return null;
  const groups = core.split(/[-.]/).map((group) => digitByDigit(group, language));
  return { said: groups.join(", "), used: 1 };
};

const isBehindState = (context: Context): boolean =>
  context.language.tag === "en" && states.has(tokenAt(context, -1)?.core ?? "") && tokenAt(context, -1)?.trail === "";

const fiscalYear = /^(?:FY|CY)['’]?(\d{2}|\d{4})?$/u;

/** English: `FY2024`, `FY 2023-24`. */
export const readFiscalYear: Reader = (context) => {
  const { language } = context;
  const core = tokenAt(context)?.core ?? "";
  const [whole, digits = ""] = fiscalYear.exec(core) ?? [];
  if (language.tag !== "en" || whole === undefined) return null;
  const name = core.startsWith("C") ? "calendar year" : "fiscal year";
  if (digits === "") return /^['’]?\d/u.test(tokenAt(context, 1)?.core ?? "") ? { said: name, used: 1 } : null;
  return { said: `${name} ${digits.length === 4 ? language.year(digits) : language.cardinal(digits)}`, used: 1 };
};

/** `10.0.0.1:8080`, `10.0.0.0/24`. */
export const readNetworkAddress: Reader = (context) => {
  const { language } = context;
  const [, host = "", sign = "", rest = ""] =
    /^(\d{1,3}(?:\.\d{1,3}){3})([:/])(\d{1,5})$/.exec(tokenAt(context)?.core ?? "") ?? [];
  if (host === "") return null;
  const { address } = language.names;
  const numbers = host.split(".").map((part) => language.cardinal(String(Number(part))));
  const tail = sign === ":" ? digitByDigit(rest, language) : sayDigits(rest, language);
  return { said: `${numbers.join(` ${address["."] ?? ""} `)} ${address[sign] ?? ""} ${tail}`, used: 1 };
};

/** `1.2.0-beta.3`, `v20`. */
export const readRelease: Reader = (context) => {
  const { language } = context;
  const core = tokenAt(context)?.core ?? "";
  const { version, address, point } = language.names;
  const [, digits = ""] = /^v(\d{1,4})$/.exec(core) ?? [];
  if (digits !== "") return { said: `${version} ${sayDigits(digits, language)}`, used: 1 };
  const [, mark = "", numbers = "", stage = ""] =
    /^(v?)(\d{1,9}(?:\.\d{1,9}){1,4})[-+](\p{L}[\p{L}\d.]{0,20})$/u.exec(core) ?? [];
  if (numbers === "" || (mark === "" && parseNumber(numbers, language) !== null)) return null;
  const sign = language.decimalSign === "." ? point : (address["."] ?? "");
  const said = numbers.split(".").map((part) => language.cardinal(String(Number(part))));
  const rest = stage.match(/\d+|\p{L}+/gu) ?? [];
  const tail = rest.map((part) => (/^\d/.test(part) ? sayDigits(part, language) : part));
  return { said: [version, said.join(` ${sign} `), ...tail].join(" "), used: 1 };
};

const extensions: ReadonlySet<string> = new Set(
  (
    "pdf csv json xml yaml yml txt md doc docx xls xlsx ppt pptx png jpg jpeg gif svg webp mp3 mp4 wav ogg flac mov avi zip " +
    "tar gz exe py js ts tsx jsx html css java cpp rb go rs sh sql log ini toml conf env ipynb"
  ).split(" "),
);
/** These are said as words. */
const spokenExtensions: ReadonlySet<string> = new Set("json zip doc gif log java tar go env conf jpeg yaml".split(" "));

/** `report_v2.pdf`, `data.csv`: its signs have names, and an ending that is no word is spelled. */
export const readFileName: Reader = (context) => {
  const { language } = context;
  const core = tokenAt(context)?.core ?? "";
  const [, name = "", ending = ""] = /^([\p{L}\d_.-]{1,60})\.([a-z\d]{1,5})$/u.exec(core) ?? [];
  if (name === "" || !extensions.has(ending)) return null;
  const { address } = language.names;
  const parts = name.match(/\d+|\p{L}+|[._-]/gu) ?? [];
  const said = parts.map((part) => (/^\d/.test(part) ? sayDigits(part, language) : (address[part] ?? part)));
  return { said: [...said, address["."] ?? "", sayEnding(ending, context)].join(" "), used: 1 };
};

/** `/usr/local/bin`, `~/notes`. */
export const readPath: Reader = (context) => {
  const core = tokenAt(context)?.core ?? "";
  if (core.length > 200 || !/^[~.]{0,2}(?:\/[\p{L}\d._-]+)+\/?$/u.test(core) || !/\p{L}/u.test(core)) return null;
  const { language } = context;
  const said = sayAddress(core, { names: language.names.address, number: (digits) => sayDigits(digits, language) });
  return { said, used: 1 };
};

function sayEnding(ending: string, { language }: Context): string {
  if (spokenExtensions.has(ending)) return ending;
  const signs = [...ending.toUpperCase()].map((sign) => (/\d/.test(sign) ? language.cardinal(sign) : sign));
  return signs.join(" ");
}
