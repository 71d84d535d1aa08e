import { Link } from "wouter";
import type { SpeechRequestSummary } from "#web/api/types.ts";
import { formatCount, formatDuration } from "#web/format.ts";
import { deliveredCharacters } from "./spoken-part.ts";
import { requestPath, requestTypes } from "./request-status.tsx";

/** The text that was spoken; of a recording its file name, else what was said. */
export const requestTitle = ({
  request_type: type,
  file_name: file,
  preview,
}: Pick<SpeechRequestSummary, "request_type" | "file_name" | "preview">): string => {
  const title = type === "tts" ? preview : (file ?? preview);
  return title === null || title.trim() === "" ? requestTypes[type] : title;
};

/** The line below the title of a request: its kind, how long it is, and what was said in a file. */
const detailsOf = (request: SpeechRequestSummary) => {
  const { request_type: type, duration_seconds: seconds, file_name: file, preview } = request;
  const characters = deliveredCharacters(request);
  return [
    requestTypes[type],
    characters === null ? null : formatCount(characters, "character"),
    seconds === null ? null : formatDuration(seconds),
    type === "asr" && file !== null && preview !== "" ? preview : null,
  ]
    .filter((part) => part !== null)
    .join(" · ");
};

/** The document whose paragraph a request speaks. */
export const DocumentLink = ({
  document: { document_id: id, title },
}: {
  readonly document: NonNullable<SpeechRequestSummary["document"]>;
}) => <Link href={`/account/documents/${id}`}>{title}</Link>;

interface RequestTitleProps {
  readonly request: SpeechRequestSummary;
  /** The query string of the list that leads to the request. */
  readonly list: string;
}

/** The title of a request, with a link to its page. */
export const RequestTitle = ({ request, list }: RequestTitleProps) => (
  <>
    <Link className="request-title" href={requestPath(request.request_id)} state={{ list }}>
      {requestTitle(request)}
    </Link>
    <span className="request-details">
      {request.document !== null && (
        <>
          <DocumentLink document={request.document} />
          {" · "}
        </>
      )}
      {detailsOf(request)}
    </span>
  </>
);
