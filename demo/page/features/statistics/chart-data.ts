import type { View } from './address.ts';

/** One line or row of bars of a chart, and a column of its table. */
export interface ChartColumn {
  readonly title: string;
  readonly format: (value: number) => string;
  /** How it is drawn; absent where only the table has it. */
  readonly drawn?: 'now' | 'before';
  /** Its values are parts of one. */
  readonly isShare?: boolean;
}

/** One point of a chart, and a row of its table. */
export interface ChartRow {
  readonly full: string;
  /** The name on the axis. */
  readonly short: string;
  /** In the order of the columns; null where there is none. */
  readonly values: readonly (number | null)[];
  /** Leads to a view of this row alone, */
  readonly change?: Partial<View>;
  /** which has this address. */
  readonly address?: string;
}

/** What a card shows, as a chart and as a table. */
export interface ChartData {
  readonly title: string;
  /** Of the first column of the table. */
  readonly name: string;
  /** `bars` stand, `lying` ones lie. */
  readonly shape: 'line' | 'bars' | 'lying';
  readonly summary: string;
  readonly columns: readonly ChartColumn[];
  readonly rows: readonly ChartRow[];
}
