import { ChevronDown, ChevronUp } from "lucide-react";
import { type KeyboardEvent, useMemo, useState } from "react";
import type { Transcription } from "#web/api/types.ts";
import { TextField } from "#web/components/field.tsx";
import { t } from "#web/messages/translate.ts";
import { findWords, type WordMatch } from "./find-words.ts";

/** A search in a transcript. */
export interface TranscriptSearch {
  readonly text: string;
  readonly change: (text: string) => void;
  readonly matches: readonly WordMatch[];
  /** Indexes of the words of all matches. */
  readonly found: ReadonlySet<number>;
  /** Index of the match that is shown; 0 where there is none. */
  readonly at: number;
  /** Shows another match; after the last comes the first. */
  readonly step: (by: 1 | -1) => void;
}

const indexesOf = ({ first, last }: WordMatch): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, offset) => first + offset);

export function useTranscriptSearch(words: Transcription["words"]): TranscriptSearch {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const matches = useMemo(() => findWords(words, text), [words, text]);
  const found = useMemo(() => new Set(matches.flatMap(indexesOf)), [matches]);
  const count = Math.max(1, matches.length);
  const at = Math.min(chosen, count - 1);
  return {
    text,
    change: (next) => {
      setText(next);
      setChosen(0);
    },
    matches,
    found,
    at,
    step: (by) => setChosen((at + by + count) % count),
  };
}

interface SearchFieldProps {
  readonly search: Pick<TranscriptSearch, "text" | "change" | "at" | "step"> & { readonly matches: readonly unknown[] };
  readonly label: string;
}

/** Enter leads to the next match, with Shift to the one before. */
export function SearchField({ search, label }: SearchFieldProps) {
  const { text, change, matches, at, step } = search;
  const press = (event: KeyboardEvent): void => {
    if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
  };
  const none = matches.length === 0;
  return (
    <div className="row transcript-search">
      <TextField
        label={label}
        type="search"
        value={text}
        onChange={change}
        autoComplete="off"
        render={<input onKeyDown={press} />}
      />
      <button
        type="button"
        className="button quiet icon"
        aria-label={t("Previous match")}
        disabled={none}
        onClick={() => step(-1)}
      >
        <ChevronUp aria-hidden="true" size={18} />
      </button>
      <button
        type="button"
        className="button quiet icon"
        aria-label={t("Next match")}
        disabled={none}
        onClick={() => step(1)}
      >
        <ChevronDown aria-hidden="true" size={18} />
      </button>
      <span className="hint" role="status">
        {text.trim() !== "" &&
          (none ? t("No match") : t("{number} of {count}", { number: at + 1, count: matches.length }))}
      </span>
    </div>
  );
}
