/** Ends of names of hosts without a scheme; other words with a dot in them are left alone. */
const topLevels: ReadonlySet<string> = new Set(
  "com org net io dev in uk us de fr es it br pt eu edu gov info app ai co me tv ca au jp cn nl ch at be mx ar".split(
    " ",
  ),
);

const longest = 300;
const scheme = /^(?:https?|ftp):\/\//i;

function isHost(host: string): boolean {
  const labels = host.split(".");
  const last = labels.at(-1)?.toLowerCase() ?? "";
  const isNamed = topLevels.has(last) && last === labels.at(-1);
  return labels.length > 1 && isNamed && labels.every((label) => /^[\p{L}\p{N}_-]+$/u.test(label));
}

const isEmail = (core: string): boolean => {
  const [name = "", host = "", ...more] = core.split("@");
  return (
    more.length === 0 &&
    /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+$/u.test(name) &&
    /^[\p{L}\p{N}.-]+$/u.test(host) &&
    host.includes(".")
  );
};

/** Whether a word is an e-mail address, a URL, or the name of a host with a well-known end. */
export function isEmailOrUrl(core: string): boolean {
  if (core.length > longest || !/[.:]/.test(core)) return false;
  if (scheme.test(core) || /^www\./i.test(core) || /^mailto:/i.test(core) || isEmail(core)) return true;
  return isHost(core.split(/[/?#:]/, 1)[0] ?? "");
}

interface AddressWords {
  readonly names: Readonly<Record<string, string>>;
  readonly number: (digits: string) => string;
}

/** The scheme and `www.` are left out; each sign has its name. */
export function sayAddress(core: string, { names, number }: AddressWords): string {
  const address = core
    .replace(scheme, "")
    .replace(/^mailto:/i, "")
    .replace(/^www\./i, "")
    .replace(/\/$/, "");
  const parts = address.match(/\d+|[\p{L}\p{M}]+|./gsu) ?? [];
  return parts
    .map((part) => (/^\d/.test(part) ? number(part) : /^[\p{L}\p{M}]/u.test(part) ? part : (names[part] ?? "")))
    .filter(Boolean)
    .join(" ");
}
