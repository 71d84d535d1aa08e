import { dotFault, forbiddenCharacters, tooMany, unsafeFault } from "./email-characters.ts";
import { parseEmailDomain } from "./email-domain.ts";
import { type Parsed, accept, field, refuse } from "./field.ts";
import { parseText } from "./text.ts";

const maxInputLength = 2048;
const maxAddressBytes = 254;
const localCharacter = /[.a-zA-Z0-9_!#$%&'*+\-/=?^`{|}~\u0080-\u{10ffff}]/u;

/** `Name <address>` and `"Name" <address>`. */
const pretty = /^(?:[\p{L}\p{N}_!#$%&'*+\-/=?^`{|}~\s]+|\s*"[^"]+"\s*)?<(.+)>\s*$/u;

const wrong = (reason: string): Parsed<never> =>
  refuse({ type: "value_error", msg: `value is not a valid email address: ${reason}`, ctx: { reason } });

const localFault = (local: string): string | undefined => {
  if (local === "") return "There must be something before the @-sign.";
  const odd = forbiddenCharacters(local, localCharacter);
  if (odd !== "") return `The email address contains invalid characters before the @-sign: ${odd}.`;
  const start = "An email address cannot start with a {}.";
  return (
    dotFault(local, start, "An email address cannot have a {} immediately before the @-sign.") ?? unsafeFault(local)
  );
};

/** The text before the first @-sign or angle bracket outside of quotes. */
const localPart = /^(?:[^"@<]|"(?:[^"\\]|\\[^])*")*(?=[@<])/;

/** The reason against an address in angle brackets that `pretty` did not know. */
const angleFault = (name: string, rest: string): string => {
  const odd = name.startsWith('"') ? "" : forbiddenCharacters(name.trimEnd(), /[\w!#$%&'*+\-/=?^`{|}~ ]/);
  if (odd !== "") return `The display name contains invalid characters when not quoted: ${odd}.`;
  const unclosed = "has to be followed by a close angle bracket at the end";
  if (!rest.includes(">")) return `An open angle bracket at the start of the email address ${unclosed}.`;
  return rest.endsWith(">")
    ? "A display name and angle brackets around the email address are not permitted here."
    : "There can't be anything after the email address.";
};

const lengthFault = (address: string): string | undefined => {
  const excess = Buffer.byteLength(address) - maxAddressBytes;
  return excess > 0 ? `The email address is too long ${tooMany(excess)}.` : undefined;
};

const parseEmail = (raw: unknown): Parsed<string> => {
  const text = parseText(raw);
  if (typeof raw !== "string" || (!text.ok && text.fault.type === "string_unicode")) return text;
  if (Array.from(raw).length > maxInputLength) return wrong(`Length must not exceed ${maxInputLength} characters`);
  const address = (pretty.exec(raw)?.[1] ?? raw).trim();
  const before = localPart.exec(address)?.[0];
  if (before === undefined) return wrong("An email address must have an @-sign.");
  const rest = address.slice(before.length);
  if (rest.startsWith("<")) return wrong(angleFault(before, rest));
  const local = before.normalize("NFC");
  if (local.startsWith('"')) return wrong("Quoting the part before the @-sign is not allowed here.");
  const odd = localFault(local);
  if (odd) return wrong(odd);
  const domain = parseEmailDomain(rest.slice(1));
  if ("reason" in domain) return wrong(domain.reason);
  const excess = lengthFault(address);
  return excess ? wrong(excess) : accept(`${local}@${domain.domain}`);
};

/**
 * An e-mail address that mail can be sent to, by the rules and in the words of Pydantic's EmailStr; nothing is
 * looked up. `Name <address>` gives the address; the domain is given on in lower case.
 */
export const email = () => field(parseEmail, { type: "string", format: "email" });
