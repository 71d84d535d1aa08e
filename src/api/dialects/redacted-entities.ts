import { asksForNothing } from "#src/api/dialects/ignored-options.ts";
import { valueError } from "#src/api/validation/fault.ts";
import { field, refuse } from "#src/api/validation/field.ts";
import { list } from "#src/api/validation/list.ts";
import { parseText } from "#src/api/validation/text.ts";
import { personalData, type TranscriptionOptions } from "#src/domain/speech/transcription-options.ts";

type Kinds = TranscriptionOptions["redact"];

/** The names of vendors for the kinds of personal data that are found here. */
const entities: ReadonlyMap<string, Kinds> = new Map([
  ["pci", ["card", "card_expiry", "cvv"]],
  ["true", ["digits"]],
  ["numbers", ["digits"]],
  ["credit_card", ["card"]],
  ["credit_card_number", ["card"]],
  ["credit_card_expiration", ["card_expiry"]],
  ["credit_card_cvv", ["cvv"]],
  ["cvv", ["cvv"]],
  ["email", ["email"]],
  ["email_address", ["email"]],
  ["phone_number", ["phone"]],
  ["ip_address", ["ip"]],
  ["passport_number", ["passport"]],
  ["ssn", ["ssn"]],
  ["us_social_security_number", ["ssn"]],
  ["iban", ["iban"]],
]);

/** Characters. */
const nameMax = 100;
const mostNames = 64;

/** The kinds for a name; undefined where it is not redacted here. */
const kindsOf = (name: string): Kinds | undefined => (asksForNothing(name) ? [] : entities.get(name.toLowerCase()));

/** A name, as it was sent. */
const entity = field<string>(
  (raw) => {
    const text = parseText(raw, { max: nameMax });
    if (!text.ok || kindsOf(text.value) !== undefined) return text;
    const known = [...entities.keys()].join(", ");
    return refuse(valueError(`${text.value} is not redacted, names and addresses among it. Send some of: ${known}`));
  },
  { type: "string", examples: ["credit_card"] },
);

/** A vendor's list of what is to be redacted; what is not found here is refused. */
export const redactedEntities = () => list(entity, { max: mostNames });

/** The kinds that are redacted for a vendor's list. */
export const redactedKinds = (names: readonly string[] = []): Kinds =>
  personalData.filter((kind) => names.some((name) => kindsOf(name)?.includes(kind)));
