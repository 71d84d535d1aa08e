import { useState } from "react";
import type { ExampleList } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { AudioPlayer } from "#web/components/audio/audio-player.tsx";
import { usePlayback } from "#web/components/audio/use-playback.ts";
import { wordAt } from "#web/components/audio/word-at.ts";
import { ErrorNotice, Loading } from "#web/components/notice.tsx";
import { t } from "#web/messages/translate.ts";

type Recording = ExampleList["recordings"][number];
type Transcript = NonNullable<Recording["transcript"]>;

interface WordsProps {
  readonly transcript: Transcript;
  /** The position in the recording, in seconds; null while it is not played. */
  readonly second: number | null;
}

/** The transcript, in which the word that is heard is marked. */
function Words({ transcript: { words }, second }: WordsProps) {
  const heard = second === null ? -1 : wordAt(words, second);
  return (
    <>
      <p className="example-words" data-testid="example-transcript">
        {words.map(({ written, start }, index) => (
          <span key={`${start} ${written}`}>
            <span data-heard={index === heard}>{written}</span>{" "}
          </span>
        ))}
      </p>
      <p className="hint">{t("Transcribed by this service.")}</p>
    </>
  );
}

/** A recording with its transcript; the first visitor to play it waits until both are made. */
export function ExampleTranscript({ recording }: { readonly recording: Recording }) {
  const { example_id: id, title, voice_name: voice } = recording;
  const playback = usePlayback();
  const [isWanted, setWanted] = useState(false);
  const { data, error, refetch, isFetching } = useApi(
    "GET /v1/examples/{example_id}/transcript",
    { path: { example_id: id } },
    { enabled: isWanted && recording.transcript === null, retry: false, staleTime: Number.POSITIVE_INFINITY },
  );
  const transcript = recording.transcript ?? data;
  const hasBegun = playback.playing || playback.second > 0;
  return (
    <section className="card example-transcript" aria-label={t("{title}, with its transcript", { title })}>
      <div>
        <h2>{title}</h2>
        <p className="hint">{t("Spoken by {voice}, one of the built-in voices.", { voice })}</p>
      </div>
      <div onPlayCapture={() => setWanted(true)}>
        <AudioPlayer
          src={`/v1/examples/${id}/audio`}
          label={title}
          playback={playback}
          seconds={transcript?.duration_seconds}
          preload="none"
        />
      </div>
      {transcript !== undefined && <Words transcript={transcript} second={hasBegun ? playback.second : null} />}
      {transcript === undefined && isFetching && <Loading>{t("Transcribing…")}</Loading>}
      {transcript === undefined && error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
      {transcript === undefined && !isWanted && (
        <p className="hint">{t("Play it, and this service transcribes it. The words light up as they are spoken.")}</p>
      )}
    </section>
  );
}
