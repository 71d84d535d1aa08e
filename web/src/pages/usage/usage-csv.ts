import type { UsageReport } from "#web/api/types.ts";
import { csvOf } from "#web/components/csv.ts";

const columns = [
  "date",
  "total_credits_consumed",
  "tts_count",
  "asr_count",
  "tts_characters_processed",
  "asr_seconds_processed",
] as const;

/** The days of a report as CSV, named as in the API. */
export const usageCsv = ({ series }: UsageReport): string =>
  csvOf(
    columns,
    series.map((day) => columns.map((column) => day[column])),
  );
