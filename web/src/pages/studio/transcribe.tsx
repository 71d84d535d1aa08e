import { type ReactNode, useEffect, useRef, useState } from "react";
import { fieldProblem, problemFromFailure } from "#web/api/problem.ts";
import type { AccountLimits, SpeechRequest } from "#web/api/types.ts";
import { formatDuration, formatMebibytes, formatNumber } from "#web/format.ts";
import { TextField } from "#web/components/field.tsx";
import { keepInView } from "#web/components/keep-in-view.ts";
import { ErrorNotice, QueryBoundary } from "#web/components/notice.tsx";
import { UploadProgress } from "#web/components/upload-progress.tsx";
import { usePlayback } from "#web/components/audio/use-playback.ts";
import { CodeDrawer } from "#web/components/code-drawer.tsx";
import { rich, t } from "#web/messages/translate.ts";
import { ExampleRecordings } from "./example-recordings.tsx";
import { TranscriptionFields } from "./transcription-fields.tsx";
import { StudioHeading } from "./studio-heading.tsx";
import { RecordingPlayer } from "#web/components/audio/recording-player.tsx";
import { RecordingInput } from "#web/components/audio/recording-input.tsx";
import { RequestResult } from "#web/components/result/request-result.tsx";
import { transcriptionCalls } from "./transcription-calls.ts";
import { useApi } from "#web/api/use-api.ts";
import { Cost } from "#web/components/cost.tsx";
import { useSoundLength } from "#web/components/audio/use-sound-length.ts";
import { useLimits } from "#web/api/use-limits.ts";
import { type Recording, useKeptRecording } from "#web/components/audio/use-recording.ts";
import { type TranscriptionOptions, useTranscription } from "./use-transcription.ts";
import { useDraft } from "#web/components/use-draft.ts";
import { WorkError } from "#web/components/work-error.tsx";

/** The draft that the page keeps until it is used again, beside the recording. */
interface TranscriptionDraft extends TranscriptionOptions {
  /** The request whose result is shown; empty where there is none. */
  readonly requestId: string;
}

const initial: TranscriptionDraft = {
  ...{ language: "en", model: "auto", task: "transcribe", speakers: "", channels: "together" },
  ...{ redact: "", profanity: "keep", parts: "" },
  ...{ words: "", list: "", requestId: "" },
};

const minutePrices = {
  together: t("A minute costs 60 credits."),
  separate: t("A minute of each channel costs 60 credits."),
} as const;

/** The price of a transcription: of the recording, or of a minute while its length is not known. */
function useCost(recording: Recording | null, channels: TranscriptionOptions["channels"]): ReactNode {
  const usage = useApi("GET /v1/usage", {});
  const length = useSoundLength(recording, channels === "separate");
  if (length === null) return minutePrices[channels];
  const credits = length.channels * Math.ceil(length.seconds);
  return <Cost credits={credits} remaining={usage.data?.credits.asr_remaining} />;
}

/** The recordings that are taken, in a sentence. */
const takenFiles = ({ audio: { max_bytes: bytes, max_seconds: seconds } }: AccountLimits): string =>
  t(
    "Up to {duration} and {size}. WAV, MP3, FLAC, Ogg, M4A, WebM, AMR, WMA, AIFF and more; also the audio of a video.",
    { duration: formatDuration(seconds), size: formatMebibytes(bytes) },
  );

const several = rich(
  "One recording at a time is transcribed here. Send several together as a batch, at a lower price: <link>How to send a batch</link>.",
  { link: (words: ReactNode) => <a href="/docs/batches">{words}</a> },
);

/** How far it is: what is done of it, or its place in the queue. */
function workingWords(request: SpeechRequest | undefined): string {
  if (request?.status === "processing") return t("Transcribing, {progress} %", { progress: request.progress });
  const place = request?.queue_position ?? null;
  return place === null ? t("Queued") : t("Queued, place {place}", { place: formatNumber(place) });
}

/** The progress of the request, which continues when the page is left. */
const Working = ({ request }: { readonly request: SpeechRequest | undefined }) => (
  <div role="status">
    <div className="progress">
      <progress value={(request?.progress ?? 0) / 100} aria-label={t("Transcribing")} />
      <span>{workingWords(request)}</span>
    </div>
    <p className="hint">{t("You can leave this page; the result will be in your history.")}</p>
  </div>
);

interface CourseProps {
  readonly transcription: ReturnType<typeof useTranscription>;
  /** Sends the recording again. */
  readonly onRetry: () => void;
}

/** How the upload and the work are getting on, or why they ended. */
function Course({ transcription, onRetry }: CourseProps) {
  const { sending, request, error, retry, working } = transcription;
  const failure = request?.error ?? null;
  return (
    <>
      {sending.sent !== null && <UploadProgress sent={sending.sent} onStop={sending.stop} />}
      {sending.error !== null && <WorkError error={sending.error} retry={onRetry} />}
      {working && <Working request={request} />}
      {error !== null && <ErrorNotice error={error} retry={retry} />}
      {failure !== null && <WorkError error={problemFromFailure(failure)} />}
    </>
  );
}

/** Brings a result into view once it is there, but only one that was waited for: `awaitResult` says so. */
function useAwaitedResult(isDone: boolean) {
  const result = useRef<HTMLElement>(null);
  const isAwaited = useRef(false);
  useEffect(() => {
    if (!isAwaited.current || !isDone || result.current === null) return undefined;
    isAwaited.current = false;
    return keepInView(result.current);
  }, [isDone]);
  const awaitResult = (): void => {
    isAwaited.current = true;
  };
  return { result, awaitResult };
}

interface AddressFieldProps {
  readonly url: string;
  readonly onChange: (url: string) => void;
  /** The problem of the last call. */
  readonly error: unknown;
}

/** The address of a recording in place of a file. It is not kept with the draft: its query may be a permission. */
const AddressField = ({ url, onChange, error }: AddressFieldProps) => (
  <TextField
    label={t("Address")}
    value={url}
    onChange={onChange}
    problem={fieldProblem(error, "url")}
    hint={t("In place of a file: a public address, which the service fetches.")}
    placeholder="https://"
    autoComplete="off"
  />
);

interface WorkbenchProps {
  readonly limits: AccountLimits;
  readonly draft: TranscriptionDraft;
  readonly onChange: (changed: Partial<TranscriptionDraft>) => void;
}

/** Picking, sending, waiting and reading. */
function Workbench({ limits, draft, onChange }: WorkbenchProps) {
  const { requestId, ...reading } = draft;
  const [recording, setRecording] = useKeptRecording("transcribe");
  const playback = usePlayback();
  const cost = useCost(recording, reading.channels);
  const transcription = useTranscription(requestId, (made) => onChange({ requestId: made }));
  const { sending, request, working } = transcription;
  const isDone = request?.status === "completed";
  const { result, awaitResult } = useAwaitedResult(isDone);
  const [url, setUrl] = useState("");
  const take = (audio: Blob | null, address = ""): void => {
    sending.reset();
    // Words are of one recording, those of several are in a list.
    onChange({ requestId: "", ...(requestId !== "" && { words: "" }) });
    setRecording(audio);
    setUrl(address);
  };
  const start = (): void => {
    onChange({ requestId: "" });
    awaitResult();
    sending.start({ recording, url, ...reading, maxBytes });
  };
  const busy = sending.sent !== null || working;
  const { max_bytes: maxBytes, max_seconds: maxSeconds } = limits.audio;
  return (
    <>
      <section className="card" aria-label={t("Recording")}>
        <RecordingInput maxSeconds={maxSeconds} disabled={busy} onTake={(audio) => take(audio)} several={several} />
        <ExampleRecordings disabled={busy} onTake={(audio) => take(audio)} />
        {!busy && <AddressField url={url} onChange={(address) => take(null, address)} error={sending.error} />}
        {recording !== null && (
          <RecordingPlayer recording={recording} playback={playback} {...(!busy && { onRemove: () => take(null) })} />
        )}
        <div className="row">
          <TranscriptionFields limits={limits} reading={reading} onChoose={onChange} error={sending.error} />
          <button
            type="button"
            className="button"
            disabled={(recording === null && url === "") || busy}
            onClick={start}
          >
            {t("Transcribe")}
          </button>
        </div>
        <p className="hint">
          {takenFiles(limits)} {cost}
        </p>
        <Course transcription={transcription} onRetry={start} />
      </section>
      {isDone && (
        <section ref={result} className="card" aria-labelledby="transcript-title">
          <h2 id="transcript-title">{t("Transcript")}</h2>
          <RequestResult request={request} playback={recording === null ? undefined : playback} />
        </section>
      )}
    </>
  );
}

/** Reading a recording with everything that the API offers, and the same call for a program. */
export function Transcribe() {
  const limits = useLimits();
  const [draft, { change }] = useDraft("transcribe", initial);
  const offered = limits.data?.transcription_languages.map(({ tag }) => tag) ?? [draft.language];
  const isOffered = draft.language === "auto" || offered.includes(draft.language);
  const usable = isOffered ? draft : { ...draft, language: offered[0] ?? "auto" };
  return (
    <>
      <StudioHeading>
        <CodeDrawer calls={transcriptionCalls(usable)} />
      </StudioHeading>
      <QueryBoundary query={limits}>
        {(known) => <Workbench limits={known} draft={usable} onChange={change} />}
      </QueryBoundary>
    </>
  );
}
