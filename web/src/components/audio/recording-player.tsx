import { X } from "lucide-react";
import { t } from "#web/messages/translate.ts";
import { Player } from "./player.tsx";
import type { Playback } from "./use-playback.ts";
import type { Recording } from "./use-recording.ts";

interface RecordingNameProps {
  readonly recording: Recording;
  /** Takes it away; without it that is not possible. */
  readonly onRemove?: (() => void) | undefined;
}

/** The name of what was picked or recorded. */
export const RecordingName = ({ recording: { name }, onRemove }: RecordingNameProps) => (
  <div className="row between center">
    <p className="file-name">{name}</p>
    {onRemove !== undefined && (
      <button type="button" className="button quiet icon" aria-label={t("Remove {name}", { name })} onClick={onRemove}>
        <X aria-hidden="true" size={18} />
      </button>
    )}
  </div>
);

interface RecordingPlayerProps {
  readonly recording: Recording;
  readonly playback: Playback;
}

/** Plays what was picked or recorded. */
export const RecordingPlayer = ({ recording: { address, audio, name }, playback }: RecordingPlayerProps) => (
  <Player
    key={address}
    address={address}
    content={() => Promise.resolve(audio)}
    label={t("Your recording {name}", { name })}
    playback={playback}
  />
);
