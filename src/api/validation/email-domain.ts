import { domainToASCII, domainToUnicode } from "node:url";
import { dotFault, forbiddenCharacters, tooMany, unsafeFault } from "./email-characters.ts";

const maxDomainLength = 253;
const maxLabelLength = 63;
const specialUse = ["arpa", "invalid", "local", "localhost", "onion", "test"] as const;
const hostname = /[a-zA-Z0-9\-.\u0080-\u{10ffff}]/u;

const syntaxFault = (domain: string): string | undefined => {
  if (domain === "") return "There must be something after the @-sign.";
  if (/^\[.*\]$/.test(domain)) return "A bracketed IP address after the @-sign is not allowed here.";
  const excess = Array.from(domain).length - maxDomainLength;
  if (excess > 0) return `The email address is too long after the @-sign ${tooMany(excess)}.`;
  const odd = forbiddenCharacters(domain, hostname);
  return odd === "" ? unsafeFault(domain) : `The part after the @-sign contains invalid characters: ${odd}.`;
};

/** IDNA 2008 takes letters, digits and marks only (RFC 5892): no emoji. */
const symbolFault = (domain: string): string | undefined => {
  const label = domain.split(".").find((part) => /[^\p{L}\p{N}\p{M}-]/u.test(part));
  if (label === undefined) return undefined;
  const characters = Array.from(label);
  const index = characters.findIndex((character) => /[^\p{L}\p{N}\p{M}-]/u.test(character));
  const hex = (characters[index]?.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  const where = `Codepoint U+${hex} at position ${index + 1} of '${label}' not allowed`;
  return `The part after the @-sign is invalid (${where}).`;
};

const labelFault = (domain: string): string | undefined => {
  const start = "An email address cannot have a {} immediately after the @-sign.";
  const dots = dotFault(domain, start, "An email address cannot end with a {}.");
  if (dots) return dots;
  if (domain.endsWith("-")) return "An email address cannot end with a hyphen.";
  if (domain.startsWith("-")) return start.replace("{}", "hyphen");
  if (/\.-|-\./.test(domain)) return "An email address cannot have a period and a hyphen next to each other.";
  if (domain.split(".").some((label) => /^(?!xn)..--/.test(label))) {
    const dashes = "two letters followed by two dashes immediately after the @-sign or after a period";
    return `An email address cannot have ${dashes}, except Punycode.`;
  }
  return symbolFault(domain);
};

const hostFault = (ascii: string): string | undefined => {
  const excess = ascii.length - maxDomainLength;
  const after = `${excess} byte${excess === 1 ? "" : "s"} too many after IDNA encoding`;
  if (excess > 0) return `The email address is too long after the @-sign (${after}).`;
  const longest = Math.max(...ascii.split(".").map((label) => label.length)) - maxLabelLength;
  if (longest > 0) return `After the @-sign, periods cannot be separated by so many characters ${tooMany(longest)}.`;
  if (!ascii.includes(".")) return "The part after the @-sign is not valid. It should have a period.";
  if (!/[a-z]$/.test(ascii))
    return "The part after the @-sign is not valid. It is not within a valid top-level domain.";
  const special = specialUse.some((name) => ascii.endsWith(`.${name}`));
  return special
    ? "The part after the @-sign is a special-use or reserved name that cannot be used with email."
    : undefined;
};

/**
 * The part after the @-sign: in lower case and NFC, an internationalised name (UTS 46) as Unicode.
 * Gives `{ reason }` when no mail can be sent there.
 */
export const parseEmailDomain = (domain: string): { domain: string } | { reason: string } => {
  const odd = syntaxFault(domain);
  if (odd) return { reason: odd };
  // The ideographic full stop separates labels, too.
  const lower = domain.normalize("NFKC").replaceAll("\u3002", ".").toLowerCase();
  const label = labelFault(lower);
  if (label) return { reason: label };
  const ascii = /[^\0-\x7f]/.test(domain) ? domainToASCII(domain) : lower;
  if (ascii === "") return { reason: "The part after the @-sign contains invalid characters." };
  const host = hostFault(ascii);
  if (host) return { reason: host };
  const readable = domainToUnicode(ascii);
  const undecodable = /(?:^|\.)(?:xn--|$)/.test(readable) || unsafeFault(readable) !== undefined;
  return undecodable ? { reason: "The part after the @-sign is not valid IDNA." } : { domain: readable };
};
