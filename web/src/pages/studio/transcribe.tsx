import { type ReactNode, useEffect, useRef } from "react";
import type { AccountLimits } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { useLimits } from "#web/api/use-limits.ts";
import { RecordingName, RecordingPlayer } from "#web/components/audio/recording-player.tsx";
import { usePlayback } from "#web/components/audio/use-playback.ts";
import type { Recording } from "#web/components/audio/use-recording.ts";
import { useSoundLength } from "#web/components/audio/use-sound-length.ts";
import { CodeDrawer } from "#web/components/code-drawer.tsx";
import { Cost } from "#web/components/cost.tsx";
import { keepInView } from "#web/components/keep-in-view.ts";
import { QueryBoundary } from "#web/components/notice.tsx";
import { RequestResult } from "#web/components/result/request-result.tsx";
import { useDraft } from "#web/components/use-draft.ts";
import { formatDuration, formatMebibytes } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import { BatchCard } from "./batch-card.tsx";
import { ChosenFiles } from "./chosen-files.tsx";
import { RecordingSource } from "./recording-source.tsx";
import { StudioHeading } from "./studio-heading.tsx";
import { transcriptionCalls } from "./transcription-calls.ts";
import { TranscriptionFields } from "./transcription-fields.tsx";
import { Course } from "./transcription-course.tsx";
import { type Source, type SourceProps, type TranscriptionDraft, useSource } from "./use-source.ts";
import type { TranscriptionOptions } from "./use-transcription.ts";

const initial: TranscriptionDraft = {
  ...{ language: "", model: "auto", task: "transcribe", speakers: "", channels: "together" },
  ...{ redact: "", profanity: "keep", parts: "" },
  ...{ words: "", list: "", requestId: "", batchId: "", hasMore: false },
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

interface TakenProps extends Pick<SourceProps, "limits"> {
  readonly source: Source;
  /** Whether the player stands with the transcript. */
  readonly isDone: boolean;
}

/** The recording or the files that were taken. */
function Taken({ limits, source, isDone }: TakenProps) {
  const playback = usePlayback();
  const { recording, files, batch, reading, isBatch, isBusy } = source;
  if (isBatch) {
    const { channels } = reading;
    return (
      <ChosenFiles chosen={files.chosen} {...{ limits, channels }} sent={batch.sent} onRemove={source.removeFile} />
    );
  }
  if (recording === null) return null;
  return (
    <>
      <RecordingName recording={recording} onRemove={isBusy ? undefined : source.remove} />
      {!isDone && <RecordingPlayer recording={recording} playback={playback} />}
    </>
  );
}

/** Sends it all again where the speech seems to be in another language, and has that detected. */
const DetectAgain = ({ source, start }: { readonly source: Source; readonly start: Source["start"] }) => {
  const { data } = useApi("GET /v1/languages", {}, { staleTime: 60_000 });
  const { transcription, recording, reading } = source;
  const { request } = transcription;
  const isOther = request?.request_type === "asr" && request.warnings.some(({ code }) => code === "language_mismatch");
  if (!isOther || recording === null || reading.language === "auto" || data?.detection_models.length === 0) return null;
  return (
    <div className="row">
      <button type="button" className="button quiet" onClick={() => start({ language: "auto", model: "auto" })}>
        {t("Transcribe again and detect the language")}
      </button>
    </div>
  );
};

/** Picking, sending, waiting and reading. */
function Workbench({ limits, draft, onChange }: SourceProps) {
  const source = useSource({ limits, draft, onChange });
  const { recording, url, transcription, batch, reading, isBatch, isBusy } = source;
  const { sending, request } = transcription;
  const cost = useCost(recording, reading.channels);
  const isDone = request?.status === "completed";
  const { result, awaitResult } = useAwaitedResult(isDone);
  const error = isBatch ? batch.error : sending.error;
  const start: Source["start"] = (changed) => {
    if (!isBatch) awaitResult();
    source.start(changed);
  };
  return (
    <>
      <section className="card" aria-label={t("Recording")}>
        <RecordingSource
          maxSeconds={limits.audio.max_seconds}
          disabled={isBusy}
          isTaken={source.isTaken}
          url={url}
          error={error}
          onTake={source.takeOne}
          onTakeSeveral={source.takeSeveral}
          onAddress={source.setAddress}
        />
        <Taken limits={limits} source={source} isDone={isDone} />
        <TranscriptionFields
          {...{ limits, reading, error }}
          hasMore={draft.hasMore}
          onChoose={onChange}
          action={
            <button
              type="button"
              className="button"
              disabled={(!source.isTaken && url === "") || isBusy}
              onClick={() => start()}
            >
              {t("Transcribe")}
            </button>
          }
        />
        <p className="hint">
          {!isBatch && cost} {takenFiles(limits)}
        </p>
        <Course source={source} onRetry={() => start()} />
      </section>
      {draft.batchId !== "" && <BatchCard batchId={draft.batchId} onClose={() => onChange({ batchId: "" })} />}
      {isDone && (
        <section ref={result} className="card" aria-labelledby="transcript-title">
          <h2 id="transcript-title">{t("Transcript")}</h2>
          <DetectAgain source={source} start={start} />
          <RequestResult request={request} recording={recording ?? undefined} />
        </section>
      )}
    </>
  );
}

const english = "en";

/** The languages of recordings, and that of a draft in which none was chosen: the one that is detected, where a model does that. */
function useUsableLanguage(limits: AccountLimits | undefined, chosen: string) {
  const languages = useApi("GET /v1/languages", {}, { staleTime: 60_000 });
  const detects = (languages.data?.detection_models.length ?? 0) > 0;
  const usual = detects ? "auto" : english;
  const offered = limits?.transcription_languages.map(({ tag }) => tag) ?? [usual, chosen];
  const wanted = chosen === "" ? usual : chosen;
  const isOffered = wanted === "auto" || offered.includes(wanted);
  return { languages, language: isOffered ? wanted : (offered[0] ?? "auto") };
}

/** Reading a recording with everything that the API offers, and the same call for a program. */
export function Transcribe() {
  const limits = useLimits();
  const [draft, { change }] = useDraft("transcribe", initial);
  const { languages, language } = useUsableLanguage(limits.data, draft.language);
  const usable = { ...draft, language };
  return (
    <>
      <StudioHeading>
        <CodeDrawer calls={transcriptionCalls(usable)} />
      </StudioHeading>
      <QueryBoundary query={limits}>
        {(known) => (
          <QueryBoundary query={languages}>
            {() => <Workbench limits={known} draft={usable} onChange={change} />}
          </QueryBoundary>
        )}
      </QueryBoundary>
    </>
  );
}
