import { Player } from "./player.tsx";
import type { Playback } from "./use-playback.ts";
import type { Recording } from "./use-recording.ts";

interface RecordingPlayerProps {
  readonly recording: Recording;
  readonly playback: Playback;
}

/** Plays what was picked or recorded, under its name. */
export const RecordingPlayer = ({ recording: { address, audio, name }, playback }: RecordingPlayerProps) => (
  <div>
    <p className="file-name">{name}</p>
    <Player
      key={address}
      address={address}
      content={() => Promise.resolve(audio)}
      label={`Your recording ${name}`}
      playback={playback}
    />
  </div>
);
