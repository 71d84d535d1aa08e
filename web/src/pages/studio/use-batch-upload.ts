import { dataOf } from "#web/api/call.ts";
import { Problem } from "#web/api/problem.ts";
import type { AccountLimits } from "#web/api/types.ts";
import { upload, type UploadOptions } from "#web/api/upload.ts";
import { useUpload } from "#web/api/use-upload.ts";
import { zipFiles } from "#web/api/zip-files.ts";
import { formatMebibytes } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import { fieldsOf, type TranscriptionOptions } from "./use-transcription.ts";

/** Recordings with the options of all. */
interface BatchUpload {
  readonly files: readonly File[];
  readonly reading: TranscriptionOptions;
  readonly limits: AccountLimits["batch"];
}

const path = "/v1/speech/batches";

/** Sends recordings as one zip. @returns the id of their batch @throws Problem, also of `upload` */
async function send({ files, reading, limits }: BatchUpload, options: UploadOptions): Promise<string> {
  const size = formatMebibytes(limits.max_bytes);
  const isTooLarge = files.reduce((sum, file) => sum + file.size, 0) > limits.max_bytes;
  if (isTooLarge || files.length > limits.max_recordings)
    throw new Problem(413, t("These are too many recordings for a batch, which has {size}. Remove some.", { size }));
  const form = new FormData();
  for (const [field, value] of fieldsOf(reading)) form.set(field, value);
  form.set("archive", await zipFiles(files));
  const answer = await upload({ path, form }, options);
  return dataOf<"POST /v1/speech/batches">(await answer.json()).batch_id;
}

/** Recordings on their way to a batch, whose id `onBatch` receives. */
export const useBatchUpload = (onBatch: (batchId: string) => void) => useUpload(send, onBatch);

/** How much of each file has been sent, 0 to 1, where `sent` is that of all, one after the other. */
export function sentOfEach(files: readonly File[], sent: number): readonly number[] {
  const total = files.reduce((sum, file) => sum + file.size, 0);
  let left = sent * total;
  return files.map(({ size }) => {
    const own = Math.min(size, Math.max(0, left));
    left -= size;
    return own / size;
  });
}
