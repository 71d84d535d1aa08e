/** Groups of three behind one of up to three digits, with plain blanks between, and what may be behind the point. */
const grouped = /(?<![\p{L}\p{N}])(?<!\d[.,:/-]?)(?<![\d+] ?)[1-9]\d{0,2}(?: \d{3})+(?![\p{N}]|[.,:/-]?\d{4}| \d)/gu;

const moneyBefore = /(?:[\p{Sc}]|(?:USD|EUR|GBP|INR|CHF|Rs\.?)) ?$/u;
const phoneBefore =
  /(?:call|phone|tel|tél|fax|dial|text|whatsapp|m[oó]bile?|m[oó]vil|n[uú]mero|numéro|nummer|number|n°)\.?:? ?$/iu;
const measureBehind =
  /^(?:[.,]\d{1,2})? ?(?:[\p{Sc}%°]|(?:k[mg]|[cm]?m|[mk]?[gwW]|m²|km²|m³|mi|ft|ha|l|t|kWh|MW|GB|MB|EUR|USD|GBP|CHF)(?!\p{L}))/u;
const nounBehind = /^ (?:(?:de|di|d['’])? ?\p{Ll}{4}|\p{Lu}\p{Ll}{3})/u;

interface Surroundings {
  readonly before: string;
  readonly behind: string;
}

/** Whether the digits are one number, as what stands around them tells. */
function isOneNumber(digits: string, { before, behind }: Surroundings, tag: string): boolean {
  if (tag === "fr" && !phoneBefore.test(before)) return true;
  if (moneyBefore.test(before) || measureBehind.test(behind)) return true;
  if (phoneBefore.test(before)) return false;
  const [first = "", ...groups] = digits.split(" ");
  // `555 123 456` may be a telephone number, and `20 000` may be two numbers.
  if (groups.length > 1 && (first.length < 3 || digits.endsWith("000"))) return true;
  if (tag === "en") return groups.length > 1 && nounBehind.test(behind);
  return nounBehind.test(behind) || digits.endsWith("000");
}

const around = 20;

/** `1 250 000` as one number where it is one: behind a currency, before a unit or a noun, or by its groups alone. */
export function joinGroups(text: string, tag: string): string {
  const joined = text.replaceAll(/(?<=\d)[\u00A0\u2009\u202F](?=\d{3}(?!\d))/gu, "");
  return joined.replaceAll(grouped, (digits, at: number) => {
    const end = at + digits.length;
    const beside = { before: joined.slice(Math.max(0, at - around), at), behind: joined.slice(end, end + around) };
    return isOneNumber(digits, beside, tag) ? digits.replaceAll(" ", "") : digits;
  });
}
