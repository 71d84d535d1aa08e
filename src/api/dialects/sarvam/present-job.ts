import { z } from "zod";
import type { Db } from "#db/schema.ts";
import type { CallbackForm } from "#src/api/callbacks/forms.ts";
import { statusOf } from "#src/api/errors.ts";
import type { SingleCallback } from "#src/domain/callbacks/single-callback.ts";
import {
  type Batch,
  type BatchCounts,
  type BatchReference,
  countsOf,
  findBatch,
  type ListedItem,
  listItems,
} from "#src/domain/batches/queries.ts";
import { DomainError, isErrorCode } from "#src/errors.ts";
import type { JobCallback } from "./job-fields.ts";

const jobState = z.enum(["Accepted", "Pending", "Running", "Completed", "Failed"]).meta({
  description: "`Accepted` until it is started. `Completed` where any file has a transcript, else `Failed`.",
});

export const ofJob = {
  job_id: z.uuid(),
  job_state: jobState,
  storage_container_type: z.literal("Local"),
};

const count = (description: string) => z.int().meta({ description, examples: [2] });
const files = z.array(z.object({ file_name: z.string(), file_id: z.string() }));

export const jobStatus = z
  .object({
    ...ofJob,
    ...{ created_at: z.iso.datetime(), updated_at: z.iso.datetime() },
    total_files: count("All files."),
    successful_files_count: count("Files with a transcript."),
    failed_files_count: count("Files without one, which cost nothing."),
    error_message: z.string().meta({ description: "Empty unless the job has failed.", examples: [""] }),
    job_details: z
      .array(
        z.object({
          inputs: files,
          outputs: files.meta({
            description: "The name of its transcript for `download-files`; none where it failed.",
          }),
          state: z.enum(["Success", "API Error", "Internal Server Error"]),
          error_message: z.string(),
          exception_name: z.string(),
        }),
      )
      .meta({ description: "The files that have ended, in their order." }),
  })
  .meta({ id: "SarvamJobStatus" });

/** The job of an account, or any. @throws DomainError `batch_not_found` */
export async function requireJob(db: Db, job: BatchReference): Promise<Batch> {
  const batch = await findBatch(db, job);
  if (batch === null) throw new DomainError("batch_not_found", "Job not found.");
  return batch;
}

/** Sarvam's word for the state of a job. */
export function stateOf(
  { started_at: startedAt, finished_at: finishedAt }: Batch,
  counts: BatchCounts,
): z.output<typeof jobState> {
  const { waiting, running, completed, failed } = counts;
  if (startedAt === null) return "Accepted";
  if (finishedAt !== null) return completed > 0 ? "Completed" : "Failed";
  return waiting > 0 && running + completed + failed === 0 ? "Pending" : "Running";
}

export async function countsOfJob(db: Db, batch: Batch): Promise<BatchCounts> {
  const counts = (await countsOf(db, [batch])).get(batch.id);
  if (counts === undefined) throw new DomainError("batch_not_found", "Job not found.");
  return counts;
}

/** The name of the transcript of a file. */
export const outputOf = ({ index }: Pick<ListedItem, "index">): string => `${index}.json`;

/** True for a file that has a transcript. */
export const hasTranscript = ({ state, isThere }: ListedItem): boolean => state === "completed" && isThere;

const endedStates: readonly ListedItem["state"][] = ["completed", "failed", "cancelled"];
const deleted = { code: "request_not_found", message: "The transcript was deleted." };
const cancelled = { code: "cancelled", message: "The file was cancelled." };

function detailOf(item: ListedItem): z.output<typeof jobStatus>["job_details"][number] {
  const inputs = [{ file_name: item.customId ?? item.name ?? outputOf(item), file_id: String(item.index) }];
  if (hasTranscript(item)) {
    const outputs = [{ file_name: outputOf(item), file_id: String(item.index) }];
    return { inputs, outputs, state: "Success", error_message: "", exception_name: "" };
  }
  const { code, message } = item.error ?? (item.state === "completed" ? deleted : cancelled);
  const isOurs = isErrorCode(code) && statusOf(code) >= 500;
  const state = isOurs && code !== "cancelled" ? "Internal Server Error" : "API Error";
  return { inputs, outputs: [], state, error_message: message, exception_name: code };
}

/** The status of a job with its files. */
export async function presentJob(db: Db, batch: Batch): Promise<z.output<typeof jobStatus>> {
  const counts = await countsOfJob(db, batch);
  const details = (await listItems(db, batch.id)).filter(({ state }) => endedStates.includes(state)).map(detailOf);
  return {
    ...summaryOf(batch, counts),
    storage_container_type: "Local",
    created_at: batch.created_at.toISOString(),
    updated_at: (batch.finished_at ?? batch.started_at ?? batch.created_at).toISOString(),
    error_message: messageOf(batch, counts) ?? details[0]?.error_message ?? "",
    job_details: details,
  };
}

function summaryOf(batch: Batch, counts: BatchCounts) {
  const { waiting, running, completed, failed, cancelled: without } = counts;
  return {
    ...{ job_id: batch.id, job_state: stateOf(batch, counts) },
    total_files: waiting + running + completed + failed + without,
    successful_files_count: completed,
    failed_files_count: failed + without,
  } as const;
}

/** The reason why a job has failed: empty where it has not, null where its files say it. */
function messageOf(batch: Batch, counts: BatchCounts): string | null {
  if (stateOf(batch, counts) !== "Failed") return "";
  return batch.cancelled_at === null ? null : "The job was cancelled, or was not started in time.";
}

/** The name that rows have. */
export const sarvamFormName = "sarvam";
const tokenHeader = "x-sarvam-job-callback-token";

/** The address that is called when a job has ended; null for none. */
export const callbackOfJob = (asked: JobCallback | null | undefined): SingleCallback | null =>
  asked
    ? {
        ...{ url: asked.url, field: "callback", form: sarvamFormName },
        headers: asked.auth_token ? { [tokenHeader]: asked.auth_token } : {},
      }
    : null;

/** The state of a job that has ended, in capitals as Sarvam's callbacks have it; its files are asked for by the receiver. */
export const sarvamForm: CallbackForm = {
  body: async (db, { subjectId }) => {
    const batch = await findBatch(db, { batchId: subjectId ?? "" });
    if (batch === null)
      return JSON.stringify({ job_id: subjectId, job_state: "FAILED", error_message: "Job deleted." });
    const counts = await countsOfJob(db, batch);
    const summary = summaryOf(batch, counts);
    const message = messageOf(batch, counts) ?? "No file could be transcribed.";
    return JSON.stringify({ ...summary, job_state: summary.job_state.toUpperCase(), error_message: message });
  },
};
