import { z } from "zod";
import { badRequest } from "./provider-error.ts";

const maxNotes = 15;
const maxNoteLength = 256;

/** One rupee. */
export const minAmount = 100;

/** The largest amount that fits the tables, in paise. */
const maxAmount = 2_147_483_647;

/** An amount in paise. */
export const amount = z
  .int({
    error: ({ input }) => (input === undefined ? "amount: is required." : "The amount must be an integer."),
  })
  .max(maxAmount, "Amount exceeds maximum amount allowed.");

/** A text that PostgreSQL can hold. */
const storable = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

export const receipt = z
  .string("The receipt must be a string.")
  .max(40, "The receipt may not be greater than 40 characters.")
  .refine(storable, "The receipt is not a text.")
  .nullish()
  .transform((text) => text ?? null);

const note = z.union(
  [z.string().max(maxNoteLength), z.number(), z.boolean(), z.null()],
  "A note must be a short text.",
);

/** Pairs; none are an empty list, as the provider has it. Read as the JSON text that is kept. */
export const notes = z
  .union([z.record(z.string().max(maxNoteLength), note), z.tuple([])], "The notes must be pairs of short texts.")
  .nullish()
  .transform((pairs) => pairs ?? [])
  .refine((pairs) => Object.keys(pairs).length <= maxNotes, `Notes may not be more than ${maxNotes}.`)
  .transform((pairs) => JSON.stringify(Object.keys(pairs).length === 0 ? [] : pairs));

/** @throws ProviderError 400 for the first thing that is wrong */
export function parseInput<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === "unrecognized_keys") {
    const [key = ""] = issue.keys;
    throw badRequest(`${key} is/are not required and should not be sent`, key);
  }
  const field = issue?.path[0];
  throw badRequest(issue?.message ?? "The input is not valid.", field === undefined ? null : String(field));
}
