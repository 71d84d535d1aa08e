import { useMemo, useState } from "react";
import type { SpeechRequest } from "#web/api/types.ts";
import { formatCount, formatDuration, formatNumber } from "#web/format.ts";
import { CopyButton } from "#web/components/copy-button.tsx";
import { EmptyState, ErrorNotice } from "#web/components/notice.tsx";
import { SpeakerNames } from "#web/components/requests/speaker-names.tsx";
import { NoWords } from "#web/components/requests/span-mark.tsx";
import { RecordingWarnings } from "#web/components/requests/recording-warnings.tsx";
import { namesIn, turnsText } from "#web/components/requests/voices.ts";
import type { Playback } from "#web/components/audio/use-playback.ts";
import { t } from "#web/messages/translate.ts";
import { Chapters } from "./chapters.tsx";
import { TranscriptDownloads } from "./transcript-downloads.tsx";
import { TranscriptEditor } from "./transcript-editor.tsx";
import { SearchField, useTranscriptSearch } from "./transcript-search.tsx";
import { TranscriptWords } from "./transcript-words.tsx";
import { type Corrections, useCorrections } from "./use-corrections.ts";
import { isDoubtful, wordGroups } from "./word-groups.ts";

type Heard = Extract<SpeechRequest, { request_type: "asr" }>;

interface TranscriptProps {
  readonly request: Heard;
  /** The recording that it was made from. */
  readonly playback: Playback;
}

/** The channels of a recording, and which of them have no speech. */
function channelsOf({ channels: all }: Heard): string {
  const channels = formatCount(all.length, "channel");
  const silent = all
    .filter((one) => one.seconds === 0)
    .map(({ channel }) => t("channel {number}", { number: channel + 1 }))
    .join(", ");
  return silent === ""
    ? t("{channels}, each transcribed and charged by itself.", { channels })
    : t("{channels}, each transcribed and charged by itself; no speech in {silent}.", { channels, silent });
}

/** How long a recording is, what its transcript cost, and which model made it, and why that one. */
function costOf({ words, usage, model, model_reason: reason, duration_seconds: seconds }: Heard): string {
  const facts = {
    duration: formatDuration(seconds ?? 0),
    words: formatNumber(words?.length ?? 0),
    credits: formatNumber(usage?.seconds ?? 0),
  };
  const cost =
    model === null
      ? t("{duration} of audio, {words} words, {credits} credits", facts)
      : t("{duration} of audio, {words} words, {credits} credits, model {model}", { ...facts, model });
  return reason === null ? cost : `${cost} (${reason})`;
}

interface FactsProps {
  readonly request: Heard;
  /** True while its texts are fields, which underline nothing. */
  readonly isEditing: boolean;
}

function Facts({ request, isEditing }: FactsProps) {
  const { words, speakers, channels } = request;
  const doubtful = words?.filter(isDoubtful).length ?? 0;
  return (
    <>
      {speakers.length > 0 && (
        <p className="hint">
          {t("{speakers}, told apart by the sound of their voices. That is an estimate.", {
            speakers: formatCount(speakers.length, "speaker"),
          })}
        </p>
      )}
      {channels.length > 0 && <p className="hint">{channelsOf(request)}</p>}
      {!isEditing && doubtful > 0 && hasConfidences(request) && (
        <p className="hint">
          {t("Underlined with dots: {words} that the model was not sure of.", {
            words: formatCount(doubtful, "word"),
          })}
        </p>
      )}
      <p className="hint">{costOf(request)}</p>
    </>
  );
}

/** Whether the confidences of the words mean anything. */
const hasConfidences = ({ confidence_source: source }: Heard): boolean => source !== null && source !== "none";

/** The change that takes back all others of a segment. */
const takenBack = (speaker: string | undefined) => ({ text: null, ...(speaker !== undefined && { speaker: null }) });

interface CorrectedProps {
  readonly segments: NonNullable<Heard["segments"]>;
  readonly corrections: Corrections;
}

/** How saving stands, and the way back to what the model heard. */
function Corrected({ segments, corrections: { save, status, error, retry } }: CorrectedProps) {
  const changed = segments.filter(({ corrected }) => corrected === true);
  return (
    <>
      {error !== null && <ErrorNotice error={error} retry={retry} />}
      <p className="hint" role="status">
        {status === "pending" && t("Saving…")}
        {status === "success" && t("Saved")}
      </p>
      {changed.length > 0 && (
        <div className="row between">
          <p className="hint">{t("This transcript was corrected. The service keeps what the model heard, too.")}</p>
          <button
            type="button"
            className="button quiet"
            onClick={() => save(Object.fromEntries(changed.map(({ id, speaker }) => [id, takenBack(speaker)])))}
          >
            {t("Undo all changes")}
          </button>
        </div>
      )}
    </>
  );
}

/** A transcript with its words marked while the recording plays, to be searched, edited, copied and downloaded. */
export function Transcript({ request, playback }: TranscriptProps) {
  const { text, words, segments } = request;
  if (text === null) return null;
  // A correction may have emptied a segment, and can be taken back.
  const isSilent = text === "" && segments?.length === 0;
  return (
    <>
      <RecordingWarnings warnings={request.warnings} />
      {isSilent && (
        <EmptyState>
          <NoWords unintelligible={request.unintelligible} />
        </EmptyState>
      )}
      {!isSilent && words !== null && (
        <Spoken key={request.request_id} request={request} text={text} playback={playback} />
      )}
    </>
  );
}

interface SpokenProps {
  readonly request: Heard;
  readonly text: string;
  readonly playback: Playback;
}

function Spoken({ request, text, playback: { second, playing, seek } }: SpokenProps) {
  const { request_id: id, paragraphs, words } = request;
  const segments = request.segments ?? [];
  const language = request.task === "translate" ? "en" : request.language;
  const corrections = useCorrections(id);
  const [isEditing, setEditing] = useState(false);
  const names = useMemo(() => namesIn(request), [request]);
  const parts = paragraphs.length > 0 ? paragraphs : request.segments;
  const groups = useMemo(() => wordGroups(parts ?? [], words ?? [], names), [parts, words, names]);
  const shown = useMemo(() => groups.flatMap((group) => group.words), [groups]);
  const search = useTranscriptSearch(shown);
  const isParted = request.speakers.length + request.channels.length > 0;
  return (
    <>
      <SpeakerNames request={request} />
      <Chapters chapters={request.chapters} onSeek={seek} />
      <div className="row between">
        {!isEditing && <SearchField search={search} label={t("Search in the transcript")} />}
        <button type="button" className="button quiet" onClick={() => setEditing(!isEditing)}>
          {isEditing ? t("Done") : t("Edit")}
        </button>
      </div>
      {isEditing ? (
        <TranscriptEditor {...{ segments, names, language, corrections, search }} onSeek={seek} />
      ) : (
        <TranscriptWords
          groups={groups}
          words={shown}
          search={search}
          unintelligible={request.unintelligible}
          overlaps={request.overlaps}
          hasConfidences={hasConfidences(request)}
          second={playing || second > 0 ? second : null}
          language={language}
          onSeek={seek}
        />
      )}
      <Corrected segments={segments} corrections={corrections} />
      <Facts request={request} isEditing={isEditing} />
      <div className="row">
        <CopyButton text={isParted ? turnsText(segments, names) : text} label={t("Copy text")} />
        <TranscriptDownloads requestId={id} recording={request.file_name} isSaved={corrections.isSaved} />
      </div>
    </>
  );
}
