interface PagerProps {
  readonly page: number;
  readonly total: number;
  readonly limit: number;
  readonly hasNext: boolean;
  readonly onPage: (page: number) => void;
}

/** On to other pages of a list; nothing where all of it is shown. */
export function Pager({ page, total, limit, hasNext, onPage }: PagerProps) {
  if (page === 1 && !hasNext) return null;
  return (
    <nav className="pager" aria-label="Pages of the list">
      <button type="button" className="button quiet" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Previous
      </button>
      <span aria-live="polite">
        Page {page} of {Math.max(page, Math.ceil(total / limit))}
      </span>
      <button type="button" className="button quiet" disabled={!hasNext} onClick={() => onPage(page + 1)}>
        Next
      </button>
    </nav>
  );
}
