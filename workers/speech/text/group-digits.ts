/** Groups of three behind one of up to three digits, with plain blanks between, and what may be behind the point. */
const grouped = /(?<![\p{L}\p{N}])(?<!\d[.,:/-]?)(?<![\d+] ?)[1-9]\d{0,2}(?: \d{3})+(?![\p{N}]|[.,:/-]?\d{4}| \d)/gu;

const moneyBefore = /(?:[\p{Sc}]|(?:USD|EUR|GBP|INR|CHF|Rs\.?)) ?$/u;
const codeBefore =
  /(?<!\p{L})(?:account|acct|policy|card|order|ref(?:erence)?|booking|confirmation|tracking|passport|serial|ticket|invoice|code|pin)\.?:? ?$/iu;
const phoneBefore =
  /(?<!\p{L})(?:call|phone|tel|tél|fax|dial|text|whatsapp|m[oó]bile?|m[oó]vil|n[uú]mero|numéro|nummer|number|n°)\.?:? ?$/iu;
const measureBehind =
  /^(?:[.,]\d{1,2})? ?(?:[\p{Sc}%°]|(?:k[mg]|[cm]?m|[mk]?[gwW]|m²|km²|m³|mi|ft|ha|l|t|kWh|MW|GB|MB|EUR|USD|GBP|CHF)(?!\p{L}))/u;
const nounBehind = /^ (?:(?:de|di|d['’])? ?\p{Ll}{4}|\p{Lu}\p{Ll}{3})/u;

/** Digits behind these words are an amount; a name like `page` or `team` has a number of its own: `On page 4 300 people`. */
const wordBeforeAmount =
  /(?:^|[\n.!?:;("“•—–]|(?<!\d),|(?<!\d )(?<!\p{L})(?:and|or|to)|(?<!\p{L})(?:has|have|had|with|without|over|about|nearly|almost|around|some|than|by|the|these|those|all|only|our|their|its|of|are|were|was|is|lost|gained|added|reached|serves?|served|sold|bought|needs?|employs?|hired|attracted|drew|won|made|got|saw|holds?|counted)) ?$/iu;

/** English: `2 500 users`; in `at 5 200 times` there may be two numbers. */
const pluralBehind = /^ (?!times|minus)(?:\p{Ll}{4,20}s|people|men|women|children)(?!\p{L})/u;

interface Surroundings {
  readonly before: string;
  readonly behind: string;
}

/** `order 2 500 000 units` */
const isCounted = (digits: string, behind: string): boolean => digits.endsWith(" 000") || pluralBehind.test(behind);

/** Whether the digits are one number, as what stands around them tells. */
function isOneNumber(digits: string, { before, behind }: Surroundings, tag: string): boolean {
  const isCode = phoneBefore.test(before) || (codeBefore.test(before) && !isCounted(digits, behind));
  if (tag === "fr" && !isCode) return true;
  if (moneyBefore.test(before) || measureBehind.test(behind)) return true;
  if (isCode) return false;
  if (/ 000(?!\d)/.test(digits)) return true;
  const [first = "", ...groups] = digits.split(" ");
  // `555 123 456` may be a telephone number.
  if (groups.length > 1 && first.length < 3) return true;
  if (tag === "en" && groups.length === 1) return pluralBehind.test(behind) && wordBeforeAmount.test(before);
  return nounBehind.test(behind);
}

const around = 20;
/** Characters, with the blanks. */
const longestNumber = 11;

/** `1 250 000` as one number where it is one: behind a currency, before a unit or a noun, or by its groups alone. */
export function joinGroups(text: string, tag: string): string {
  const joined = text
    .replaceAll(/(?<=\d)[\u00A0\u2009\u202F](?=\d{3}(?!\d))/gu, "")
    .replaceAll(/(?<=(?<![\p{L}\d'’])[1-9]\d{0,2}(?:['’]\d{3}){0,4})['’](?=\d{3}(?!\d))/gu, "");
  return joined.replaceAll(grouped, (digits, at: number) => {
    const end = at + digits.length;
    const beside = { before: joined.slice(Math.max(0, at - around), at), behind: joined.slice(end, end + around) };
    if (!isOneNumber(digits, beside, tag)) return digits;
    // A run of so many digits without a sign between is a telephone number.
    return digits.replaceAll(" ", digits.length > longestNumber ? (tag === "en" || tag === "hi" ? "," : ".") : "");
  });
}
