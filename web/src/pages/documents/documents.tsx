import { keepPreviousData } from "@tanstack/react-query";
import { Link, useRoute } from "wouter";
import type { DocumentPage as ListedDocuments, DocumentSummary } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatCount, formatDateTime, formatNumber, formatRecent, formatTotal, languageName } from "#web/format.ts";
import { aboutCredits } from "#web/components/cost.tsx";
import { EmptyState, QueryBoundary } from "#web/components/notice.tsx";
import { PageHeading } from "#web/components/page-heading.tsx";
import { Pager } from "#web/components/pager.tsx";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { useUrlState } from "#web/components/use-url-state.ts";
import { t } from "#web/messages/translate.ts";
import { DeleteDocument } from "./delete-document.tsx";
import { DocumentPage } from "./document-page.tsx";
import { DocumentState } from "./document-state.tsx";
import { NewDocument } from "./new-document.tsx";
import { documentPath, documentsPath, useDocument } from "./use-document.ts";

/** Each row asks for the state of its document. */
const limit = 10;
const columns = [t("Document"), t("Chapters"), t("Characters"), t("Created"), t("Cost to finish"), t("Status")];

const NewLink = ({ label }: { readonly label: string }) => (
  <Link className="button" href={`${documentsPath}/new`}>
    {label}
  </Link>
);

function Row({ summary }: { readonly summary: DocumentSummary }) {
  const { document_id: id, title, author, language } = summary;
  const { data, isError } = useDocument(id, false);
  const details = [author, language === null ? null : languageName(language)].filter((fact) => fact !== null);
  const pending = isError ? "–" : "…";
  return (
    <tr>
      <td className="long">
        <Link className="request-title" href={documentPath(id)}>
          {title}
        </Link>
        <span className="request-details">{details.join(" · ")}</span>
      </td>
      <td data-label={t("Chapters")}>{formatNumber(summary.chapter_count)}</td>
      <td data-label={t("Characters")}>{formatNumber(summary.characters)}</td>
      <td data-label={t("Created")}>
        <time dateTime={summary.created_at} title={formatDateTime(summary.created_at)}>
          {formatRecent(summary.created_at)}
        </time>
      </td>
      <td data-label={t("Cost to finish")}>
        {data === undefined
          ? pending
          : data.characters_left === 0
            ? formatCount(0, "credit")
            : aboutCredits(data.characters_left)}
      </td>
      <td data-label={t("Status")}>{data === undefined ? pending : <DocumentState document={data} />}</td>
      <td>
        <span className="row-actions">
          <DeleteDocument document={summary} />
        </span>
      </td>
    </tr>
  );
}

const Empty = () => (
  <EmptyState>
    <p>
      {t(
        "A document is a long text in chapters, such as a book, a course or a manual. It is spoken paragraph by paragraph: after a change, only what has changed is spoken and charged again. All of it becomes one audio file with chapters.",
      )}
    </p>
    <NewLink label={t("Create your first document")} />
  </EmptyState>
);

interface ListProps {
  readonly documents: ListedDocuments;
  readonly onPage: (page: number) => void;
}

const List = ({ documents, onPage }: ListProps) => (
  <>
    <p role="status" className="hint">
      {t("{count, plural, one {{total} document} other {{total} documents}}", {
        count: documents.total,
        total: formatTotal(documents),
      })}
    </p>
    <ResponsiveTable columns={columns} actions>
      {documents.items.map((summary) => (
        <Row key={summary.document_id} summary={summary} />
      ))}
    </ResponsiveTable>
    <Pager list={documents} onPage={onPage} />
  </>
);

/** The documents of the account, newest first, each with how far it is spoken. */
function DocumentList() {
  const { page, setPage } = useUrlState();
  const documents = useApi("GET /v1/documents", { query: { page, limit } }, { placeholderData: keepPreviousData });
  return (
    <>
      <PageHeading title={t("Documents")}>
        <NewLink label={t("New document")} />
      </PageHeading>
      <section className="card documents" aria-label={t("Documents")} aria-busy={documents.isPlaceholderData}>
        <QueryBoundary query={documents}>
          {(known) => (known.total === 0 ? <Empty /> : <List documents={known} onPage={setPage} />)}
        </QueryBoundary>
      </section>
    </>
  );
}

/** Long texts and books: all of them as a list, or a new one or one of them where the address names it. */
export function Documents() {
  const [, params] = useRoute("/account/documents/:id");
  if (params?.id === "new") return <NewDocument />;
  return params?.id === undefined ? <DocumentList /> : <DocumentPage key={params.id} documentId={params.id} />;
}
