import { SkipForward, X } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { createPortal } from "react-dom";
import { useApi } from "#web/api/use-api.ts";
import { AudioPlayer } from "#web/components/audio/audio-player.tsx";
import { type Playback, usePlayback } from "#web/components/audio/use-playback.ts";
import { wordAt } from "#web/components/audio/word-at.ts";
import { storedSound } from "#web/components/result/stored-sound.ts";
import { t } from "#web/messages/translate.ts";
import { ParagraphText, type WrittenText } from "./paragraph-text.tsx";
import { wordsIn } from "./words-in.ts";

/** The place of the paragraph that is heard, and what follows it. */
export interface Listening {
  readonly chapter: string;
  /** The number of the paragraph in its chapter, from 1, and how many there are. */
  readonly number: number;
  readonly count: number;
  /** Called when it was heard to its end. */
  readonly onEnded: () => void;
  /** Plays the next paragraph that has audio; null where there is none. */
  readonly onNext: (() => void) | null;
  readonly onClose: () => void;
}

const none: readonly never[] = [];

interface BarProps {
  readonly requestId: string;
  readonly playback: Playback;
  readonly listening: Listening;
}

/** The player at the bottom of the window, which stays there while the page is scrolled. */
const PlayerBar = ({ requestId, playback, listening }: BarProps) => {
  const { chapter, number, count, onEnded, onNext, onClose } = listening;
  return (
    <section className="chapter-player" aria-label={t("Player")}>
      <p className="hint">{t("{chapter} · paragraph {number} of {count}", { chapter, number, count })}</p>
      <div className="row center">
        <AudioPlayer
          src={storedSound(requestId).address}
          label={t("Speech of paragraph {number}", { number })}
          playback={playback}
          autoPlay
          onEnded={onEnded}
        />
        <button
          type="button"
          className="button plain icon"
          aria-label={t("Next paragraph")}
          disabled={onNext === null}
          onClick={() => onNext?.()}
        >
          <SkipForward aria-hidden="true" />
        </button>
        <button type="button" className="button plain icon" aria-label={t("Close the player")} onClick={onClose}>
          <X aria-hidden="true" />
        </button>
      </div>
    </section>
  );
};

interface HeardTextProps extends WrittenText, Omit<BarProps, "playback"> {
  /** True while a field stands in place of the text. */
  readonly isEdited: boolean;
}

/** The text of the paragraph that is heard, in which the spoken word is marked where its times are known, and its player. */
export function HeardText({ requestId, listening, text, isEdited, ...written }: HeardTextProps) {
  const playback = usePlayback();
  const place = useRef<HTMLSpanElement>(null);
  const { data } = useApi("GET /v1/speech/requests/{request_id}", { path: { request_id: requestId } });
  const words = (data?.request_type === "tts" ? data.words : null) ?? none;
  const parts = useMemo(() => wordsIn(text, words), [text, words]);
  const { playing, second } = playback;
  const spoken = playing || second > 0 ? wordAt(words, second) : -1;
  useEffect(() => {
    place.current?.closest("li")?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <>
      <span ref={place} hidden />
      {!isEdited && (
        <ParagraphText {...written}>
          {parts.map((part) => (
            <span
              key={part.from}
              className={part.index === null ? undefined : "word"}
              aria-current={part.index !== null && part.index === spoken ? "true" : undefined}
            >
              {part.written}
            </span>
          ))}
        </ParagraphText>
      )}
      {createPortal(<PlayerBar {...{ requestId, playback, listening }} />, document.body)}
    </>
  );
}
