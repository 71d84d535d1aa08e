/** A series that is drawn in one colour. */
interface ChartSeries<Row> {
  readonly name: string;
  readonly color: string;
  /** Null where nothing is known. */
  readonly value: (row: Row) => number | null;
}

/** The data, with one row for each place on the horizontal axis. */
export interface ChartData<Row> {
  readonly rows: readonly Row[];
  readonly series: readonly ChartSeries<Row>[];
  /** The name of the row, different for each: a day, a time. */
  readonly x: { readonly name: string; readonly of: (row: Row) => string; readonly format: (value: string) => string };
  readonly formatValue?: (value: number) => string;
  /** The same in a few characters, for the axis. */
  readonly formatTick?: (value: number) => string;
}
