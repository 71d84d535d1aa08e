/** The states and territories of India by the code with which a GSTIN begins. */
const states: Readonly<Record<string, string>> = {
  ...{ "01": "Jammu and Kashmir", "02": "Himachal Pradesh", "03": "Punjab", "04": "Chandigarh", "05": "Uttarakhand" },
  ...{ "06": "Haryana", "07": "Delhi", "08": "Rajasthan", "09": "Uttar Pradesh", "10": "Bihar", "11": "Sikkim" },
  ...{ "12": "Arunachal Pradesh", "13": "Nagaland", "14": "Manipur", "15": "Mizoram", "16": "Tripura" },
  ...{ "17": "Meghalaya", "18": "Assam", "19": "West Bengal", "20": "Jharkhand", "21": "Odisha" },
  ...{ "22": "Chhattisgarh", "23": "Madhya Pradesh", "24": "Gujarat", "25": "Daman and Diu" },
  ...{ "26": "Dadra and Nagar Haveli and Daman and Diu", "27": "Maharashtra", "28": "Andhra Pradesh (before 2014)" },
  ...{ "29": "Karnataka", "30": "Goa", "31": "Lakshadweep", "32": "Kerala", "33": "Tamil Nadu", "34": "Puducherry" },
  ...{ "35": "Andaman and Nicobar Islands", "36": "Telangana", "37": "Andhra Pradesh", "38": "Ladakh" },
  ...{ "97": "Other Territory", "99": "Centre Jurisdiction" },
};

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const form = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z][A-Z][0-9A-Z]$/;

/** A tax number without the spaces and signs between its characters, in capitals. */
export const normalizedTaxNumber = (given: string): string => given.replaceAll(/[\s.-]/g, "").toUpperCase();

/** True for a number that is meant as a GSTIN: a code of two digits and the beginning of a PAN. */
export const isMeantAsGstin = (taxNumber: string): boolean => /^\d{2}[A-Z]{5}/.test(taxNumber);

/** True for a GSTIN whose form, state and check digit are right. */
export const isGstin = (taxNumber: string): boolean =>
  form.test(taxNumber) && stateOfGstin(taxNumber) !== null && taxNumber.endsWith(checkDigitOf(taxNumber.slice(0, -1)));

/** The state or territory of a GSTIN; null for any other number. */
export const stateOfGstin = (taxNumber: string): string | null =>
  isMeantAsGstin(taxNumber) ? (states[taxNumber.slice(0, 2)] ?? null) : null;

/** The check digit: the sum of the digits in base 36, every other one doubled, each with its carry added. */
function checkDigitOf(characters: string): string {
  const sum = Array.from(characters).reduce((total, character, index) => {
    const product = digits.indexOf(character) * (index % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / digits.length) + (product % digits.length);
  }, 0);
  return digits.charAt((digits.length - (sum % digits.length)) % digits.length);
}
