import { type RefObject, useState } from "react";
import { FindFields } from "#web/components/find-fields.tsx";
import { findPlaces, type FoundPlace, noReplacement, replacePlaces } from "#web/components/find-places.ts";
import { selectPlace } from "#web/components/select-place.ts";
import { t } from "#web/messages/translate.ts";

interface ReplaceFieldsProps {
  readonly text: string;
  /** The field of the text, in which the match is selected that is shown. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** Receives the text with the replacements, and their number. */
  readonly onReplace: (text: string, count: number) => void;
}

/** Finds the places of a text that are equal to another one, and replaces them one by one or all at once. */
export function ReplaceFields({ text, field, onReplace }: ReplaceFieldsProps) {
  const [value, setValue] = useState(noReplacement);
  const [at, setAt] = useState<number | null>(null);
  // A replaced text is named elsewhere: that it is found no more would contradict that.
  const [isReplaced, setReplaced] = useState(false);
  const places = findPlaces(text, value.wanted, value.matchCase);
  const count = places.length;
  const shown = at === null ? undefined : places[at];
  const show = (place: FoundPlace | undefined, index: number): void => {
    setAt(index);
    if (place !== undefined && field.current !== null) selectPlace(field.current, place);
  };
  const next = (): void => {
    const index = at === null ? 0 : (at + 1) % Math.max(1, count);
    show(places[index], index);
  };
  const replace = (wanted: readonly FoundPlace[]): void => {
    if (wanted.length === 0) return;
    setReplaced(true);
    onReplace(replacePlaces(text, wanted, value.replacement), wanted.length);
  };
  const change = (changed: Partial<typeof value>): void => {
    setValue({ ...value, ...changed });
    setAt(null);
    setReplaced(false);
  };
  const words =
    shown === undefined
      ? t("{count, plural, =0 {No match} one {# match} other {# matches}}", { count })
      : t("Match {number} of {count}", { number: (at ?? 0) + 1, count });
  return (
    <details>
      <summary>{t("Find and replace")}</summary>
      <div className="row replace">
        <FindFields value={value} onChange={change} onFind={next} onReplace={() => replace(places)} />
        <button type="button" className="button quiet" disabled={count === 0} onClick={next}>
          {t("Next")}
        </button>
        <button
          type="button"
          className="button quiet"
          disabled={shown === undefined}
          onClick={() => replace(shown === undefined ? [] : [shown])}
        >
          {t("Replace")}
        </button>
        <button type="button" className="button quiet" disabled={count === 0} onClick={() => replace(places)}>
          {t("Replace all")}
        </button>
        <span className="hint" role="status">
          {value.wanted !== "" && (count > 0 || !isReplaced) && words}
        </span>
      </div>
    </details>
  );
}
