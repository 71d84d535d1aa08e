import { useEffect, useRef, useState } from "react";
import type { Chapter, Document, NewChapter, Paragraph } from "#web/api/types.ts";
import { useApiMutation } from "#web/api/use-api.ts";
import { formatCount } from "#web/format.ts";
import { Pager } from "#web/components/pager.tsx";
import { useUrlState } from "#web/components/use-url-state.ts";
import { WorkError } from "#web/components/work-error.tsx";
import { t } from "#web/messages/translate.ts";
import type { Listening } from "./chapter-player.tsx";
import { ChapterActions } from "./chapter-actions.tsx";
import {
  type Place,
  type RemovedParagraph,
  removedParagraph,
  removeParagraph,
  restoreParagraph,
} from "./document-parts.ts";
import { ParagraphRow } from "./paragraph-row.tsx";
import { isSettled, staleDocuments, usePrice } from "./use-document.ts";

const limit = 50;

/** The paragraph that is heard, and whether those behind it follow. */
interface Heard {
  readonly id: string;
  readonly goesOn: boolean;
}

interface ChapterViewProps {
  readonly document: Document;
  /** The number of the chapter, from 0. */
  readonly at: number;
}

/** A page of the paragraphs, which are all known. */
const pageOf = (total: number, page: number) =>
  ({ total, total_is_estimate: false, page, limit, has_next: page * limit < total }) as const;

const isSpoken = ({ status }: Paragraph): boolean => status === "spoken";

/** Follows the paragraph of a chapter that is heard, whose paragraphs stand on several pages. */
function useHeard(paragraphs: readonly Paragraph[], showPage: (page: number) => void) {
  const [heard, setHeard] = useState<Heard | null>(null);
  const playFrom = (from: number, goesOn: boolean): void => {
    const at = paragraphs.findIndex((one, index) => index >= from && isSpoken(one));
    const found = paragraphs[at];
    setHeard(found === undefined ? null : { id: found.paragraph_id, goesOn });
    if (found !== undefined) showPage(Math.floor(at / limit) + 1);
  };
  const stop = (): void => setHeard(null);
  const listening = (chapter: string, at: number): Listening | null => {
    if (heard === null || heard.id !== paragraphs[at]?.paragraph_id) return null;
    const next = paragraphs.some((one, index) => index > at && isSpoken(one)) ? () => playFrom(at + 1, true) : null;
    return {
      ...{ chapter, number: at + 1, count: paragraphs.length, onNext: next, onClose: stop },
      onEnded: () => heard.goesOn && playFrom(at + 1, true),
    };
  };
  return { heard, playFrom, stop, listening };
}

/** Speaking paragraphs again, and changing the chapters. */
function useChanges(document_id: string) {
  const speak = useApiMutation("POST /v1/documents/{document_id}/speak", staleDocuments);
  const change = useApiMutation("PATCH /v1/documents/{document_id}", staleDocuments);
  const path = { document_id };
  return {
    error: speak.error ?? change.error,
    isBusy: speak.isPending || change.isPending,
    speak: (paragraphs: readonly Paragraph[]) => {
      change.reset();
      speak.mutate({ path, body: { paragraph_ids: paragraphs.map(({ paragraph_id: id }) => id) } });
    },
    change: (chapters: readonly NewChapter[]) => {
      speak.reset();
      return change.mutateAsync({ path, body: { chapters } });
    },
  };
}

/** Takes paragraphs out of a document, and brings back the last one. The chapter says why where that fails. */
function useRemoval(chapters: readonly Chapter[], change: (chapters: readonly NewChapter[]) => Promise<unknown>) {
  const [removed, setRemoved] = useState<RemovedParagraph | null>(null);
  return {
    removed,
    remove: async (place: Place): Promise<void> => {
      await change(removeParagraph(chapters, place));
      setRemoved(removedParagraph(chapters, place));
    },
    undo: (): void => {
      if (removed === null) return;
      void change(restoreParagraph(chapters, removed)).then(
        () => setRemoved(null),
        () => undefined,
      );
    },
  };
}

interface RemovedProps {
  readonly isBusy: boolean;
  readonly onUndo: () => void;
}

/** Says that a paragraph was taken out, and brings it back. It takes the focus, since the button that had it is gone. */
function Removed({ isBusy, onUndo }: RemovedProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <p className="hint" role="status">
      {t("The paragraph was deleted.")}{" "}
      <button ref={button} type="button" className="button quiet" disabled={isBusy} onClick={onUndo}>
        {t("Undo")}
      </button>
    </p>
  );
}

/** The paragraphs of a chapter: each is heard, spoken and changed by itself, and the chapter is heard from its beginning to its end. */
export function ChapterView({ document, at }: ChapterViewProps) {
  const chapters = document.chapters ?? [];
  const { page: asked, setPage } = useUrlState();
  const { title, paragraphs } = chapters[at] ?? { title: "", paragraphs: [] };
  const page = Math.min(asked, Math.max(1, Math.ceil(paragraphs.length / limit)));
  const first = (page - 1) * limit;
  const { heard, playFrom, stop, listening } = useHeard(paragraphs, (next) => next !== page && setPage(next));
  const changes = useChanges(document.document_id);
  const left = paragraphs.filter((one) => !isSettled(one));
  const price = usePrice(document);
  const { removed, remove, undo } = useRemoval(chapters, changes.change);
  const removedId = removed?.given.paragraph_id;
  // The dialog in its row would keep the focus from the button that brings it back.
  const isGone = removedId !== undefined && paragraphs.every(({ paragraph_id: id }) => id !== removedId);
  return (
    <section className="card chapter" aria-labelledby="chapter-title">
      <div className="row between">
        <h2 id="chapter-title">{title}</h2>
        <ChapterActions document={document} at={at} onChange={changes.change} />
      </div>
      <div className="row center">
        {paragraphs.some(isSpoken) && (
          <button type="button" className="button quiet" onClick={() => (heard === null ? playFrom(0, true) : stop())}>
            {heard === null ? t("Play chapter") : t("Close the player")}
          </button>
        )}
        {left.length > 0 && left.length < document.counts.total && (
          <button type="button" className="button quiet" disabled={changes.isBusy} onClick={() => changes.speak(left)}>
            {t("Speak {paragraphs} · {cost}", {
              paragraphs: formatCount(left.length, "paragraph"),
              cost: price(left),
            })}
          </button>
        )}
      </div>
      {isGone && <Removed key={removedId} isBusy={changes.isBusy} onUndo={undo} />}
      {changes.error !== null && <WorkError error={changes.error} />}
      <ol className="plain paragraphs" start={first + 1}>
        {paragraphs.slice(first, first + limit).map((paragraph, offset) => (
          <ParagraphRow
            key={paragraph.paragraph_id}
            document={document}
            paragraph={paragraph}
            cost={price([paragraph])}
            place={{ chapter: at, paragraph: first + offset }}
            listening={listening(title, first + offset)}
            isBusy={changes.isBusy}
            onPlay={() => playFrom(first + offset, false)}
            onSpeak={() => changes.speak([paragraph])}
            onChange={changes.change}
            onDelete={() => remove({ chapter: at, paragraph: first + offset })}
          />
        ))}
      </ol>
      <Pager list={pageOf(paragraphs.length, page)} onPage={setPage} />
    </section>
  );
}
