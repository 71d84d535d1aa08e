import type { Transcription } from "#web/api/types.ts";
import { formatClock } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import type { NamedSpan } from "./named-spans.ts";

type Unintelligible = Transcription["unintelligible"][number];

/** Stands in a transcript where a stretch is named. */
export const SpanMark = ({ start, end, name }: NamedSpan) => (
  <span className="unintelligible">
    [{t(name)} {formatClock(start)}–{formatClock(end)}]
  </span>
);

interface NoWordsProps {
  readonly unintelligible: readonly Unintelligible[];
}

/** Stands in place of a transcript without a word. */
export const NoWords = ({ unintelligible }: NoWordsProps) =>
  unintelligible.length === 0 ? (
    <p>{t("There is no speech in the recording.")}</p>
  ) : (
    <>
      <p>{t("Speech was heard, but no words could be made out.")}</p>
      {unintelligible.map((span) => (
        <p key={span.start}>
          <SpanMark {...span} name="unintelligible" />
        </p>
      ))}
    </>
  );
