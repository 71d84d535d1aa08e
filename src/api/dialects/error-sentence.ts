import type { DomainError } from "#src/errors.ts";

const mebibyte = 1024 * 1024;

const bytesOf = (bytes: number): string =>
  bytes < mebibyte ? `${bytes} bytes` : `${bytes} bytes (${Number((bytes / mebibyte).toFixed(1))} MiB)`;

/** The sentence for a figure that our own answers carry as a field, by the name of that field. */
const figures: Readonly<Record<string, (figure: number) => string>> = {
  max_bytes: (bytes) => `The maximum is ${bytesOf(bytes)}.`,
  max_seconds: (seconds) => `The maximum is ${seconds} seconds.`,
  max_fields: (fields) => `The maximum is ${fields} fields.`,
  max_parts: (parts) => `The maximum is ${parts} parts.`,
  max_name_bytes: (bytes) => `The maximum is ${bytesOf(bytes)} for the name of a field.`,
  max_unfinished: (requests) => `The maximum is ${requests}.`,
  max_uploads: (uploads) => `The maximum is ${uploads}.`,
  voices_max: (voices) => `The maximum is ${voices}.`,
  stored_max_bytes: (bytes) => `The maximum is ${bytesOf(bytes)}.`,
  required: (credits) => `This needs ${credits} credits.`,
  remaining: (credits) => `${credits} remain.`,
};

/** The message of an error with its figures, for dialects whose errors are sentences. */
export const errorSentence = ({ message, facts }: DomainError): string =>
  [
    message,
    ...Object.entries(facts).flatMap(([name, figure]) => {
      const say = Object.hasOwn(figures, name) ? figures[name] : undefined;
      return say === undefined || typeof figure !== "number" ? [] : [say(figure)];
    }),
  ].join(" ");
