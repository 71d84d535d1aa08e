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
    type === "asr" && file !== null && preview !== "" && request.excerpt === null ? preview : null,
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

const word = /([\p{L}\p{M}\p{N}]+)/gu;

/** The beginnings of words that the search of a list looks for, in small letters. */
const soughtIn = (list: string): readonly string[] =>
  new URLSearchParams(list).get("search")?.toLowerCase().match(word) ?? [];

/** A text in which the words that were sought are marked. */
function Marked({ text, sought }: { readonly text: string; readonly sought: readonly string[] }) {
  if (sought.length === 0) return text;
  return text.split(word).map((part, index) =>
    // Words stand between what separates them.
    index % 2 === 1 && sought.some((beginning) => part.toLowerCase().startsWith(beginning)) ? (
      <mark key={index}>{part}</mark>
    ) : (
      part
    ),
  );
}

/** Whether the excerpt says more than the title. */
const hasFurtherExcerpt = (request: SpeechRequestSummary): boolean =>
  request.excerpt !== null && !requestTitle(request).startsWith(request.excerpt);

/** The title of a request, with a link to its page, and what a search has found in it. */
export const RequestTitle = ({ request, list }: RequestTitleProps) => (
  <>
    <Link className="request-title" href={requestPath(request.request_id)} state={{ list }}>
      <Marked text={requestTitle(request)} sought={soughtIn(list)} />
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
    {hasFurtherExcerpt(request) && (
      <span className="request-details excerpt">
        <Marked text={request.excerpt ?? ""} sought={soughtIn(list)} />
      </span>
    )}
  </>
);
