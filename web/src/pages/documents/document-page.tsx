import { Link, useLocation } from "wouter";
import type { Document } from "#web/api/types.ts";
import { languageName } from "#web/format.ts";
import { CodeDrawer } from "#web/components/code-drawer.tsx";
import { QueryBoundary } from "#web/components/notice.tsx";
import { PageHeading } from "#web/components/page-heading.tsx";
import { useUrlState } from "#web/components/use-url-state.ts";
import { t } from "#web/messages/translate.ts";
import { ChapterList } from "./chapter-list.tsx";
import { ChapterView } from "./chapter-view.tsx";
import { DeleteDocument } from "./delete-document.tsx";
import { documentCalls } from "./document-calls.ts";
import { DocumentFiles } from "./document-files.tsx";
import { DocumentSettings } from "./document-settings.tsx";
import { ReplaceInDocument } from "./replace-in-document.tsx";
import { SpeakCard } from "./speak-card.tsx";
import { documentsPath, useDocument } from "./use-document.ts";

/** The chapter that the address names, from 0; the first one where there is none. */
function useChapter(count: number): number {
  const number = Number(useUrlState().match("chapter", /^\d{1,3}$/) ?? 1);
  return Math.min(Math.max(number, 1), count) - 1;
}

function Shown({ document }: { readonly document: Document }) {
  const [, goTo] = useLocation();
  const chapters = document.chapters ?? [];
  const at = useChapter(chapters.length);
  const { document_id: id, title, author, language } = document;
  const details = [author, language === null ? null : languageName(language)].filter((fact) => fact !== null);
  return (
    <>
      <PageHeading title={title}>
        <div className="row center">
          <ReplaceInDocument document={document} />
          <DocumentSettings document={document} />
          <CodeDrawer calls={documentCalls(id)} />
          <DeleteDocument document={document} onDeleted={() => goTo(documentsPath)} />
        </div>
      </PageHeading>
      {details.length > 0 && <p className="soft">{details.join(" · ")}</p>}
      <SpeakCard document={document} />
      <div className="document">
        <ChapterList document={document} at={at} />
        <ChapterView key={`${at}`} document={document} at={at} />
      </div>
      <DocumentFiles document={document} />
    </>
  );
}

/** A document: how far it is spoken, its chapters with their paragraphs, and its files. */
export function DocumentPage({ documentId }: { readonly documentId: string }) {
  const document = useDocument(documentId, true);
  return (
    <>
      <p>
        <Link href={documentsPath}>{t("All documents")}</Link>
      </p>
      <QueryBoundary query={document}>{(known) => <Shown document={known} />}</QueryBoundary>
    </>
  );
}
