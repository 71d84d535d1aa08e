import { useState } from "react";
import { problemFromFailure } from "#web/api/problem.ts";
import type { AccountLimits, SpeechRequest } from "#web/api/types.ts";
import { formatDuration, formatMebibytes } from "#web/format.ts";
import { ErrorNotice, QueryBoundary } from "#web/components/notice.tsx";
import { UploadProgress } from "#web/components/upload-progress.tsx";
import { usePlayback } from "#web/components/audio/use-playback.ts";
import { TranscriptionFields } from "./transcription-fields.tsx";
import { PlaygroundHeading } from "./playground-heading.tsx";
import { RecordingPlayer } from "#web/components/audio/recording-player.tsx";
import { Snippets } from "./snippets.tsx";
import { RecordingInput } from "#web/components/audio/recording-input.tsx";
import { Transcript } from "./transcript.tsx";
import { transcriptionCalls } from "./transcription-calls.ts";
import { useLimits } from "#web/api/use-limits.ts";
import { useRecording } from "#web/components/audio/use-recording.ts";
import { type TranscriptionOptions, useTranscription } from "./use-transcription.ts";
import { WorkError } from "#web/components/work-error.tsx";

/** The progress of the request, which continues when the page is left. */
const Working = ({ request }: { readonly request: SpeechRequest | undefined }) => (
  <div role="status">
    <div className="progress">
      <progress value={(request?.progress ?? 0) / 100} aria-label="Transcribing" />
      <span>{request?.status === "processing" ? `Transcribing, ${request.progress} %` : "Queued"}</span>
    </div>
    <p className="hint">You can leave this page; the result will be in your history.</p>
  </div>
);

/** How the upload and the work are getting on, or why they ended. */
function Course({ transcription }: { readonly transcription: ReturnType<typeof useTranscription> }) {
  const { sending, request, working } = transcription;
  const failure = request.data?.error ?? null;
  return (
    <>
      {sending.sent !== null && <UploadProgress sent={sending.sent} onStop={sending.stop} />}
      {sending.error !== null && <WorkError error={sending.error} />}
      {working && <Working request={request.data} />}
      {request.error !== null && <ErrorNotice error={request.error} retry={() => void request.refetch()} />}
      {failure !== null && <WorkError error={problemFromFailure(failure)} />}
    </>
  );
}

interface WorkbenchProps {
  readonly limits: AccountLimits;
  readonly reading: TranscriptionOptions;
  readonly onChoose: (reading: TranscriptionOptions) => void;
}

/** Picking, sending, waiting and reading. */
function Workbench({ limits, reading, onChoose }: WorkbenchProps) {
  const [recording, setRecording] = useRecording();
  const playback = usePlayback();
  const transcription = useTranscription();
  const { sending, request, working } = transcription;
  const take = (audio: Blob): void => {
    sending.reset();
    setRecording(audio);
  };
  const busy = sending.sent !== null || working;
  const { max_bytes: maxBytes, max_seconds: maxSeconds } = limits.audio;
  return (
    <>
      <section className="card" aria-label="Recording">
        <RecordingInput maxSeconds={maxSeconds} disabled={busy} onTake={take} />
        {recording !== null && <RecordingPlayer recording={recording} playback={playback} />}
        <div className="row">
          <TranscriptionFields limits={limits} reading={reading} onChoose={onChoose} error={sending.error} />
          <button
            type="button"
            className="button"
            disabled={recording === null || busy}
            onClick={() => recording !== null && sending.start({ recording, ...reading, maxBytes })}
          >
            Transcribe
          </button>
        </div>
        <p className="hint">
          Up to {formatDuration(maxSeconds)} and {formatMebibytes(maxBytes)}. WAV, MP3, FLAC, Ogg, M4A and WebM. Each
          second costs a credit.
        </p>
        <Course transcription={transcription} />
      </section>
      {request.data?.status === "completed" && (
        <section className="card" aria-labelledby="transcript-title">
          <h2 id="transcript-title">Transcript</h2>
          <Transcript request={request.data} playback={playback} />
        </section>
      )}
    </>
  );
}

/** Reading a recording with everything that the API offers, and the same call for a program. */
export function Transcribe() {
  const limits = useLimits();
  const [reading, setReading] = useState<TranscriptionOptions>({ language: "en", model: "auto" });
  return (
    <>
      <PlaygroundHeading title="Transcribe" />
      <QueryBoundary query={limits}>
        {(known) => <Workbench limits={known} reading={reading} onChoose={setReading} />}
      </QueryBoundary>
      <Snippets calls={transcriptionCalls(reading)} />
    </>
  );
}
