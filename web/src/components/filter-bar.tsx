import { type ReactNode, useState } from "react";
import { t } from "#web/messages/translate.ts";

interface FilterBarProps {
  readonly className: string;
  /** The number of filters that are set. */
  readonly count: number;
  readonly search: ReactNode;
  /** The filters; nothing where there are none. */
  readonly children?: ReactNode;
  /** Filters that are seldom needed, behind a button, and whether one of them is set. */
  readonly more?: ReactNode;
  readonly isMoreSet?: boolean;
}

/** The search and the filters of a list. Narrow windows have the filters behind a button, which counts those that are set. */
export function FilterBar({ className, count, search, children, more, isMoreSet = false }: FilterBarProps) {
  const [isFolded, setFolded] = useState(true);
  const [showsMore, setShowsMore] = useState(isMoreSet);
  return (
    <search className={`row filters ${className}`} data-folded={isFolded}>
      {search}
      {children !== undefined && (
        <button
          type="button"
          className="button quiet fold"
          aria-expanded={!isFolded}
          onClick={() => setFolded(!isFolded)}
        >
          {count === 0 ? t("Filters") : t("Filters ({count})", { count })}
        </button>
      )}
      {children}
      {showsMore && more}
      {more !== undefined && (
        <button
          type="button"
          className="button quiet more"
          aria-expanded={showsMore}
          onClick={() => setShowsMore(!showsMore)}
        >
          {showsMore ? t("Fewer filters") : t("More filters")}
        </button>
      )}
    </search>
  );
}
