import { useMemo } from "react";
import { factsOfType } from "#web/api/audio-formats.ts";
import type { SpeechRequest } from "#web/api/types.ts";
import { formatCount, formatDuration } from "#web/format.ts";
import { Player } from "#web/components/audio/player.tsx";
import { type Playback, usePlayback } from "#web/components/audio/use-playback.ts";
import { CopyButton } from "#web/components/copy-button.tsx";
import { deliveredCharacters } from "#web/components/requests/spoken-part.ts";
import { usePartsOfSpeech } from "#web/components/requests/use-parts-of-speech.ts";
import { t } from "#web/messages/translate.ts";
import { fileName } from "./file-name.ts";
import { type Sound, storedSound } from "./stored-sound.ts";
import { SearchField, useTranscriptSearch } from "./transcript-search.tsx";
import { TranscriptWords } from "./transcript-words.tsx";
import { sentenceGroups, type WordGroup } from "./word-groups.ts";

type Spoken = Extract<SpeechRequest, { request_type: "tts" }>;

interface WordsProps {
  readonly groups: readonly WordGroup[];
  readonly playback: Playback;
  readonly language: string;
}

const none: readonly never[] = [];

/** The words with their times, in which one can search. */
function Words({ groups, playback: { second, playing, seek }, language }: WordsProps) {
  const words = useMemo(() => groups.flatMap((group) => group.words), [groups]);
  const search = useTranscriptSearch(words);
  return (
    <>
      {groups.length > 1 && <SearchField search={search} label={t("Search in the text")} />}
      <TranscriptWords
        groups={groups}
        words={words}
        search={search}
        language={language}
        unintelligible={none}
        overlaps={none}
        hasConfidences={false}
        second={playing || second > 0 ? second : null}
        onSeek={seek}
      />
    </>
  );
}

interface WrittenProps {
  readonly delivered: string;
  readonly rest: string;
  readonly language: string;
}

/** A text without the times of its words; what was not spoken of it any more is grey. */
const Written = ({ delivered, rest, language }: WrittenProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
  <p className="written" lang={language} tabIndex={0}>
    {delivered}
    {rest !== "" && (
      <span className="unspoken" title={t("Not spoken")}>
        {rest}
      </span>
    )}
  </p>
);

/** Characters of the last words that were spoken. */
const lastMaxCharacters = 40;

/** The last words that were spoken of a text that was stopped. */
const lastWords = (delivered: string): string => {
  const last = delivered.trim();
  if (last.length <= lastMaxCharacters) return last;
  const end = last.slice(-lastMaxCharacters);
  return `…${end.slice(end.indexOf(" ") + 1)}`;
};

/** How much of the text was spoken, how long it is, by whom, and what it cost. */
function Facts({ request }: { readonly request: Spoken }) {
  const { duration_seconds: seconds, voice, credits_consumed: credits, words_source: source } = request;
  const facts = [
    formatCount(deliveredCharacters(request) ?? 0, "character"),
    seconds === null ? null : formatDuration(seconds),
    t("by {voice}", { voice: voice.name }),
    credits === null ? null : formatCount(credits, "credit"),
  ]
    .filter((fact) => fact !== null)
    .join(", ");
  return (
    <p className="hint">
      {source === "estimate" ? t("{facts}. The times of the words are an estimate", { facts }) : facts}
    </p>
  );
}

interface SpokenResultProps {
  readonly request: Spoken;
  /** The sound while it is being spoken; without it what is stored is played. */
  readonly live?: Sound | null;
  /** The name of the player. */
  readonly label?: string;
  readonly autoPlay?: boolean;
}

/** Speech with its text: its words are marked while they are heard, where their times are known. */
export function SpokenResult({ request, live = null, label = t("Synthesized speech"), autoPlay }: SpokenResultProps) {
  const { request_id: id, audio_url: stored, content_type: type, text, voice, language, words, finished_at } = request;
  const playback = usePlayback();
  const { extension, isPlayable } = factsOfType(type ?? "");
  const groups = useMemo(() => sentenceGroups(words ?? []), [words]);
  const { delivered, rest } = usePartsOfSpeech(request);
  const sound = live ?? (stored !== null && isPlayable ? storedSound(id) : null);
  return (
    <>
      {sound !== null && (
        <Player key={sound.address} {...sound} label={label} playback={playback} autoPlay={autoPlay ?? false} />
      )}
      <div className="row">
        {text !== null && <CopyButton text={text} label={t("Copy text")} />}
        {stored !== null && (
          <a
            className="button quiet"
            href={storedSound(id).address}
            download={fileName([text ?? "", voice.name], extension)}
          >
            {t("Download")}
          </a>
        )}
      </div>
      {groups.length > 0 && <Words groups={groups} playback={playback} language={language} />}
      {(groups.length === 0 || rest !== "") && (
        <Written delivered={groups.length === 0 ? delivered : ""} rest={rest} language={language} />
      )}
      {rest !== "" && <p className="hint">{t("Stopped after “{words}”.", { words: lastWords(delivered) })}</p>}
      {finished_at !== null && <Facts request={request} />}
    </>
  );
}
