import type { UsageReport } from "#web/api/types.ts";

const columns = [
  "date",
  "total_credits_consumed",
  "tts_count",
  "asr_count",
  "tts_characters_processed",
  "asr_seconds_processed",
] as const;

/** The days of a report as CSV (RFC 4180), named as in the API: dates and whole numbers only, so nothing needs quotes. */
export const usageCsv = ({ series }: UsageReport): string =>
  [columns.join(","), ...series.map((day) => columns.map((column) => day[column]).join(","))]
    .map((line) => `${line}\r\n`)
    .join("");
