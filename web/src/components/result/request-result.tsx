import type { ReactNode } from "react";
import { Link } from "wouter";
import type { SpeechRequest } from "#web/api/types.ts";
import { fileNameOf } from "#web/format.ts";
import { Player } from "#web/components/audio/player.tsx";
import { RecordingPlayer } from "#web/components/audio/recording-player.tsx";
import { usePlayKey } from "#web/components/audio/use-play-key.ts";
import { type Playback, usePlayback } from "#web/components/audio/use-playback.ts";
import type { Recording } from "#web/components/audio/use-recording.ts";
import { rich, t } from "#web/messages/translate.ts";
import { SpokenResult } from "./spoken-result.tsx";
import { storedSound } from "./stored-sound.ts";
import { Transcript } from "./transcript.tsx";

type Heard = Extract<SpeechRequest, { request_type: "asr" }>;

const profileLink = (words: readonly ReactNode[]) => <Link href="/account/profile">{words}</Link>;

const kbd = (words: readonly ReactNode[]) => <kbd>{words}</kbd>;

interface RequestResultProps {
  readonly request: SpeechRequest;
  /** The recording where the page has it; without it what is stored is played. */
  readonly recording?: Recording | undefined;
  /** The sentence where no recording is kept; how to keep those of files when absent. */
  readonly withoutSound?: ReactNode;
}

interface HeardProps extends RequestResultProps {
  readonly request: Heard;
}

interface SoundProps extends HeardProps {
  readonly playback: Playback;
}

/** The player of a recording, which the keyboard plays, too; where there is none, the reason. */
function HeardSound({ request: { request_id: id, file_name: name }, recording, playback }: SoundProps) {
  usePlayKey(playback);
  if (recording !== undefined) return <RecordingPlayer recording={recording} playback={playback} />;
  return (
    <Player
      {...storedSound(id)}
      label={t("The recording")}
      playback={playback}
      download={fileNameOf(name, "flac", "recording")}
    />
  );
}

/** A recording with its transcript, which is shown alone where none is kept. */
function HeardResult({ request, recording, withoutSound }: HeardProps) {
  const playback = usePlayback();
  return (
    <>
      {recording === undefined && request.audio_url === null ? (
        <p className="hint">
          {withoutSound ??
            rich(
              "No recording was kept that can be played. <link>Keep the files</link> that you send from now on; live speech is not kept.",
              { link: profileLink },
            )}
        </p>
      ) : (
        <>
          <HeardSound request={request} recording={recording} playback={playback} />
          <p className="hint keys">
            {rich("<kbd>Alt</kbd> <kbd>P</kbd> plays and pauses, also while you edit.", { kbd })}
          </p>
        </>
      )}
      <Transcript request={request} playback={playback} />
    </>
  );
}

/** The result of a request: its sound as a waveform, and its words, which are marked while they are heard and lead to their place. */
export const RequestResult = ({ request, ...rest }: RequestResultProps) =>
  request.request_type === "tts" ? <SpokenResult request={request} /> : <HeardResult request={request} {...rest} />;
