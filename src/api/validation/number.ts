import { literalFault } from "./literal.ts";
import { type Keywords, type Parsed, accept, field, refuse } from "./field.ts";

/** Inclusive bounds of a number. */
export type Bounds = { readonly min?: number; readonly max?: number };

const integerMsg = "Input should be a valid integer";
const numberMsg = "Input should be a valid number";

/** The most digits that CPython turns into an integer. */
const maxDigits = 4300;

/** A number within its bounds. */
export const within = (value: number, { min, max }: Bounds): Parsed<number> => {
  if (min !== undefined && value < min) {
    const msg = `Input should be greater than or equal to ${min}`;
    return refuse({ type: "greater_than_equal", msg, ctx: { ge: min } });
  }
  if (max !== undefined && value > max) {
    const msg = `Input should be less than or equal to ${max}`;
    return refuse({ type: "less_than_equal", msg, ctx: { le: max } });
  }
  return accept(value);
};

const finite = (value: number): Parsed<number> =>
  Number.isFinite(value) ? accept(value) : refuse({ type: "finite_number", msg: "Input should be a finite number" });

const integerFromText = (text: string): Parsed<number> => {
  const [, sign = "", digits] = /^([+-]?)(\d+(?:_\d+)*)(?:\.0+)?$/.exec(text.trim()) ?? [];
  if (digits === undefined) {
    return refuse({ type: "int_parsing", msg: `${integerMsg}, unable to parse string as an integer` });
  }
  // Only zeros before the first underscore are not counted as digits.
  const plain = digits.replace(/^0+(?=\d)/, "").replaceAll("_", "");
  if (plain.length > maxDigits - (sign === "-" ? 1 : 0)) {
    const msg = "Unable to parse input string as an integer, exceeded maximum size";
    return refuse({ type: "int_parsing_size", msg });
  }
  return accept(Number(`${sign}${plain}`));
};

const parseInteger = (raw: unknown): Parsed<number> => {
  if (typeof raw === "string") return integerFromText(raw);
  if (typeof raw === "boolean") return accept(Number(raw));
  if (typeof raw !== "number") return refuse({ type: "int_type", msg: integerMsg });
  if (Number.isInteger(raw)) return accept(raw);
  const msg = `${integerMsg}, got a number with a fractional part`;
  return Number.isFinite(raw) ? refuse({ type: "int_from_float", msg }) : finite(raw);
};

const floatFromText = (text: string): Parsed<number> => {
  const trimmed = text.trim();
  const plain = /^_|_$|__/.test(trimmed) ? trimmed : trimmed.replaceAll("_", "");
  if (/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(plain)) return finite(Number(plain));
  if (/^[+-]?(?:nan|inf|infinity)$/i.test(plain)) return finite(Number.NaN);
  return refuse({ type: "float_parsing", msg: `${numberMsg}, unable to parse string as a number` });
};

const parseFloating = (raw: unknown): Parsed<number> => {
  if (typeof raw === "string") return floatFromText(raw);
  if (typeof raw === "boolean") return accept(Number(raw));
  return typeof raw === "number" ? finite(raw) : refuse({ type: "float_type", msg: numberMsg });
};

const numberKeywords = (type: "integer" | "number", { min, max }: Bounds): Keywords => ({
  type,
  ...(min !== undefined && { minimum: min }),
  ...(max !== undefined && { maximum: max }),
});

/** The nearest integer to a number that a double holds, where it no longer counts in ones. */
const toSafe = (value: number): number =>
  Math.min(Math.max(value, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER) + 0;

/**
 * A whole number, from JSON or from text (a query, a form): `01`, `+1`, ` 1`, `1_0` and `1.0` are integers, too.
 * Beyond ±2^53 it is ±(2^53 - 1), after the bounds were checked.
 */
export const integer = (bounds: Bounds = {}) =>
  field(
    (raw) => {
      const whole = parseInteger(raw);
      const bounded = whole.ok ? within(whole.value, bounds) : whole;
      return bounded.ok ? accept(toSafe(bounded.value)) : bounded;
    },
    numberKeywords("integer", bounds),
  );

/** One of a closed set of whole numbers, from JSON or from text. */
export const integerAmong = (values: readonly number[]) =>
  field(
    (raw) => {
      const whole = parseInteger(raw);
      return whole.ok && !values.includes(whole.value) ? refuse(literalFault(values)) : whole;
    },
    { type: "integer", enum: [...values] },
  );

/** A finite number, from JSON or from text. */
export const number = (bounds: Bounds = {}) =>
  field(
    (raw) => {
      const parsed = parseFloating(raw);
      return parsed.ok ? within(parsed.value, bounds) : parsed;
    },
    numberKeywords("number", bounds),
  );
