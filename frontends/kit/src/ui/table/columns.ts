import type { ReactNode } from 'react';

/** A column of a table, and what becomes of it in a card. */
export interface Column<Row> {
  key: string;
  title: string;
  /** Its head is for screen readers alone: a column of buttons. */
  quiet?: true;
  render: (row: Row) => ReactNode;
  align?: 'end';
  /** The px without which its cells cannot be read. The table is cards where the widths of all do not fit. */
  minWidth: number;
  /** What tells the rows apart: it takes the room that the others leave, and heads the card. */
  main?: true;
  /** What the head asks for, by the names of the query. */
  sort?: { up: string; down: string };
  /** Its place in a card below the main cell: a line of its own, one of the facts at the foot, or beside these. */
  card?: 'line' | 'fact' | 'actions';
  /** As a card says it, where there is no head to name it. */
  cardRender?: (row: Row) => ReactNode;
}

/** Of the column of checkboxes. */
export const SELECT_WIDTH = 48;

/** Whether a table of these columns can be read in so many px; 0: not known, as before the first drawing. */
export function fits(columns: readonly Pick<Column<never>, 'minWidth'>[], width: number, selects = false): boolean {
  const needed = columns.reduce((sum, { minWidth }) => sum + minWidth, selects ? SELECT_WIDTH : 0);
  return width === 0 || width >= needed;
}
