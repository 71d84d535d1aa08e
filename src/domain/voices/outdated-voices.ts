import { sql } from "kysely";
import { DomainError } from "#src/errors.ts";

const code = "voice_outdated";

/** True for a row of `voices` of the formant synthesiser that was removed: it cannot speak until it is trained again. */
export const isOutdatedRow = sql<boolean>`(type = 'custom' and engine = 'espeak-ng')`;

/** The columns of `voices` by which an outdated voice is read as one that failed. */
export const stateColumns = [
  sql<"pending" | "training" | "ready" | "failed">`case when ${isOutdatedRow} then 'failed' else status end`.as(
    "status",
  ),
  sql<string | null>`case when ${isOutdatedRow} then ${sql.lit(code)} else error_code end`.as("error_code"),
  sql<
    string | null
  >`case when ${isOutdatedRow} then ${sql.lit(new DomainError(code).message)} else error_message end`.as(
    "error_message",
  ),
] as const;

interface VoiceState {
  readonly status: string;
  readonly error_code: string | null;
}

const isOutdated = ({ error_code: found }: Pick<VoiceState, "error_code">): boolean => found === code;

/** @throws DomainError `voice_outdated`, `voice_not_ready` for a voice that cannot speak */
export function requireReady(voice: VoiceState): void {
  if (isOutdated(voice)) throw new DomainError(code);
  if (voice.status !== "ready") throw new DomainError("voice_not_ready");
}
