import { sql } from "kysely";
import { requestStatuses } from "#db/schema.ts";
import type { SpeechRequest } from "./queries.ts";

/** The statuses of a request as callers see them. */
export const shownStatuses = [...requestStatuses, "cancelled"] as const;

export type ShownStatus = (typeof shownStatuses)[number];

/** The code of a request that was cancelled. Its row says `failed`, as releases know it that have no status for it. */
export const cancelledCode = "cancelled";

/** A failed row is of a request that failed, not of one that was cancelled; written so that the index of such rows is used. */
export const isError = sql<boolean>`status = 'failed' and error_code is distinct from ${sql.lit(cancelledCode)}`;
/** The same of one that was cancelled. */
export const isCancelled = sql<boolean>`status = 'failed' and error_code = ${sql.lit(cancelledCode)}`;

/** The status of a request as callers see it. */
export const shownStatus = ({ status, error_code: code }: Pick<SpeechRequest, "status" | "error_code">): ShownStatus =>
  status === "failed" && code === cancelledCode ? "cancelled" : status;
