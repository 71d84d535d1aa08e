import { ChevronUp, Play, RotateCcw } from "lucide-react";
import { Link } from "wouter";
import { factsOfType } from "#web/api/audio-formats.ts";
import type { SpeechRequestSummary } from "#web/api/types.ts";
import { AudioPlayer } from "#web/components/audio/audio-player.tsx";
import { DeleteRequest } from "#web/components/requests/delete-request.tsx";
import { FactCells, NameCell, TitleCell } from "#web/components/requests/request-cells.tsx";
import { requestTitle } from "#web/components/requests/request-title.tsx";
import { studioWithRequest } from "#web/components/studio-path.ts";
import { languageName } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";

const isPlayable = ({ audio_url: address, content_type: type }: SpeechRequestSummary): boolean =>
  address !== null && (type === null || factsOfType(type).isPlayable);

/** True of a text that was not spoken to its end. */
const canBeUsed = ({ request_type: type, status, preview }: SpeechRequestSummary): boolean =>
  type === "tts" && preview !== null && (status === "failed" || status === "cancelled");

/** The language of a transcription; undefined while it is not detected. */
const heardLanguage = ({ language }: SpeechRequestSummary): string | undefined =>
  language === "auto" || language === "und" ? undefined : languageName(language);

interface RequestRowProps {
  readonly request: SpeechRequestSummary;
  /** Whether the list has a column for API keys. */
  readonly hasKeys: boolean;
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
        label={t("Audio of {request}", { request: requestTitle(request) })}
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
        aria-label={t(playing ? "Close the player of {name}" : "Play {name}", { name: requestTitle(request) })}
        onClick={() => onPlay(!playing)}
      >
        {playing ? <ChevronUp aria-hidden="true" /> : <Play aria-hidden="true" />}
      </button>
    )}
    {canBeUsed(request) && (
      <Link
        className="button plain icon"
        href={studioWithRequest(request.request_id)}
        title={t("Use again")}
        aria-label={t("Use {name} again", { name: requestTitle(request) })}
      >
        <RotateCcw aria-hidden="true" />
      </Link>
    )}
    <DeleteRequest requestId={request.request_id} label={t("Delete {name}", { name: requestTitle(request) })} />
  </span>
);

/** A request of the history: what it was, what it cost, and its audio where it is played. */
export const RequestRow = ({ request, hasKeys, selected, playing, onSelect, onPlay }: RequestRowProps) => (
  <>
    <tr data-selected={selected}>
      <TitleCell request={request} list={location.search}>
        <input
          type="checkbox"
          aria-label={t("Select {name}", { name: requestTitle(request) })}
          checked={selected}
          onChange={({ target }) => onSelect(target.checked)}
        />
      </TitleCell>
      <NameCell
        label={t("Voice or language")}
        name={request.request_type === "tts" ? request.voice?.name : heardLanguage(request)}
      />
      {hasKeys && <NameCell label={t("API key")} name={request.api_key?.name} />}
      <FactCells request={request} />
      <td>
        <Actions request={request} playing={playing} onPlay={onPlay} />
      </td>
    </tr>
    {playing && <PlayerRow request={request} columns={hasKeys ? 7 : 6} />}
  </>
);
