import { accept, field, refuse } from "./field.ts";

const words: ReadonlyMap<string, boolean> = new Map([
  ...["1", "on", "t", "true", "y", "yes"].map((word) => [word, true] as const),
  ...["0", "off", "f", "false", "n", "no"].map((word) => [word, false] as const),
]);

/** The boolean that a text stands for; `undefined` when it is none of the usual words. */
export const booleanIn = (text: string): boolean | undefined => words.get(text.toLowerCase());

/** A boolean: JSON's own, 0 and 1, or the usual words in any case. */
export const boolean = () =>
  field(
    (raw) => {
      if (typeof raw === "boolean") return accept(raw);
      const worded = typeof raw === "string" || Number.isSafeInteger(raw);
      if (!worded) return refuse({ type: "bool_type", msg: "Input should be a valid boolean" });
      const found = booleanIn(String(raw));
      if (found !== undefined) return accept(found);
      return refuse({ type: "bool_parsing", msg: "Input should be a valid boolean, unable to interpret input" });
    },
    { type: "boolean" },
  );
