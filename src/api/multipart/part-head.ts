/** What the head of a part says of it. */
export interface PartHead {
  /** The field; never empty. */
  readonly name: string;
  readonly isFile: boolean;
  /** The encoding that a text says it has. */
  readonly charset: string | null;
}

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const parameter = /;[ \t]*([!#$%&'*+\-.^_`|~0-9A-Za-z]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\[^])*)"|([^\s;"]*))[ \t]*/y;

/**
 * The head of a part from its lines in Latin-1, as Node reads headers. Lines that are no headers are passed over.
 * @returns null where it names no field
 */
export function parsePartHead(lines: string): PartHead | null {
  const headers = headersOf(lines);
  const disposition = parametersOf(headers.get("content-disposition") ?? "");
  const name = disposition.parameters.get("name");
  if (disposition.value !== "form-data" || name === undefined || name === "") return null;
  const type = parametersOf(headers.get("content-type") ?? "");
  const isNamed = ["filename", "filename*"].some((key) => disposition.parameters.has(key));
  return {
    name: fieldName(name),
    isFile: isNamed || type.value === "application/octet-stream",
    charset: type.parameters.get("charset") ?? null,
  };
}

/** The boundary that a `Content-Type` names; null when it is none of a form. */
export function boundaryOf(contentType: string): string | null {
  const { value, parameters } = parametersOf(contentType);
  const boundary = parameters.get("boundary") ?? "";
  return value === "multipart/form-data" && boundary !== "" ? boundary : null;
}

/** Of equal names the first one counts, and a line that begins with a space goes on with the one before it. */
function headersOf(lines: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of lines.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n")) {
    const colon = line.indexOf(":");
    const key = line.slice(0, Math.max(colon, 0)).toLowerCase();
    if (token.test(key) && !headers.has(key)) headers.set(key, line.slice(colon + 1).trim());
  }
  return headers;
}

/** A header's value in lower case, and its parameters as far as they can be read. */
function parametersOf(header: string) {
  const end = header.indexOf(";");
  const value = (end < 0 ? header : header.slice(0, end)).trim().toLowerCase();
  const parameters = new Map<string, string>();
  parameter.lastIndex = end;
  for (let found = end < 0 ? null : parameter.exec(header); found !== null; found = parameter.exec(header)) {
    const [, key = "", quoted, bare = ""] = found;
    // Some clients write paths of Windows without escaping the backslash; only quotation marks are escaped by all.
    parameters.set(key.toLowerCase(), quoted?.replaceAll('\\"', '"') ?? bare);
  }
  return { value, parameters };
}

/** Browsers write these three signs so, and leave everything else as it is (HTML standard, multipart/form-data). */
const signs: Readonly<Record<string, string>> = { "%0a": "\n", "%0d": "\r", "%22": '"' };

const fieldName = (name: string): string =>
  Buffer.from(name, "latin1")
    .toString("utf8")
    .replaceAll(/%0a|%0d|%22/gi, (sign) => signs[sign.toLowerCase()] ?? sign);
