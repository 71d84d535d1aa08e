import type { Voice } from "#web/api/types.ts";
import { AudioPlayer } from "#web/components/audio/audio-player.tsx";
import { type Playback, usePlayback } from "#web/components/audio/use-playback.ts";
import { sampleAddress } from "./voice-details.tsx";

interface ComparePlayersProps {
  readonly voice: Voice;
  /** The address of its speech. */
  readonly address: string;
  /** Whether both say the same, so that the one can go on where the other was. */
  readonly sameText: boolean;
}

/** Goes on with another sound: at the same share of it, or at its beginning. */
function goOn(from: Playback, to: Playback, sameText: boolean): void {
  const [before, after] = [from.audio.current, to.audio.current];
  if (before === null || after === null) return;
  const share = before.currentTime / before.duration;
  const isAligned = sameText && Number.isFinite(share) && Number.isFinite(after.duration) && !before.ended;
  to.seek(isAligned ? share * after.duration : 0);
  // The player of the other sound pauses then.
  void after.play().catch(to.look);
}

/** The speech of a voice and its sample, to be compared. */
export function ComparePlayers({ voice, address, sameText }: ComparePlayersProps) {
  const [ours, sample] = [usePlayback(), usePlayback()];
  const [from, to, name] = ours.playing ? [ours, sample, "sample"] : [sample, ours, "voice"];
  return (
    <div className="compare">
      <h3>Voice</h3>
      <AudioPlayer key={address} src={address} label={`Speech by ${voice.name}`} playback={ours} autoPlay />
      <h3>Sample</h3>
      <AudioPlayer src={sampleAddress(voice)} label={`Sample of ${voice.name}`} playback={sample} />
      <button type="button" className="button quiet" onClick={() => goOn(from, to, sameText)}>
        Switch to the {name}
      </button>
    </div>
  );
}
