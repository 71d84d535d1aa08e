/** Whether the last digit is right by Luhn's sum (ISO/IEC 7812-1), as that of a payment card. */
export function isLuhn(digits: string): boolean {
  let sum = 0;
  [...digits].toReversed().forEach((digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  });
  return digits.length > 0 && sum % 10 === 0;
}

/** The rows of the dihedral group of order ten, and the permutation of Verhoeff's check by the place of a digit. */
const products = [
  ...["0123456789", "1234067895", "2340178956", "3401289567", "4012395678"],
  ...["5987604321", "6598710432", "7659821043", "8765932104", "9876543210"],
];
const permutations = [
  ...["0123456789", "1576283094", "5803796142", "8916043527"],
  ...["9453126870", "4286573901", "2793806415", "7046913258"],
];

const signOf = (rows: readonly string[], row: number, column: number): number => Number(rows[row]?.[column]);

/** Whether the last digit is right by Verhoeff's check, as that of an Aadhaar number. */
export function isVerhoeff(digits: string): boolean {
  let check = 0;
  [...digits].toReversed().forEach((digit, index) => {
    check = signOf(products, check, signOf(permutations, index % permutations.length, Number(digit)));
  });
  return digits.length > 0 && check === 0;
}

/** The length of an IBAN by its country (the registry of SWIFT, release 99). */
const ibanLengths: ReadonlyMap<string, number> = new Map(
  [
    "NO15 BE16 DK18 FI18 FK18 FO18 GL18 NL18 SD18 MK19 SI19 AT20 BA20 EE20 KZ20 LT20 LU20 MN20 XK20 CH21 CR21 HR21 LI21 LV21",
    "BG22 BH22 DE22 GB22 GE22 IE22 ME22 RS22 VA22 AE23 GI23 IL23 IQ23 OM23 SO23 TL23 AD24 CZ24 ES24 MD24 PK24 RO24 SA24 SE24",
    "SK24 TN24 VG24 LY25 PT25 ST25 IS26 TR26 BI27 DJ27 FR27 GR27 IT27 MC27 MR27 SM27 AL28 AZ28 BY28 CY28 DO28 GT28 HU28 LB28",
    "NI28 PL28 SV28 BR29 EG29 PS29 QA29 UA29 JO30 KW30 MU30 YE30 MT31 SC31 LC32 RU33",
  ].flatMap((row) => row.split(" ").map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const)),
);

/** The length of an IBAN that begins with these two letters; undefined where no country has them. */
export const ibanLength = (code: string): number | undefined => ibanLengths.get(code.slice(0, 2));

/** Whether its check digits are right (ISO 13616, modulo 97). @param code capitals and digits */
export function isIban(code: string): boolean {
  if (code.length !== ibanLength(code)) return false;
  let rest = 0;
  for (const sign of code.slice(4) + code.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** A permanent account number of India: the fourth letter is the kind of its holder. @param code capitals and digits */
export const isPan = (code: string): boolean => /^[A-Z]{3}[ABCFGHJLPT][A-Z][0-9]{4}[A-Z]$/.test(code);

/** The prefixes of payment cards with the lengths of their numbers. */
const cards: readonly (readonly [from: number, to: number, lengths: readonly number[]])[] = [
  [4000, 4999, [13, 16, 19]],
  [5000, 5099, [16, 19]],
  [5100, 5599, [16]],
  [5600, 5899, [16, 19]],
  [2221, 2720, [16]],
  [3400, 3499, [15]],
  [3700, 3799, [15]],
  [3000, 3059, [14]],
  [3600, 3699, [14]],
  [3800, 3999, [14]],
  [3528, 3589, [16]],
  [6000, 6999, [16, 17, 18, 19]],
  [8100, 8299, [16]],
];

/** Whether cards have numbers of this prefix and length. */
export function isIssued(digits: string): boolean {
  const prefix = Number(digits.slice(0, 4));
  return cards.some(([from, to, lengths]) => prefix >= from && prefix <= to && lengths.includes(digits.length));
}

/** Whether a card has this number: a prefix that is in use, its length, and the check digit. */
export const isCard = (digits: string): boolean => isIssued(digits) && isLuhn(digits);

/** Whether a social security number of the United States can be this. */
export const isSsn = (digits: string): boolean =>
  digits.length === 9 &&
  !digits.startsWith("000") &&
  !digits.startsWith("666") &&
  !digits.startsWith("9") &&
  digits.slice(3, 5) !== "00" &&
  digits.slice(5) !== "0000";
