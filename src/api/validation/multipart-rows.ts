import { type ValidationRow, toValidationRow } from "./validation-error.ts";
import { missing, notUnicode, valueError } from "./fault.ts";

const usualFile = "audio";
const maxNameCharacters = 100;

/** Says what a file field that came as a text needs. */
export const fileNameMissing = "The file needs a filename. Send it as a file, with a filename in its part of the form";
/** The fault of a file field that is a text, in the words of FastAPI. */
export const fileAsText = valueError("Expected UploadFile, received: <class 'str'>");

/** The rows of fields that a form lacks, in this order. A form that cannot be read lacks all of them. */
export const missingRows = (names: readonly string[]): ValidationRow[] =>
  names.map((name) => toValidationRow(["body", name], missing, null));

/** The row of a file field that is a text, not a file. An empty text counts as missing instead. */
export const fileAsTextRow = (text: string, file = usualFile): ValidationRow =>
  toValidationRow(["body", file], fileAsText, text);

/** The row of a file that came as a text, since its part has no file name. */
export const fileNameMissingRow = (file = usualFile): ValidationRow =>
  toValidationRow(["body", file], valueError(fileNameMissing), null);

/** The row of a second file. */
export const secondFileRow = (file = usualFile): ValidationRow =>
  toValidationRow(["body", file], valueError("Only one file may be sent"), null);

/** The row of a file where none is taken; `reason` says why. */
export const fileSentRow = (name: string, reason: string): ValidationRow =>
  toValidationRow(["body", name.slice(0, maxNameCharacters).toWellFormed()], valueError(reason), null);

/** The row of a file in another field than its own, which is missing then. `name` is the field that it was sent in. */
export const misplacedFileRow = (name: string, file = usualFile): ValidationRow => {
  const reason = `The file must be sent in the field '${file}', not in '${name.slice(0, maxNameCharacters)}'`;
  return toValidationRow(["body", file], { ...missing, ctx: { reason: reason.toWellFormed() } }, null);
};

/** The row of a body, or of a part of it, that cannot be used; `reason` says what is wrong with it. */
export const unusableBodyRow = (reason: string): ValidationRow => toValidationRow(["body"], valueError(reason), null);

/** The row of a text in no readable encoding. `text` is what could be read of it. */
export const notUnicodeRow = (name: string, text: string | undefined): ValidationRow =>
  toValidationRow(["body", name], notUnicode, text);

/** The row of a file that cannot be used; `reason` is a sentence that names what is wrong with it. */
export const unusableAudioRow = (reason: string, file = usualFile): ValidationRow =>
  toValidationRow(["body", file], valueError(reason), null);

/**
 * A form's text fields as a schema should see them: an empty one is not there. Of equal names the last one wins, but of those in
 * `lists` all are kept.
 */
export function presentFields(
  fields: Iterable<readonly [string, string]>,
  lists: ReadonlySet<string> = new Set(),
): Readonly<Record<string, string | readonly string[]>> {
  const texts = Map.groupBy(fields, ([name]) => name);
  return Object.fromEntries(
    [...texts].flatMap(([name, all]): readonly (readonly [string, string | readonly string[]])[] => {
      const present = all.map(([, text]) => text).filter((text) => text !== "");
      if (lists.has(name)) return present.length > 0 ? [[name, present]] : [];
      const last = all.at(-1)?.[1] ?? "";
      return last === "" ? [] : [[name, last]];
    }),
  );
}
