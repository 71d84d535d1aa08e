import { isEmailOrUrl, sayAddress } from "#workers/speech/text/say-address.ts";
import { type Reader, tokenAt } from "#workers/speech/text/reading.ts";
import { sayDigits } from "#workers/speech/text/numbers.ts";

/** `info@example.com`, `https://example.com/help`, `www.example.com`, `example.com`. */
export const readAddress: Reader = (context) => {
  const core = tokenAt(context)?.core ?? "";
  if (!isEmailOrUrl(core)) return null;
  const { language } = context;
  return {
    said: sayAddress(core, { names: language.names.address, number: (digits) => sayDigits(digits, language) }),
    used: 1,
  };
};
