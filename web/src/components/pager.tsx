import { useRef } from "react";
import { formatTotal, type Total } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";

interface PagerProps {
  readonly list: Total & { readonly page: number; readonly limit: number; readonly has_next: boolean };
  readonly onPage: (page: number) => void;
}

/** Brings the top of a list into sight, and the focus to it: its next page begins there. */
function goToTop(list: HTMLElement | null | undefined): void {
  if (list === null || list === undefined) return;
  list.tabIndex = -1;
  list.focus({ preventScroll: true });
  if (list.getBoundingClientRect().top < 0) list.scrollIntoView({ block: "start", behavior: "instant" });
}

/** On to other pages of the list above; nothing where all of it is shown. */
export function Pager({ list, onPage }: PagerProps) {
  const { page, limit, has_next: hasNext } = list;
  const pager = useRef<HTMLElement>(null);
  if (page === 1 && !hasNext) return null;
  const pages = Math.max(page, Math.ceil(list.total / limit));
  const show = (next: number): void => {
    onPage(next);
    goToTop(pager.current?.parentElement);
  };
  return (
    <nav ref={pager} className="pager" aria-label={t("Pages of the list")}>
      <button type="button" className="button quiet" disabled={page === 1} onClick={() => show(page - 1)}>
        {t("Previous")}
      </button>
      <span aria-live="polite">
        {t("Page {page} of {pages}", { page, pages: formatTotal({ ...list, total: pages }) })}
      </span>
      <button type="button" className="button quiet" disabled={!hasNext} onClick={() => show(page + 1)}>
        {t("Next")}
      </button>
    </nav>
  );
}
