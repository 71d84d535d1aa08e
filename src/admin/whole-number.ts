import { z } from "zod";

/** The value of an option that is a whole number from 1 to `max`. */
export const wholeNumber = (name: string, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `--${name} must be a whole number`)
    .transform(Number)
    .pipe(z.int().min(1, `--${name} is at least 1`).max(max, `--${name} is at most ${max}`));
