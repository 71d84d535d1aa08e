type Cell = string | number | null;

const cellOf = (cell: Cell): string => {
  const text = String(cell ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Rows below the names of their columns as CSV (RFC 4180). */
export const csvOf = (columns: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [columns, ...rows].map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");
