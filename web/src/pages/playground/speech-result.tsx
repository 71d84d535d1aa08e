import { send } from "#web/api/call.ts";
import { factsOfType } from "#web/api/audio-formats.ts";
import { isFieldProblem } from "#web/api/problem.ts";
import { formatCount, formatDuration } from "#web/format.ts";
import { Loading } from "#web/components/notice.tsx";
import { Player } from "#web/components/audio/player.tsx";
import { usePlayback } from "#web/components/audio/use-playback.ts";
import { WorkError } from "#web/components/work-error.tsx";
import { fileName } from "./file-name.ts";
import type { Speech } from "./use-speech.ts";

interface SpeechResultProps {
  readonly speech: Speech;
  /** The name of the player. */
  readonly label: string;
  readonly autoPlay: boolean;
  /** Speaks the same once more. */
  readonly retry: () => void;
}

type Spoken = NonNullable<Speech["request"]>;

/** How long it is, by whom, and the file. */
function Facts({ request }: { readonly request: Spoken }) {
  const { characters, duration_seconds: seconds, voice, text, content_type: type, audio_url: audio } = request;
  const credits = request.credits_consumed;
  return (
    <div className="row between">
      <p className="hint">
        {formatCount(characters, "character")}, {formatDuration(seconds ?? 0)}, by {voice.name}
        {credits !== null && `, ${formatCount(credits, "credit")}`}
      </p>
      {audio !== null && (
        <a
          className="button quiet"
          href={`/v1/speech/requests/${request.request_id}/audio`}
          download={fileName([text, voice.name], factsOfType(type ?? "").extension)}
        >
          Download
        </a>
      )}
    </div>
  );
}

/** Plays a synthesis while it is being spoken, and from the store after that. */
export function SpeechResult({ speech, label, autoPlay, retry }: SpeechResultProps) {
  const { request, live, waiting, error } = speech;
  const playback = usePlayback();
  const isStored = request?.status === "completed" && request.audio_url !== null;
  const storedAddress = `/v1/speech/requests/${live?.requestId ?? request?.request_id ?? ""}/audio`;
  const content = async (): Promise<Blob> => {
    await live?.ended;
    return (await send(storedAddress, {})).blob();
  };
  const address = live?.address ?? (isStored ? storedAddress : null);
  return (
    <>
      {waiting && <Loading>Speaking{(request?.progress ?? 0) > 0 && `, ${request?.progress} %`}…</Loading>}
      {error !== null && !isFieldProblem(error) && <WorkError error={error} retry={retry} />}
      {address !== null && error === null && (
        <Player
          key={address}
          address={address}
          content={content}
          label={label}
          playback={playback}
          autoPlay={autoPlay && speech.isNew}
        />
      )}
      {request?.status === "completed" && error === null && <Facts request={request} />}
    </>
  );
}
