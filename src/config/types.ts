import { z } from "zod";

/** A whole number, at least 1 unless another minimum is given. */
export const count = (fallback: number, min = 1) => z.coerce.number().int().min(min).default(fallback);

/** A whole number, at least 1, whose default depends on the machine. */
export const countOr = (fallback: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .transform((given) => given ?? fallback);

/** Milliseconds, given in seconds. */
export const seconds = (fallback: number, min = 1) => count(fallback, min).transform((given) => given * 1000);

export const flag = (fallback: boolean) =>
  z
    .enum(["true", "false"])
    .default(fallback ? "true" : "false")
    .transform((given) => given === "true");

/** A setting without a default; null where it is unset. */
export const optional = <T extends z.ZodType>(type: T) => type.nullable().default(null);

export const text = z.string();
export const port = z.coerce.number().int().min(0).max(65_535);
export const httpUrl = z.url({ protocol: /^https?$/ });

/** Parts with commas between them. */
export const list = z.string().transform((given) =>
  given
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== ""),
);

export const withoutSlash = (url: string): string => url.replace(/(?<!\/)\/+$/, "");
