import { valueError } from "./fault.ts";
import { field, refuse } from "./field.ts";
import { parseText, textKeywords } from "./text.ts";

/** Characters. */
const max = 1_024;

/** The value of a header in visible characters (RFC 9110, 5.5). */
export const headerValue = () =>
  field<string>(
    (raw) => {
      const parsed = parseText(raw, { max });
      return parsed.ok && !/^[!-~](?:[ !-~]*[!-~])?$/.test(parsed.value)
        ? refuse(valueError("a header has visible ASCII characters, and spaces between them"))
        : parsed;
    },
    textKeywords({ min: 1, max }),
  );
