import type { ReactNode } from "react";
import { t } from "#web/messages/translate.ts";

interface ResponsiveTableProps {
  readonly columns: readonly string[];
  /** True when each row ends with a cell of buttons. */
  readonly actions?: boolean;
  /** True when all columns but the first are numbers. */
  readonly numbers?: boolean;
  /** The columns whose cells, of the class `amount`, are aligned to the end. */
  readonly amounts?: readonly string[];
  /** The rows. */
  readonly children: ReactNode;
}

/** A table whose rows stand below one another where there is no room, each cell with the `data-label` of its column. */
export const ResponsiveTable = ({
  columns,
  actions = false,
  numbers = false,
  amounts = [],
  children,
}: ResponsiveTableProps) => (
  <table className={numbers ? "stacking numbers" : "stacking"}>
    <thead>
      <tr>
        {columns.map((name) => (
          <th key={name} scope="col" className={amounts.includes(name) ? "amount" : undefined}>
            {name}
          </th>
        ))}
        {actions && <td aria-label={t("Actions")} />}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);
