import { accept, field, refuse } from "./field.ts";

const groups = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/;
const groupLengths = [8, 4, 4, 4, 12] as const;
const lastGroupStart = 24;
const urn = "urn:uuid:";
const bracedBytes = 38;
const urnBytes = 45;

/** `text` without its braces or URN prefix, and how many characters were taken from its start. */
const unwrap = (text: string): { inner: string; offset: number } => {
  if (/^\{[^]*\}$/.test(text)) return { inner: text.slice(1, -1), offset: 1 };
  return text.startsWith(urn) ? { inner: text.slice(urn.length), offset: urn.length } : { inner: text, offset: 0 };
};

/** The fault of a text that is no UUID, in the words of Rust's `uuid` crate, which Pydantic repeats. */
const reasonWhyNot = (text: string): string => {
  const { inner, offset } = unwrap(text);
  const stranger = /[^0-9a-f-]/iu.exec(inner);
  if (stranger) return `invalid character: found \`${stranger[0]}\` at ${stranger.index + offset + 1}`;
  const lengths = inner.split("-").map((group) => group.length);
  if (lengths.length === 1 && offset === 0) {
    return `invalid length: expected length 32 for simple format, found ${text.length}`;
  }
  if (lengths.length !== 5) return `invalid group count: expected 5, found ${lengths.length}`;
  const wrong = groupLengths.findIndex((length, index) => length !== lengths[index]);
  // The crate counts the wrapping as a part of the last group.
  const found = wrong === 4 ? text.length - lastGroupStart : lengths[wrong];
  return `invalid group length in group ${wrong}: expected ${groupLengths[wrong]}, found ${found}`;
};

/** The part of `text` that the crate looks at: a wrapping comes off first when the whole has the right size. */
const lookedAt = (text: string): string => {
  const size = text.startsWith("{") ? bracedBytes : urnBytes;
  return Buffer.byteLength(text) === size ? unwrap(text).inner : text;
};

/** A UUID (plain, hyphenated, in braces or as a URN, in any case), given on in lower case with hyphens. */
export const uuid = () =>
  field(
    (raw) => {
      if (typeof raw !== "string") {
        return refuse({ type: "uuid_type", msg: "UUID input should be a string, bytes or UUID object" });
      }
      const { inner } = unwrap(raw);
      const hyphenated = inner.toLowerCase().match(groups);
      // All hyphens or none, and none only without a wrapping: a text in between is not a UUID.
      if (hyphenated && (inner.length === 36 || (inner === raw && raw.length === 32))) {
        return accept(hyphenated.slice(1).join("-"));
      }
      const error = reasonWhyNot(lookedAt(raw));
      return refuse({ type: "uuid_parsing", msg: `Input should be a valid UUID, ${error}`, ctx: { error } });
    },
    { type: "string", format: "uuid" },
  );
