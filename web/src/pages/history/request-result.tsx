import type { SpeechRequest } from "#web/api/types.ts";
import { factsOfType } from "#web/api/audio-formats.ts";
import { fileNameOf, formatClock, formatTimestamp } from "#web/format.ts";
import { send } from "#web/api/call.ts";
import { Player } from "#web/components/audio/player.tsx";
import { usePlayback } from "#web/components/audio/use-playback.ts";
import { CopyButton } from "#web/components/copy-button.tsx";
import { type NamedSpan, namedSpans } from "#web/components/requests/named-spans.ts";
import { NoWords, SpanMark } from "#web/components/requests/span-mark.tsx";
import { SpeakerNames } from "#web/components/requests/speaker-names.tsx";
import { namesIn, shownVoice, turnsOf } from "#web/components/requests/voices.ts";
import { RecordingWarnings } from "#web/components/requests/recording-warnings.tsx";
import { EmptyState } from "#web/components/notice.tsx";

type Spoken = Extract<SpeechRequest, { request_type: "tts" }>;
type Heard = Extract<SpeechRequest, { request_type: "asr" }>;

const transcriptFiles = [
  ["text", "txt", "TXT"],
  ["srt", "srt", "SRT"],
  ["vtt", "vtt", "VTT"],
  ["json", "json", "JSON"],
] as const;

const addressOf = ({ request_id: id }: SpeechRequest, part: string): string => `/v1/speech/requests/${id}/${part}`;

interface StoredAudioProps {
  readonly address: string;
  /** The name of the player. */
  readonly label: string;
  /** The file name of the download. */
  readonly download: string;
}

/** Plays stored audio, with its waveform. */
function StoredAudio({ address, ...shown }: StoredAudioProps) {
  const content = async (): Promise<Blob> => (await send(address, {})).blob();
  return <Player address={address} content={content} playback={usePlayback()} {...shown} />;
}

interface SpokenAudioProps {
  readonly address: string;
  readonly contentType: string;
}

/** The audio of a synthesis; a format that browsers do not play can be downloaded. */
function SpokenAudio({ address, contentType }: SpokenAudioProps) {
  const { extension, isPlayable } = factsOfType(contentType);
  return (
    <section className="card" aria-labelledby="audio-title">
      <h2 id="audio-title">Audio</h2>
      {isPlayable ? (
        <StoredAudio address={address} label="Synthesized speech" download={`speech.${extension}`} />
      ) : (
        <a className="button quiet" href={address} download={`speech.${extension}`}>
          Download
        </a>
      )}
    </section>
  );
}

/** The text that was spoken, and its audio to be heard again. */
export const SynthesisResult = ({ request }: { readonly request: Spoken }) => (
  <>
    {request.content_type !== null && (
      <SpokenAudio address={addressOf(request, "audio")} contentType={request.content_type} />
    )}
    <section className="card" aria-labelledby="text-title">
      <div className="row between">
        <h2 id="text-title">Text</h2>
        <CopyButton text={request.text} label="Copy text" />
      </div>
      <p className="written" lang={request.language}>
        {request.text}
      </p>
    </section>
  </>
);

interface TimesProps {
  readonly segments: NonNullable<Heard["segments"]>;
  readonly spans: readonly NamedSpan[];
}

/** The times of the parts, and of the stretches that are named. */
function Times({ segments, spans }: TimesProps) {
  const parts = [
    ...segments.map(({ start, text }) => ({ start, shown: <span>{text}</span> })),
    ...spans.map((span) => ({ start: span.start, shown: <SpanMark {...span} /> })),
  ];
  return (
    <details>
      <summary>With times</summary>
      <ol className="times plain">
        {parts
          .toSorted((one, other) => one.start - other.start)
          .map(({ start, shown }, index) => (
            <li key={index}>
              <span className="soft">{formatTimestamp(start)}</span> {shown}
            </li>
          ))}
      </ol>
    </details>
  );
}

/** The stored recording, to be played again. */
const Recording = ({ request }: { readonly request: Heard }) => (
  <section className="card" aria-labelledby="recording-title">
    <h2 id="recording-title">Recording</h2>
    <StoredAudio
      address={addressOf(request, "audio")}
      label="The recording"
      download={fileNameOf(request.file_name, "flac", "recording")}
    />
  </section>
);

/** The recording where it is kept, and its transcript. */
export const TranscriptionResult = ({ request }: { readonly request: Heard }) => (
  <>
    {request.audio_url !== null && <Recording request={request} />}
    <Transcript request={request} />
  </>
);

interface WordsProps {
  readonly request: Heard;
  readonly text: string;
  /** Whether speakers or channels are told apart. */
  readonly isParted: boolean;
}

/** The text; where speakers or channels are told apart, a paragraph for each turn. */
function Words({ request, text, isParted }: WordsProps) {
  if (!isParted) {
    return (
      <p className="written" lang={request.language}>
        {text}
      </p>
    );
  }
  return (
    <div className="written" lang={request.language}>
      {turnsOf(request.segments ?? [], namesIn(request)).map((turn, index) => (
        <p key={index} className="segment" data-speaker={turn.tone}>
          <span className="hint">{formatClock(turn.start)}</span>
          <span>
            {turn.speaker !== undefined && <b className="speaker">{shownVoice(turn)}: </b>}
            {turn.text}
          </span>
        </p>
      ))}
    </div>
  );
}

/** The transcript, as text and as files; nothing for a recording that failed. */
function Transcript({ request }: { readonly request: Heard }) {
  const { text, segments, warnings, unintelligible } = request;
  const isParted = request.speakers.length + request.channels.length > 0;
  if (text === null) return null;
  return (
    <section className="card" aria-labelledby="text-title">
      <div className="row between">
        <h2 id="text-title">Transcript</h2>
        {text !== "" && <CopyButton text={text} label="Copy text" />}
      </div>
      <RecordingWarnings warnings={warnings} />
      <SpeakerNames request={request} />
      {text === "" ? (
        <EmptyState>
          <NoWords unintelligible={unintelligible} />
        </EmptyState>
      ) : (
        <Words request={request} text={text} isParted={isParted} />
      )}
      {segments !== null && segments.length > 0 && <Times segments={segments} spans={namedSpans(request)} />}
      <div className="row">
        {transcriptFiles.map(([format, ending, name]) => (
          <a
            key={format}
            className="button quiet"
            href={addressOf(request, `transcript?format=${format}`)}
            download={fileNameOf(request.file_name, ending, "transcript")}
            aria-label={`Download as ${name}`}
          >
            {name}
          </a>
        ))}
      </div>
    </section>
  );
}
