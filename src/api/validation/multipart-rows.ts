import { type ValidationRow, toValidationRow } from "./validation-error.ts";
import { missing, notUnicode, valueError } from "./fault.ts";

const file = ["body", "audio"] as const;
const maxNameCharacters = 100;

/** The rows of fields that a form lacks, in this order. A form that cannot be read lacks all of them. */
export const missingRows = (names: readonly string[]): ValidationRow[] =>
  names.map((name) => toValidationRow(["body", name], missing, null));

/** The row of an `audio` field that is a text, not a file. An empty text counts as missing instead. */
export const fileAsTextRow = (text: string): ValidationRow =>
  toValidationRow(file, valueError("Expected UploadFile, received: <class 'str'>"), text);

/** The row of a second file. */
export const secondFileRow = (): ValidationRow => toValidationRow(file, valueError("Only one file may be sent"), null);

/** The row of a file under another name than `audio`, which is missing then. `name` is the field that it was sent in. */
export const misplacedFileRow = (name: string): ValidationRow => {
  const reason = `The file must be sent in the field 'audio', not in '${name.slice(0, maxNameCharacters)}'`;
  return toValidationRow(file, { ...missing, ctx: { reason: reason.toWellFormed() } }, null);
};

/** The row of a part of which no field can be made; `reason` says what is wrong with it. */
export const unreadablePartRow = (reason: string): ValidationRow => toValidationRow(["body"], valueError(reason), null);

/** The row of a text in no readable encoding. `text` is what could be read of it. */
export const notUnicodeRow = (name: string, text: string | undefined): ValidationRow =>
  toValidationRow(["body", name], notUnicode, text);

/** The row of a file that cannot be used; `reason` is a sentence that names what is wrong with it. */
export const unusableAudioRow = (reason: string): ValidationRow => toValidationRow(file, valueError(reason), null);

/** A form's text fields as a schema should see them: an empty one is not there. Of equal names the last one wins. */
export const presentFields = (fields: Iterable<readonly [string, string]>): Readonly<Record<string, string>> =>
  Object.fromEntries([...new Map(fields)].filter(([, text]) => text !== ""));
