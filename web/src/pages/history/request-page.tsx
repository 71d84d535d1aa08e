import type { ComponentProps } from "react";
import { Link, useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import type { SpeechRequest } from "#web/api/types.ts";
import type { SpokenValues } from "#web/api/speak.ts";
import { useApi } from "#web/api/use-api.ts";
import {
  formatClock,
  formatCount,
  formatDateTime,
  formatDuration,
  formatMilliseconds,
  formatNumber,
  languageName,
} from "#web/format.ts";
import { CopyButton } from "#web/components/copy-button.tsx";
import { type Fact, DescriptionList } from "#web/components/description-list.tsx";
import { PageHeading } from "#web/components/page-heading.tsx";
import { QueryBoundary, Loading } from "#web/components/notice.tsx";
import { DeleteRequest } from "#web/components/requests/delete-request.tsx";
import { RequestResult } from "#web/components/result/request-result.tsx";
import { t } from "#web/messages/translate.ts";
import { RequestFeedback } from "./request-feedback.tsx";
import { progressMs, RequestStatus, requestTypes } from "#web/components/requests/request-status.tsx";
import { DocumentLink, requestTitle } from "#web/components/requests/request-title.tsx";
import { isStopped } from "#web/components/requests/spoken-part.ts";
import { studioPath, studioWithRequest } from "#web/components/studio-path.ts";
import { ContinueTake } from "#web/components/takes/continue-take.tsx";
import { useTakes } from "#web/components/takes/use-takes.ts";
import { hasPlainText } from "#web/components/requests/has-plain-text.ts";

const titleMaxCharacters = 80;

/** The title of a request in the history, cut at the end of a word. */
function titleOf(request: SpeechRequest): string {
  const { request_type: type, text: preview } = request;
  const title = requestTitle({ request_type: type, file_name: type === "asr" ? request.file_name : null, preview });
  if (title.length <= titleMaxCharacters) return title;
  const beginning = title.slice(0, titleMaxCharacters);
  const end = beginning.lastIndexOf(" ");
  return `${end === -1 ? beginning : beginning.slice(0, end)}…`;
}

/** The key of the call, and what else it has called. */
const KeyFact = ({ apiKey: { api_key_id: id, name } }: { readonly apiKey: NonNullable<SpeechRequest["api_key"]> }) => (
  <>
    {name} <Link href={`/account/history?key=${id}`}>{t("All its requests")}</Link>
  </>
);

/** How long it took, from asking to the end. */
const tookOf = ({ created_at: from, finished_at: to }: SpeechRequest): string | null =>
  to === null ? null : formatDuration((Date.parse(to) - Date.parse(from)) / 1_000);

/** The model, and why it was taken. */
function modelOf(request: SpeechRequest): string | null {
  const reason = request.request_type === "asr" ? request.model_reason : null;
  return request.model === null || reason === null ? request.model : `${request.model} (${reason})`;
}

/** Each language with its times, where there are several. */
function languagesOf(request: SpeechRequest): string {
  const languages = request.request_type === "asr" ? request.languages : [];
  if (languages.length === 0) return languageName(request.language);
  const times = languages.map(({ language, start, end }) => {
    return `${languageName(language)} ${formatClock(start)}–${formatClock(end)}`;
  });
  return times.join(", ");
}

const factsOf = (request: SpeechRequest): readonly Fact[] => {
  const spoken = request.request_type === "tts" ? request : null;
  const firstSoundMs = spoken?.first_sound_ms ?? null;
  const { duration_seconds: seconds, credits_consumed: credits } = request;
  return [
    [t("Type"), requestTypes[request.request_type]],
    [t("Status"), <RequestStatus key="state" request={request} />],
    [t("Created"), formatDateTime(request.created_at)],
    [t("Finished"), request.finished_at && formatDateTime(request.finished_at)],
    [t("Processing time"), tookOf(request)],
    [t("Time to first sound"), firstSoundMs === null ? null : formatMilliseconds(firstSoundMs)],
    [t("Voice"), spoken && spoken.voice.name],
    [t("Document"), spoken?.document && <DocumentLink key="document" document={spoken.document} />],
    [t("Language"), languagesOf(request)],
    [t("Model"), modelOf(request)],
    [t("API key"), request.api_key && <KeyFact key="api-key" apiKey={request.api_key} />],
    [t("Text"), spoken && formatCount(spoken.characters, "character")],
    [t("Length"), seconds === null ? null : formatDuration(seconds)],
    [t("Credits charged"), credits === null ? null : formatNumber(credits)],
    [t("ID"), <code key="id">{request.request_id}</code>],
  ];
};

/** The result of the request; nothing of a recording that has no transcript and is not kept. */
function Result({ request }: { readonly request: SpeechRequest }) {
  if (request.finished_at === null) return <Loading>{t("The result appears here as soon as it is ready…")}</Loading>;
  if (request.request_type === "asr" && request.text === null && request.audio_url === null) return null;
  return (
    <section className="card" aria-labelledby="result-title">
      <h2 id="result-title">{request.request_type === "tts" ? t("Speech") : t("Transcript")}</h2>
      <RequestResult request={request} />
    </section>
  );
}

/** Speaks the rest of a text that was stopped, in the studio. */
function ContinueInStudio({ request }: Pick<ComponentProps<typeof ContinueTake>, "request">) {
  const takes = useTakes();
  const [, navigate] = useLocation();
  const speakRest = (values: SpokenValues): void => {
    takes.start([{ values, letter: "" }]);
    navigate(studioPath);
  };
  const isSpeaking = takes.all.some((take) => take.isSpeaking);
  return <ContinueTake request={request} isSpeaking={isSpeaking} onContinue={speakRest} />;
}

interface ShownProps {
  readonly request: SpeechRequest;
  readonly onDeleted: () => void;
}

const Shown = ({ request, onDeleted }: ShownProps) => (
  <>
    <PageHeading title={titleOf(request)} />
    <section className="card" aria-labelledby="facts-title">
      <div className="row between">
        <h2 id="facts-title">{t("Details")}</h2>
        <div className="row">
          {hasPlainText(request) && isStopped(request) && <ContinueInStudio request={request} />}
          {hasPlainText(request) && (
            <Link className="button quiet" href={studioWithRequest(request.request_id)}>
              {t("Use again")}
            </Link>
          )}
          <CopyButton text={request.request_id} label={t("Copy ID")} />
          <DeleteRequest requestId={request.request_id} onDeleted={onDeleted} />
        </div>
      </div>
      <DescriptionList facts={factsOf(request)} />
    </section>
    <Result request={request} />
    <RequestFeedback requestId={request.request_id} />
  </>
);

/** One request: what it was, what came of it, and what the account has to say about it. */
export function RequestPage({ requestId }: { readonly requestId: string }) {
  const [, navigate] = useLocation();
  // The filters of the list that led here.
  const { list = "" } = useHistoryState<{ readonly list?: string } | null>() ?? {};
  const back = `/account/history${list}`;
  const request = useApi(
    "GET /v1/speech/requests/{request_id}",
    { path: { request_id: requestId } },
    { refetchInterval: ({ state: { data } }) => (data?.finished_at === null ? progressMs : false) },
  );
  return (
    <>
      <p>
        <Link href={back}>{t("All requests")}</Link>
      </p>
      <QueryBoundary query={request}>
        {(known) => <Shown request={known} onDeleted={() => navigate(back)} />}
      </QueryBoundary>
    </>
  );
}
