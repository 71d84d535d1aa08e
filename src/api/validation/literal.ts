import { accept, field, refuse } from "./field.ts";
import type { Fault } from "./fault.ts";

/** The fault of a value outside a closed set: `'new', 'reviewed' or 'closed'`. */
export const literalFault = (values: readonly (string | number)[]): Fault => {
  const quoted = values.map((value) => (typeof value === "number" ? `${value}` : `'${value}'`));
  const last = quoted.slice(-1).join("");
  const expected = quoted.length > 1 ? `${quoted.slice(0, -1).join(", ")} or ${last}` : last;
  return { type: "literal_error", msg: `Input should be ${expected}`, ctx: { expected } };
};

/** One of a closed set of strings, compared exactly. */
export const literal = <const T extends string>(values: readonly T[]) =>
  field<T>(
    (raw) => {
      const found = values.find((value) => value === raw);
      return found === undefined ? refuse(literalFault(values)) : accept(found);
    },
    { type: "string", enum: [...values] },
  );
