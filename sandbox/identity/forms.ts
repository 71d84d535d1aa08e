import { z } from "zod";
import type { FormState } from "./pages.ts";

/** One sentence for both, so that no visitor learns who has an account. */
export const wrongPassword = "The e-mail or the password is wrong.";
export const takenEmail = "There is an account with this e-mail already.";

/** The form is shown again with what is wrong. */
export const refusedStatus = 422;

const length = (text: string): number => [...text].length;
const between = (min: number, max: number, sentence: string) =>
  z.string().refine((text) => length(text) >= min && length(text) <= max && !text.includes("\0"), sentence);

const profile = {
  name: z
    .string()
    .trim()
    .default("")
    .pipe(between(1, 100, "A name has 1 to 100 characters.")),
  username: z
    .string()
    .trim()
    .regex(/^[\w.-]{0,50}$/, "Up to 50 letters, digits, dots, dashes and underscores.")
    .default("")
    .transform((text) => (text === "" ? null : text)),
  email: z
    .string()
    .trim()
    .toLowerCase()
    .max(254, "An e-mail address has at most 254 characters.")
    .default("")
    .pipe(z.email("This is not an e-mail address.")),
};

/** The form of `/account`. */
export const profileForm = z.object(profile);

/** The form of signing up. */
export const newAccountForm = z.object({
  ...profile,
  password: z
    .string()
    .default("")
    .pipe(between(8, 200, "A password has 8 to 200 characters.")),
});

/** The form of signing in: whatever is wrong with it is a wrong password. */
export const signInForm = z.object({
  email: z
    .string()
    .regex(/^[^\0]*$/)
    .trim()
    .toLowerCase()
    .catch(""),
  password: z.string().max(1_000).catch(""),
});

/** The form as it is shown again, with a sentence at each field that was not accepted. */
export function refusedForm(values: Readonly<Record<string, string>>, error: z.ZodError): FormState {
  const problems = error.issues.map((issue) => [String(issue.path[0]), issue.message] as const);
  return { values, problems: Object.fromEntries(problems.toReversed()) };
}
