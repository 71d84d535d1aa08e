import type { Voice } from "#web/api/types.ts";
import { AudioPlayer } from "#web/components/audio/audio-player.tsx";
import { usePlayback } from "#web/components/audio/use-playback.ts";
import { t } from "#web/messages/translate.ts";
import { sampleAddress } from "./voice-details.tsx";

interface ComparePlayersProps {
  readonly voice: Voice;
  /** The address of its speech. */
  readonly address: string;
  /** The time in the sample at which the words end that the speech says, too; null where it says something else. */
  readonly sampleSeconds: number | null;
  readonly autoPlay?: boolean;
}

/** A sound, and the seconds of the words that both sounds say. */
interface Side {
  readonly sound: HTMLAudioElement | null;
  readonly seconds: number;
}

/** Goes on with another sound: at the same share of the words, or at its beginning. */
function goOn(from: Side, to: Side): void {
  if (from.sound === null || to.sound === null) return;
  const share = from.sound.currentTime / from.seconds;
  const second = share * to.seconds;
  from.sound.pause();
  to.sound.currentTime = Number.isFinite(second) && share < 1 ? second : 0;
  void to.sound.play().catch(() => undefined);
}

/** The speech of a voice and its sample, to be compared. */
export function ComparePlayers({ voice, address, sampleSeconds, autoPlay = false }: ComparePlayersProps) {
  const [ours, sample] = [usePlayback(), usePlayback()];
  const switchSound = (): void => {
    const [spoken, recorded] = [ours.audio.current, sample.audio.current];
    const speech = { sound: spoken, seconds: spoken?.duration ?? Number.NaN };
    const words = { sound: recorded, seconds: Math.min(sampleSeconds ?? Number.NaN, recorded?.duration ?? Number.NaN) };
    if (ours.playing) goOn(speech, words);
    else goOn(words, speech);
  };
  return (
    <div className="compare">
      <h3>{t("Spoken by the voice")}</h3>
      <AudioPlayer
        key={address}
        src={address}
        label={t("Speech by {name}", { name: voice.name })}
        playback={ours}
        autoPlay={autoPlay}
      />
      <h3>{t("Sample")}</h3>
      <AudioPlayer src={sampleAddress(voice)} label={t("Sample of {name}", { name: voice.name })} playback={sample} />
      {(ours.playing || sample.playing) && (
        <button type="button" className="button quiet" onClick={switchSound}>
          {ours.playing ? t("Switch to the sample") : t("Switch to the voice")}
        </button>
      )}
    </div>
  );
}
