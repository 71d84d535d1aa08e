import type { SpeechRequest } from "#web/api/types.ts";
import { formatDuration, formatNumber } from "#web/format.ts";
import { CopyButton } from "#web/components/copy-button.tsx";
import { EmptyState } from "#web/components/notice.tsx";
import type { Playback } from "#web/components/audio/use-playback.ts";
import { TranscriptWords } from "./transcript-words.tsx";

/** What a transcript can be downloaded as: the name here, that of the API, and that of the file. */
const transcriptFormats = [
  ["TXT", "text", "transcript.txt"],
  ["SRT", "srt", "transcript.srt"],
  ["VTT", "vtt", "transcript.vtt"],
] as const;

interface TranscriptProps {
  readonly request: SpeechRequest;
  /** The recording that it was made from. */
  readonly playback: Playback;
}

const Downloads = ({ requestId }: { readonly requestId: string }) => (
  <div className="row">
    {transcriptFormats.map(([name, format, file]) => (
      <a
        key={format}
        className="button quiet"
        href={`/v1/speech/requests/${requestId}/transcript?format=${format}`}
        download={file}
        aria-label={`Download as ${name}`}
      >
        {name}
      </a>
    ))}
  </div>
);

/** What was heard, with its words marked while the recording plays, to be copied and downloaded. */
export function Transcript({ request, playback }: TranscriptProps) {
  if (request.request_type !== "asr" || request.text === null) return null;
  const { text, segments, words, usage, model } = request;
  const { second, playing, seek } = playback;
  if (text === "") return <EmptyState>There is no speech in the recording.</EmptyState>;
  return (
    <>
      <TranscriptWords
        heard={{ segments: segments ?? [], words: words ?? [] }}
        second={playing || second > 0 ? second : null}
        onSeek={seek}
      />
      <p className="hint">
        {formatDuration(request.duration_seconds ?? 0)} of audio, {formatNumber(words?.length ?? 0)} words,{" "}
        {formatNumber(usage?.seconds ?? 0)} credits{model !== null && `, model ${model}`}
      </p>
      <div className="row">
        <CopyButton text={text} label="Copy text" />
        <Downloads requestId={request.request_id} />
      </div>
    </>
  );
}
