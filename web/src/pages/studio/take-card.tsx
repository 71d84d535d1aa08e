import { ChevronDown, ChevronUp, Play } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { SpeechRequest, SpeechRequestSummary } from "#web/api/types.ts";
import { formatCount, formatDuration, formatRecent, languageName } from "#web/format.ts";
import { requestPath, RequestStatus } from "#web/components/requests/request-status.tsx";
import { isStopped } from "#web/components/requests/spoken-part.ts";
import { t } from "#web/messages/translate.ts";
import { TakeActions, type TakeCalls } from "./take-actions.tsx";
import { useTakeRequest } from "./use-take-request.ts";
import type { Take } from "#web/components/takes/use-takes.ts";

/** Characters of the name of a take. */
const titleMaxCharacters = 80;

/** The beginning of a text, which says by its end that there is more. */
const titleOf = (text: string): string =>
  text.length > titleMaxCharacters ? `${text.slice(0, titleMaxCharacters)}…` : text;

interface TakeCardProps extends TakeCalls {
  /** Null for a take of an earlier visit, or of a program. */
  readonly take: Take | null;
  /** The request as the list has it; null while the list does not have it. */
  readonly summary: SpeechRequestSummary | null;
  /** Whether two voices speak it, each with labels and actions of its own. */
  readonly isCompared: boolean;
  /** The stopped take whose rest it speaks; undefined where it is none. */
  readonly continued: SpeechRequest | undefined;
  /** Whether another take speaks its rest. */
  readonly isContinued: boolean;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  /** The results while it is open, else the progress of what is being spoken. */
  readonly children: ReactNode;
}

type Spoken = Extract<SpeechRequest, { request_type: "tts" }>;

/** The settings of a take, and what came of it, in a line. */
function detailsOf(request: Spoken | SpeechRequestSummary): string {
  const { voice, language, duration_seconds: seconds, credits_consumed: credits } = request;
  const speed = "speed" in request && request.speed !== 1 ? `${request.speed}×` : null;
  return [
    voice?.name ?? null,
    languageName(language),
    speed,
    seconds === null ? null : formatDuration(seconds),
    credits === null ? null : formatCount(credits, "credit"),
    formatRecent(request.created_at),
  ]
    .filter((part) => part !== null)
    .join(" · ");
}

interface ToggleProps extends Pick<TakeCardProps, "open" | "onOpen"> {
  readonly title: string;
  /** Whether opening it plays something. */
  readonly hasSound: boolean;
}

const toggles = {
  close: { label: "Close {title}", Icon: ChevronUp },
  open: { label: "Open {title}", Icon: ChevronDown },
  play: { label: "Play {title}", Icon: Play },
} as const;

/** The button that opens or closes a take. */
function Toggle({ open, onOpen, title, hasSound }: ToggleProps) {
  const opening = hasSound ? toggles.play : toggles.open;
  const { label, Icon } = open ? toggles.close : opening;
  return (
    <button
      type="button"
      className="button quiet icon"
      aria-expanded={open}
      aria-label={t(label, { title })}
      onClick={() => onOpen(!open)}
    >
      <Icon aria-hidden="true" size={18} />
    </button>
  );
}

interface TakeTitleProps {
  /** Empty until the service has answered. */
  readonly requestId: string;
  readonly children: string;
}

/** The title of a take, which leads to its details as soon as there are any. */
export const TakeTitle = ({ requestId, children }: TakeTitleProps) =>
  requestId === "" ? (
    <p className="request-title">{children}</p>
  ) : (
    <Link className="request-title" href={requestPath(requestId)}>
      {children}
    </Link>
  );

/** The way to the take whose rest is spoken. */
const ContinuedFrom = ({ request: { request_id: id, text } }: { readonly request: SpeechRequest }) => (
  <p className="request-details">
    <a href={`#take-${id}`}>{t("Continued from “{title}”", { title: titleOf(text ?? "") })}</a>
  </p>
);

/** A text that was spoken, with the labels that it was spoken with, and its results or its progress. */
export function TakeCard({ take, summary, isCompared, continued, open, onOpen, children, ...actions }: TakeCardProps) {
  const requestId = take?.requestId ?? summary?.request_id ?? "";
  // The rest of one that was stopped is spoken also while it is closed.
  const { request } = useTakeRequest(requestId, open || summary === null || isStopped(summary));
  const shown = isCompared ? null : (request ?? summary);
  // The results, or the progress in their place, say how far it is.
  const isFollowed = open || take?.isSpeaking === true;
  const hasStatus = shown !== null && (!isFollowed || shown.finished_at !== null) && shown.status !== "completed";
  const text = take?.values.text ?? summary?.preview ?? request?.text ?? t("Speech");
  const title = titleOf(text);
  const hasSound = ((request ?? summary)?.audio_url ?? null) !== null;
  return (
    <article className="take-card" aria-label={title}>
      <div className="take-head">
        <Toggle open={open} onOpen={onOpen} title={title} hasSound={hasSound} />
        <div className="take-title">
          <TakeTitle requestId={requestId}>{title}</TakeTitle>
          {shown !== null && <p className="request-details">{detailsOf(shown)}</p>}
          {continued !== undefined && <ContinuedFrom request={continued} />}
        </div>
        {hasStatus && <RequestStatus request={shown} />}
        {shown !== null && shown.finished_at !== null && (
          <TakeActions {...actions} requestId={requestId} title={title} request={request} />
        )}
      </div>
      {children}
    </article>
  );
}
