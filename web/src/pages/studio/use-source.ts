import { useState } from "react";
import type { AccountLimits } from "#web/api/types.ts";
import { fileOf, useKeptRecording } from "#web/components/audio/use-recording.ts";
import { useBatchUpload } from "./use-batch-upload.ts";
import { useChosenFiles } from "./use-chosen-files.ts";
import type { MoreOptions } from "./transcription-fields.tsx";
import { type TranscriptionOptions, useTranscription } from "./use-transcription.ts";

/** The draft that the page keeps until it is used again, beside the recording. */
export interface TranscriptionDraft extends TranscriptionOptions, MoreOptions {
  /** The request whose result is shown; empty where there is none. */
  readonly requestId: string;
  /** The batch whose results are shown; empty where there is none. */
  readonly batchId: string;
}

export interface SourceProps {
  readonly limits: AccountLimits;
  readonly draft: TranscriptionDraft;
  readonly onChange: (changed: Partial<TranscriptionDraft>) => void;
}

/** The source of a transcription, and its way to the service: one recording or address, or several files as a batch. */
export function useSource({ limits, draft, onChange }: SourceProps) {
  const { requestId, batchId: _batch, hasMore: _shown, ...reading } = draft;
  const [recording, setRecording] = useKeptRecording("transcribe");
  const [url, setUrl] = useState("");
  const files = useChosenFiles();
  const transcription = useTranscription(requestId, (made) => onChange({ requestId: made }));
  const batch = useBatchUpload((batchId) => {
    files.clear();
    onChange({ batchId });
  });
  const { sending, working } = transcription;
  const take = (audio: Blob | null, address = ""): void => {
    sending.reset();
    batch.reset();
    onChange({ requestId: "" });
    files.clear();
    setRecording(audio);
    setUrl(address);
  };
  const isBatch = files.chosen.length > 0;
  const takeSeveral = (several: readonly File[]): void => {
    // A recording whose words are there already is not transcribed again.
    const isRead = transcription.request?.status === "completed";
    const earlier = isBatch || isRead || recording === null ? [] : [fileOf(recording.audio)];
    if (isBatch) batch.reset();
    else take(null);
    files.add([...earlier, ...several]);
  };
  const removeFile = (id: string): void => {
    batch.reset();
    files.remove(id);
  };
  const start = (changed: Partial<TranscriptionOptions> = {}): void => {
    const options = { ...reading, ...changed };
    onChange({ requestId: "", batchId: "", ...changed });
    if (isBatch) batch.start({ files: files.chosen.map(({ audio }) => audio), reading: options, limits: limits.batch });
    else sending.start({ recording, url, ...options, maxBytes: limits.audio.max_bytes });
  };
  return {
    ...{ recording, url, files, removeFile, transcription, batch, reading, start, isBatch },
    takeOne: (audio: Blob) => (isBatch ? takeSeveral([fileOf(audio)]) : take(audio)),
    takeSeveral,
    remove: () => take(null),
    setAddress: (address: string) => take(null, address),
    isBusy: sending.sent !== null || working || batch.sent !== null,
    isTaken: recording !== null || isBatch,
  };
}

export type Source = ReturnType<typeof useSource>;
