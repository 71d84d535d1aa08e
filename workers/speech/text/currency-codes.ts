const signs: ReadonlyMap<string, string> = new Map([
  ["$", "USD"],
  ["US$", "USD"],
  ["€", "EUR"],
  ["£", "GBP"],
  ["¥", "JPY"],
  ["₹", "INR"],
  ["₨", "INR"],
  ["Rs", "INR"],
  ["Rs.", "INR"],
  ["रु", "INR"],
  ["रु.", "INR"],
  ["R$", "BRL"],
  ["C$", "CAD"],
  ["CA$", "CAD"],
  ["A$", "AUD"],
  ["₩", "KRW"],
  ["₽", "RUB"],
  ["₺", "TRY"],
  ["₪", "ILS"],
  ["฿", "THB"],
  ["₫", "VND"],
  ["₴", "UAH"],
  ["₦", "NGN"],
]);

/** Codes that are no words in capitals. */
const codes: ReadonlySet<string> = new Set(
  (
    "USD EUR GBP INR JPY CNY CHF CAD AUD NZD SGD HKD SEK NOK DKK PLN CZK HUF BRL MXN ZAR KRW RUB AED SAR THB IDR MYR PHP " +
    "PKR BDT LKR NPR KES NGN ARS CLP"
  ).split(" "),
);

/** The ISO code of a currency by its sign, abbreviation or code; null for anything else. */
export const currencyCodeOf = (text: string): string | null => signs.get(text) ?? (codes.has(text) ? text : null);
