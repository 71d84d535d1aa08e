import { formatTotal, type Total } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";

interface PagerProps {
  readonly list: Total & { readonly page: number; readonly limit: number; readonly has_next: boolean };
  readonly onPage: (page: number) => void;
}

/** On to other pages of a list; nothing where all of it is shown. */
export function Pager({ list, onPage }: PagerProps) {
  const { page, limit, has_next: hasNext } = list;
  if (page === 1 && !hasNext) return null;
  const pages = Math.max(page, Math.ceil(list.total / limit));
  return (
    <nav className="pager" aria-label={t("Pages of the list")}>
      <button type="button" className="button quiet" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {t("Previous")}
      </button>
      <span aria-live="polite">
        {t("Page {page} of {pages}", { page, pages: formatTotal({ ...list, total: pages }) })}
      </span>
      <button type="button" className="button quiet" disabled={!hasNext} onClick={() => onPage(page + 1)}>
        {t("Next")}
      </button>
    </nav>
  );
}
