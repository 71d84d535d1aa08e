import type { ReactNode } from "react";
import { Link } from "wouter";
import type { SpeechRequest } from "#web/api/types.ts";
import { fileNameOf } from "#web/format.ts";
import { Player } from "#web/components/audio/player.tsx";
import { type Playback, usePlayback } from "#web/components/audio/use-playback.ts";
import { rich, t } from "#web/messages/translate.ts";
import { SpokenResult } from "./spoken-result.tsx";
import { storedSound } from "./stored-sound.ts";
import { Transcript } from "./transcript.tsx";

type Heard = Extract<SpeechRequest, { request_type: "asr" }>;

const profileLink = (words: readonly ReactNode[]) => <Link href="/account/profile">{words}</Link>;

/** The stored recording with its transcript, which is shown alone where no recording is kept. */
function HeardResult({ request }: { readonly request: Heard }) {
  const playback = usePlayback();
  return (
    <>
      {request.audio_url === null ? (
        <p className="hint">
          {rich("The recording was not kept, so it cannot be played. <link>Keep recordings</link> from now on.", {
            link: profileLink,
          })}
        </p>
      ) : (
        <Player
          {...storedSound(request.request_id)}
          label={t("The recording")}
          playback={playback}
          download={fileNameOf(request.file_name, "flac", "recording")}
        />
      )}
      <Transcript request={request} playback={playback} />
    </>
  );
}

interface RequestResultProps {
  readonly request: SpeechRequest;
  /** Plays the recording where the page shows it elsewhere; without it the result plays what is stored. */
  readonly playback?: Playback | undefined;
}

/** The result of a request: its sound as a waveform, and its words, which are marked while they are heard and lead to their place. */
export function RequestResult({ request, playback }: RequestResultProps) {
  if (request.request_type === "tts") return <SpokenResult request={request} />;
  if (playback !== undefined) return <Transcript request={request} playback={playback} />;
  return <HeardResult request={request} />;
}
