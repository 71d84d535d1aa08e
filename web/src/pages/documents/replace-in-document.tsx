import { Dialog } from "@base-ui/react/dialog";
import { Replace } from "lucide-react";
import { useState } from "react";
import type { Document, NewChapter } from "#web/api/types.ts";
import { useApiMutation } from "#web/api/use-api.ts";
import { formatCount } from "#web/format.ts";
import { FindFields } from "#web/components/find-fields.tsx";
import { noReplacement } from "#web/components/find-places.ts";
import { ErrorNotice } from "#web/components/notice.tsx";
import { t } from "#web/messages/translate.ts";
import { givenChapters, replaceInChapters } from "./document-parts.ts";
import { staleDocuments } from "./use-document.ts";

/** A replacement that can be taken back: the chapters before, and how many places there were. */
interface Replaced {
  readonly before: readonly NewChapter[];
  readonly count: number;
}

function ReplaceForm({ document }: { readonly document: Document }) {
  const [value, setValue] = useState(noReplacement);
  const [replaced, setReplaced] = useState<Replaced | null>(null);
  const { mutate, error, isPending } = useApiMutation("PATCH /v1/documents/{document_id}", staleDocuments);
  const chapters = document.chapters ?? [];
  const { count, paragraphs, changed } = replaceInChapters(chapters, value);
  const path = { document_id: document.document_id };
  const replace = (): void => {
    const before = givenChapters(chapters);
    if (count > 0) mutate({ path, body: { chapters: changed } }, { onSuccess: () => setReplaced({ before, count }) });
  };
  const undo = ({ before }: Replaced): void =>
    mutate({ path, body: { chapters: before } }, { onSuccess: () => setReplaced(null) });
  const found =
    count === 0
      ? t("No match")
      : t("{count, plural, one {# match} other {# matches}} in {paragraphs}", {
          count,
          paragraphs: formatCount(paragraphs, "paragraph"),
        });
  return (
    <>
      <FindFields
        value={value}
        onChange={(next) => {
          setReplaced(null);
          setValue({ ...value, ...next });
        }}
        onFind={() => undefined}
        onReplace={replace}
      />
      <p className="hint" role="status">
        {replaced === null
          ? value.wanted !== "" && found
          : t("{count, plural, one {# place was replaced.} other {# places were replaced.}}", {
              count: replaced.count,
            })}{" "}
        {replaced !== null && (
          <button type="button" className="button quiet" disabled={isPending} onClick={() => undo(replaced)}>
            {t("Undo")}
          </button>
        )}
      </p>
      <p className="hint">{t("Paragraphs that are changed are not spoken any more, and cost again.")}</p>
      {error !== null && <ErrorNotice error={error} />}
      <div className="actions">
        <Dialog.Close className="button quiet">{t("Close")}</Dialog.Close>
        <button type="button" className="button" disabled={count === 0 || isPending} onClick={replace}>
          {t("Replace all")}
        </button>
      </div>
    </>
  );
}

/** Replaces a text in all paragraphs of a document: a button, and its dialog. */
export const ReplaceInDocument = ({ document }: { readonly document: Document }) => (
  <Dialog.Root disablePointerDismissal>
    <Dialog.Trigger className="button quiet">
      <Replace aria-hidden="true" size={18} /> {t("Find and replace")}
    </Dialog.Trigger>
    <Dialog.Portal>
      <Dialog.Backdrop className="backdrop" />
      <Dialog.Popup className="dialog">
        <Dialog.Title className="dialog-title">{t("Find and replace")}</Dialog.Title>
        <ReplaceForm document={document} />
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
);
