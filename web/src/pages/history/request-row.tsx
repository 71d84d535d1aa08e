import { Play, X } from "lucide-react";
import { Link } from "wouter";
import { factsOfType } from "#web/api/audio-formats.ts";
import type { SpeechRequestSummary } from "#web/api/types.ts";
import { formatCount, formatDateTime, formatDuration, formatNumber, formatRecent } from "#web/format.ts";
import { AudioPlayer } from "#web/components/audio/audio-player.tsx";
import { DeleteRequest } from "#web/components/requests/delete-request.tsx";
import { RequestStatus, requestPath, requestTypes } from "#web/components/requests/request-status.tsx";

const none = "–";

/** The text that was spoken; of a recording its file name, else what was said. */
export const requestTitle = ({ request_type: type, file_name: file, preview }: SpeechRequestSummary): string => {
  const title = type === "tts" ? preview : (file ?? preview);
  return title === null || title.trim() === "" ? requestTypes[type] : title;
};

/** What a request was, below its title: its kind, how long it is, and what was said in a file. */
const detailsOf = ({
  request_type: type,
  characters,
  duration_seconds: seconds,
  file_name: file,
  preview,
}: SpeechRequestSummary) =>
  [
    requestTypes[type],
    characters === null ? null : formatCount(characters, "character"),
    seconds === null ? null : formatDuration(seconds),
    type === "asr" && file !== null && preview !== "" ? preview : null,
  ]
    .filter((part) => part !== null)
    .join(" · ");

const isPlayable = ({ audio_url: address, content_type: type }: SpeechRequestSummary): boolean =>
  address !== null && (type === null || factsOfType(type).isPlayable);

interface RequestRowProps {
  readonly request: SpeechRequestSummary;
  readonly selected: boolean;
  readonly playing: boolean;
  readonly onSelect: (selected: boolean) => void;
  readonly onPlay: (playing: boolean) => void;
}

/** The audio of a request, below its row. */
const PlayerRow = ({ request, columns }: { readonly request: SpeechRequestSummary; readonly columns: number }) => (
  <tr className="player-row">
    <td colSpan={columns}>
      <AudioPlayer
        src={`/v1/speech/requests/${request.request_id}/audio`}
        label={`Audio of ${requestTitle(request)}`}
        download={`${request.request_id}.${factsOfType(request.content_type ?? "audio/flac").extension}`}
        autoPlay
      />
    </td>
  </tr>
);

const Actions = ({ request, playing, onPlay }: Pick<RequestRowProps, "request" | "playing" | "onPlay">) => (
  <span className="row-actions">
    {isPlayable(request) && (
      <button
        type="button"
        className="button plain icon"
        aria-expanded={playing}
        aria-label={`${playing ? "Close the player of" : "Play"} ${requestTitle(request)}`}
        onClick={() => onPlay(!playing)}
      >
        {playing ? <X aria-hidden="true" /> : <Play aria-hidden="true" />}
      </button>
    )}
    <DeleteRequest requestId={request.request_id} label={`Delete ${requestTitle(request)}`} />
  </span>
);

/** A request of the history: what it was, what it cost, and its audio where it is played. */
export const RequestRow = ({ request, selected, playing, onSelect, onPlay }: RequestRowProps) => (
  <>
    <tr data-selected={selected}>
      <td>
        <span className="request-cell">
          <input
            type="checkbox"
            aria-label={`Select ${requestTitle(request)}`}
            checked={selected}
            onChange={({ target }) => onSelect(target.checked)}
          />
          <span>
            <Link className="request-title" href={requestPath(request.request_id)} state={{ list: location.search }}>
              {requestTitle(request)}
            </Link>
            <span className="request-details">{detailsOf(request)}</span>
          </span>
        </span>
      </td>
      <td data-label="Voice" data-empty={request.voice === null}>
        {request.voice?.name ?? none}
      </td>
      <td data-label="API key" data-empty={request.api_key === null}>
        {request.api_key?.name ?? none}
      </td>
      <td data-label="Created">
        <time dateTime={request.created_at} title={formatDateTime(request.created_at)}>
          {formatRecent(request.created_at)}
        </time>
      </td>
      <td data-label="Credits">{request.credits_consumed === null ? none : formatNumber(request.credits_consumed)}</td>
      <td data-label="Status">
        <RequestStatus request={request} />
      </td>
      <td>
        <Actions request={request} playing={playing} onPlay={onPlay} />
      </td>
    </tr>
    {playing && <PlayerRow request={request} columns={7} />}
  </>
);
