import { X } from "lucide-react";
import { t } from "#web/messages/translate.ts";
import { Player } from "./player.tsx";
import type { Playback } from "./use-playback.ts";
import type { Recording } from "./use-recording.ts";

interface RecordingPlayerProps {
  readonly recording: Recording;
  readonly playback: Playback;
  /** Takes it away; without it that is not possible. */
  readonly onRemove?: () => void;
}

/** Plays what was picked or recorded, under its name. */
export const RecordingPlayer = ({ recording: { address, audio, name }, playback, onRemove }: RecordingPlayerProps) => (
  <div>
    <div className="row between center">
      <p className="file-name">{name}</p>
      {onRemove !== undefined && (
        <button
          type="button"
          className="button quiet icon"
          aria-label={t("Remove {name}", { name })}
          onClick={onRemove}
        >
          <X aria-hidden="true" size={18} />
        </button>
      )}
    </div>
    <Player
      key={address}
      address={address}
      content={() => Promise.resolve(audio)}
      label={t("Your recording {name}", { name })}
      playback={playback}
    />
  </div>
);
